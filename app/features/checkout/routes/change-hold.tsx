import { redirect, useLocation } from 'react-router'
import '#app/features/orders/order.css'
import { transact, type UnitOfWork } from '#app/db/work.server.ts'
import { findKnownRules } from '#app/features/compliance/store/state-rules.server.ts'
import { requireOwnOrder } from '#app/features/orders/access.server.ts'
import { parsePosition } from '#app/features/orders/quote.ts'
import { findPrices } from '#app/features/orders/store/buyer.server.ts'
import { type Sellables, sellablesContext } from '#app/features/orders/store/lines.server.ts'
import { type Shop, shopContext } from '#app/http/context.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { tooMany } from '#app/http/refused.ts'
import { ActionError, actionErrorMeta } from '#app/ui/action-error.tsx'
import { HoldPart } from '../components/checkout-page.tsx'
import { cancelHold, renewHold } from '../store/hold.server.ts'
import { removeLine } from '../store/quote.server.ts'
import type { Route } from './+types/change-hold'

export const meta = () => actionErrorMeta

type Change = (work: UnitOfWork, sellables: Sellables, orderId: string) => Promise<unknown>

/** The end of the address says what changes; the checkout shows the result. */
export async function action(args: Route.ActionArgs) {
  const shop = args.context.get(shopContext)
  const { order } = await requireOwnOrder(args)
  const limit = await shop.limits.take('orderChange', order.id)
  if (!limit.ok) return tooMany(limit.retryAfterSeconds)
  const what = changeOf(new URL(args.request.url).pathname)
  const change = await changes[what](shop, await readForm(args.request))
  if (change) await transact(shop, (work) => change(work, args.context.get(sellablesContext), order.id))
  return redirect(`/checkout/${order.id}${what === 'removal' ? '#summary' : ''}`, 303)
}

const titles = {
  cancellation: 'The hold was not released',
  renewal: 'The hold was not extended',
  removal: 'The item was not removed',
}

type What = keyof typeof titles

function changeOf(path: string): What {
  const end = path.split('/').at(-1) ?? ''
  return end === 'renewal' || end === 'removal' ? end : 'cancellation'
}

const changes: Record<What, (shop: Shop, form: FormData) => Change | Promise<Change | undefined>> = {
  cancellation: () => cancelHold,

  renewal: () => renewHold,

  async removal(shop, form) {
    const line = parsePosition(form.get('line'))
    if (line === undefined) return undefined
    const [prices, rules] = await Promise.all([findPrices(shop), findKnownRules(shop.db, shop.now())])
    return (work, sellables, orderId) => removeLine(work, sellables, orderId, line, { ...prices, rules })
  },
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
