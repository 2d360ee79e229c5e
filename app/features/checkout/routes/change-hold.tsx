import { redirect, useLocation } from 'react-router'
import '#app/features/orders/order.css'
import { transact } from '#app/db/db.server.ts'
import { findKnownRules } from '#app/features/compliance/store/state-rules.server.ts'
import { requireOwnOrder } from '#app/features/orders/access.server.ts'
import { parsePosition } from '#app/features/orders/quote.ts'
import { findPrices } from '#app/features/orders/store/buyer.server.ts'
import { sellablesContext } from '#app/features/orders/store/lines.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { readForm } from '#app/http/form.ts'
import { tooMany } from '#app/http/errors.ts'
import { ActionError, actionErrorMeta } from '#app/ui/action-error.tsx'
import { HoldPart } from '../components/checkout-page.tsx'
import { cancelHold, renewHold, removeLine } from '../store/hold.server.ts'
import type { Route } from './+types/change-hold'

export const meta = () => actionErrorMeta

const titles = {
  cancellation: 'The hold was not released',
  renewal: 'The hold was not extended',
  removal: 'The item was not removed',
}

const isChange = (end: string | undefined): end is keyof typeof titles =>
  end !== undefined && Object.hasOwn(titles, end)

/** The end of the address says what changes; the checkout shows the result. */
function changeOf(path: string): keyof typeof titles {
  const end = path.split('/').at(-1)
  return isChange(end) ? end : 'cancellation'
}

export async function action(args: Route.ActionArgs) {
  const shop = args.context.get(shopContext)
  const sellables = args.context.get(sellablesContext)
  const { order } = await requireOwnOrder(args)
  const limit = await shop.limits.take('orderChange', order.id)
  if (!limit.ok) return tooMany(limit.retryAfterSeconds)
  const what = changeOf(new URL(args.request.url).pathname)
  const form = await readForm(args.request)
  const line = what === 'removal' ? parsePosition(form.get('line')) : undefined
  if (what === 'cancellation') await transact(shop, (work) => cancelHold(work, sellables, order.id))
  if (what === 'renewal') await transact(shop, (work) => renewHold(work, sellables, order.id))
  if (line !== undefined) {
    const [prices, rules] = await Promise.all([findPrices(shop), findKnownRules(shop.db, shop.now())])
    await transact(shop, (work) => removeLine(work, sellables, order.id, line, { ...prices, rules }))
  }
  return redirect(`/checkout/${order.id}${what === 'removal' ? '#summary' : ''}`, 303)
}

export default function ChangedHold({ actionData, params }: Route.ComponentProps) {
  const what = changeOf(useLocation().pathname)
  const error = (
    <ActionError
      title={titles[what]}
      text={actionData?.refusal}
      back={`/checkout/${params.order}`}
      label="Back to Checkout"
    />
  )
  return what === 'renewal' ? <HoldPart>{error}</HoldPart> : error
}
