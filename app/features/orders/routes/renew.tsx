import { redirect } from 'react-router'
import { transact } from '#app/db/work.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { tooMany } from '#app/http/refused.ts'
import '../order.css'
import { privateHeaders, requireOwnOrder } from '../access.server.ts'
import { carriesCardData } from '#app/payments/card-data.ts'
import { toTypedDetails } from '../input.ts'
import { ActRefused } from '../components/act-refused.tsx'
import { keepTyped, renewHold, sellablesContext } from '../store.server.ts'
import type { Route } from './+types/renew'

export const headers = () => privateHeaders

/** A hold has no page of its own. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/checkout/${params.order}`)
}

/**
 * Keeps the hold for its full length again. What was typed so far comes along where no script keeps it on the page.
 * A refusal needs no answer of its own: the checkout shows how long is left, or that the hold is over.
 */
export async function action(asked: Route.ActionArgs) {
  const shop = asked.context.get(shopContext)
  const { order } = await requireOwnOrder(asked)
  const limit = await shop.limits.take('orderChange', order.id)
  if (!limit.ok) return tooMany(limit.retryAfterSeconds)
  const form = await asked.request.formData()
  // The hold is renewed all the same, but a card that was typed into a field is not kept.
  const typed = carriesCardData(form) ? {} : toTypedDetails(form)
  await transact(shop, async (work) => {
    await keepTyped(work, order.id, typed)
    await renewHold(work, asked.context.get(sellablesContext), order.id)
  })
  return redirect(`/checkout/${order.id}`, { status: 303, headers: privateHeaders })
}

/** Shown only for a refusal: everything else leads back to the checkout. */
export default function Renewal({ actionData, params }: Route.ComponentProps) {
  return (
    <ActRefused
      title="The hold was not renewed"
      text={actionData?.refusal}
      back={`/checkout/${params.order}`}
      label="Back to Checkout"
    />
  )
}
