import type { StaffHandle } from '#app/features/staff/rules.ts'
import { receiveUpload } from './received-upload.server.ts'
import type { Route } from './+types/files'

export const handle: StaffHandle = { right: 'catalog.write' }

export async function action({ context, request }: Route.ActionArgs) {
  const sent = await receiveUpload(context, request)
  return Response.json(sent, { status: sent.ok ? 200 : 422 })
}
