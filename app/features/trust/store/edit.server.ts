import { revisedRows } from '#app/catalog/revised-rows.server.ts'
import { trustPackages } from '../tables.ts'

/** Trust editions as staff edit them. */
export const trustPackageRows = revisedRows(trustPackages, 'slug')
