import { findUpload } from '#app/features/photos/store/uploads.server.ts'
import type { StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { stateOf, type UploadState } from '../rules.ts'
import type { Route } from './+types/progress'

export const handle: StaffHandle = { right: 'catalog.write' }

export async function loader({ context, params }: Route.LoaderArgs) {
  const upload = await findUpload(context.get(shopContext).db, params.upload)
  return Response.json((upload ? stateOf(upload) : { state: 'failed' }) satisfies UploadState)
}
