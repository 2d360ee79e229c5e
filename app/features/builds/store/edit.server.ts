import { eq } from 'drizzle-orm'
import { revisedRows } from '#app/catalog/revised-rows.server.ts'
import type { Db } from '#app/db/db.server.ts'
import { selectionInput } from '../input.ts'
import type { PackageSelection } from '../rules/contradictions.ts'
import { buildParts, conversions, factoryPackages, platforms } from '../tables.ts'

/** Platforms as staff edit them. */
export const platformRows = revisedRows(platforms, 'id')
/** Parts as staff edit them, by step. */
export const partRows = revisedRows(buildParts, 'id', ['step', 'position'])
/** Packages as staff edit them. */
export const packageRows = revisedRows(factoryPackages, 'id')
/** Conversions as staff edit them. */
export const conversionRows = revisedRows(conversions, 'id')

/** The builds of the packages on offer; one that cannot be read counts as none, because it is an alert already. */
export async function listPackageSelections(db: Db): Promise<PackageSelection[]> {
  const { id, name, selection } = factoryPackages
  const rows = await db
    .select({ id, name, selection })
    .from(factoryPackages)
    .where(eq(factoryPackages.state, 'visible'))
  return rows.map((row) => ({ ...row, selection: selectionInput.safeParse(row.selection).data ?? null }))
}
