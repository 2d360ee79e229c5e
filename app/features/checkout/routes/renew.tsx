import '#app/features/orders/order.css'
import { carriesCardData } from '#app/gateway/card-data.ts'
import { privatePageHeaders } from '#app/http/private-page.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { ActionError } from '#app/features/orders/components/act-refused.tsx'
import { toTypedDetails } from '../input.ts'
import { keepTyped, renewHold } from '../store.server.ts'
import type { Route } from './+types/renew'
import { changeHeld, leadToCheckout } from './held-change.server.ts'

export const headers = () => privatePageHeaders

export function loader(args: Route.LoaderArgs) {
  return leadToCheckout(args)
}

/**
 * Keeps the hold for its full length again. What was typed so far comes along where no script keeps it on the page.
 * A refusal needs no answer of its own: the checkout shows how long is left, or that the hold is over.
 */
export function action(args: Route.ActionArgs) {
  return changeHeld(args, async () => {
    const form = await readForm(args.request)
    // The hold is renewed all the same, but a card that was typed into a field is not kept.
    const typed = carriesCardData(form) ? {} : toTypedDetails(form)
    return async (work, sellables, orderId) => {
      await keepTyped(work, orderId, typed)
      await renewHold(work, sellables, orderId)
    }
  })
}

/** Shown only for a refusal: everything else leads back to the checkout. */
export default function Renewal({ actionData, params }: Route.ComponentProps) {
  return (
    <ActionError
      title="The hold was not renewed"
      text={actionData?.refusal}
      back={`/checkout/${params.order}`}
      label="Back to Checkout"
    />
  )
}
