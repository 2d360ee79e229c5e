import { redirect } from 'react-router'
import '../order.css'
import { transact } from '#app/db/work.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { tooMany } from '#app/http/refused.ts'
import { privateHeaders, requireOwnOrder } from '../access.server.ts'
import { ActRefused } from '../components/act-refused.tsx'
import { findPrices, removeLine, sellablesContext } from '../store.server.ts'
import type { Route } from './+types/removal'

export const headers = () => privateHeaders

/** Taking a line off has no page of its own. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/checkout/${params.order}`)
}

/** Takes one line off an order that is not paid yet. The checkout shows what is left, or where the order stands now. */
export async function action(asked: Route.ActionArgs) {
  const shop = asked.context.get(shopContext)
  const { order } = await requireOwnOrder(asked)
  const limit = await shop.limits.take('orderChange', order.id)
  if (!limit.ok) return tooMany(limit.retryAfterSeconds)
  const line = Number((await asked.request.formData()).get('line'))
  const prices = await findPrices(shop)
  await transact(shop, (work) =>
    removeLine(work, asked.context.get(sellablesContext), order.id, line, prices),
  )
  return redirect(`/checkout/${order.id}`, { status: 303, headers: privateHeaders })
}

/** Shown only for a refusal: everything else leads back to the checkout. */
export default function Removal({ actionData, params }: Route.ComponentProps) {
  return (
    <ActRefused
      title="The item was not removed"
      text={actionData?.refusal}
      back={`/checkout/${params.order}`}
      label="Back to Checkout"
    />
  )
}
