import { redirect } from 'react-router'
import { transact } from '#app/db/work.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { tooMany } from '#app/http/refused.ts'
import { privatePageHeaders } from '#app/http/private-page.server.ts'
import { requireOwnOrder } from '#app/features/orders/access.server.ts'
import { deleteAnswers, findPack } from '../store/worksheet.server.ts'
import type { Route } from './+types/answers'

/** The form's URL, opened directly, redirects to the page with the form. */
export async function loader(args: Route.LoaderArgs) {
  const { order } = await requireOwnOrder(args)
  return redirect(`/orders/${order.id}/trust`, { headers: privatePageHeaders })
}

/** Deletes the answers of the worksheet. */
export async function action(args: Route.ActionArgs) {
  const shop = args.context.get(shopContext)
  const { order } = await requireOwnOrder(args)
  const limit = await shop.limits.take('orderChange', order.id)
  if (!limit.ok) return tooMany(limit.retryAfterSeconds)
  const pack = await findPack(shop.db, order.id)
  if (pack) await transact(shop, (work) => deleteAnswers(work, pack.id))
  return redirect(`/orders/${order.id}/trust?deleted=yes`, {
    status: 303,
    headers: privatePageHeaders,
  })
}
