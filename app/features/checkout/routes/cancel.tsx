import { privatePageHeaders } from '#app/http/private-page.server.ts'
import '#app/features/orders/order.css'
import { ActionError } from '#app/features/orders/components/action-error.tsx'
import { cancelHold } from '../store.server.ts'
import type { Route } from './+types/cancel'
import { changeHold, redirectToCheckout } from './change-hold.server.ts'

export const headers = () => privatePageHeaders

export function loader(args: Route.LoaderArgs) {
  return redirectToCheckout(args)
}

/** Releases the hold. */
export function action(args: Route.ActionArgs) {
  return changeHold(args, async () => cancelHold)
}

/** Shown only for a refusal; otherwise it redirects to the checkout. */
export default function Cancellation({ actionData, params }: Route.ComponentProps) {
  return (
    <ActionError
      title="The hold was not released"
      text={actionData?.refusal}
      back={`/checkout/${params.order}`}
      label="Back to Checkout"
    />
  )
}
