import { privateHeaders } from '#app/http/private-page.server.ts'
import '../order.css'
import { ActRefused } from '../components/act-refused.tsx'
import { findPrices, removeLine } from '../store.server.ts'
import type { Route } from './+types/removal'
import { changeHeld, leadToCheckout } from './held-change.server.ts'

export const headers = () => privateHeaders

export function loader(asked: Route.LoaderArgs) {
  return leadToCheckout(asked)
}

/** Takes one line off an order that is not paid yet. */
export function action(asked: Route.ActionArgs) {
  return changeHeld(asked, async (shop) => {
    const line = Number((await asked.request.formData()).get('line'))
    const prices = await findPrices(shop)
    return (work, sellables, orderId) => removeLine(work, sellables, orderId, line, prices)
  })
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
