import { requireExport } from '#app/features/staff/access.server.ts'
import { actorOf, type StaffHandle } from '#app/features/staff/rules.ts'
import { shopContext } from '#app/http/context.server.ts'
import { notFound } from '#app/http/errors.ts'
import { refusalWords } from '../rules.ts'
import { exportData } from '../store/holdings.server.ts'
import type { Route } from './+types/export'
import { attachment } from '#app/http/responses.server.ts'

export const handle: StaffHandle = { right: 'export' }

/** All data of the person who wrote a message about the law, as a JSON file. Every export is recorded. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const member = requireExport(context, 'inbox', `/staff/inbox/messages/${params.message}`)
  const exported = await exportData({ ctx: shop, actor: actorOf(member) }, params.message)
  if (!exported.ok) throw notFound('No Export', { text: refusalWords(exported.why) })
  const file = new TextEncoder().encode(JSON.stringify(exported.data, null, 2))
  return attachment(file, { type: 'application/json; charset=utf-8', name: `data-${params.message}.json` })
}
