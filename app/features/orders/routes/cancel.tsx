import { redirect } from 'react-router'
import { transact } from '#app/db/work.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { tooMany } from '#app/http/refused.ts'
import '../order.css'
import { privateHeaders, requireOwnOrder } from '../access.server.ts'
import { ActRefused } from '../components/act-refused.tsx'
import { cancelHold, sellablesContext } from '../store.server.ts'
import type { Route } from './+types/cancel'

export const headers = () => privateHeaders

/** Letting go has no page of its own. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/checkout/${params.order}`)
}

/** Lets the held number go. What came of it, the checkout says: it shows where the order stands now. */
export async function action(asked: Route.ActionArgs) {
  const shop = asked.context.get(shopContext)
  const { order } = await requireOwnOrder(asked)
  const limit = await shop.limits.take('orderChange', order.id)
  if (!limit.ok) return tooMany(limit.retryAfterSeconds)
  await transact(shop, (work) => cancelHold(work, asked.context.get(sellablesContext), order.id))
  return redirect(`/checkout/${order.id}`, { status: 303, headers: privateHeaders })
}

/** Shown only for a refusal: everything else leads back to the checkout. */
export default function Cancellation({ actionData, params }: Route.ComponentProps) {
  return (
    <ActRefused
      title="The number was not let go"
      text={actionData?.refusal}
      back={`/checkout/${params.order}`}
      label="Back to Checkout"
    />
  )
}
