import '#app/features/orders/order.css'
import { carriesCardData } from '#app/gateway/card-data.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { ActionError, actionErrorMeta } from '#app/ui/action-error.tsx'
import { HoldPart } from '../components/checkout-page.tsx'
import { toDraftDetails } from '../input.ts'
import { saveDraft, renewHold } from '../store/hold.server.ts'
import type { Route } from './+types/renew'
import { changeHold } from './change-hold.server.ts'

export const meta = () => actionErrorMeta

export function action(args: Route.ActionArgs) {
  return changeHold(args, async () => {
    const form = await readForm(args.request)
    // Never save card data that was typed into a field; renew anyway.
    const typed = carriesCardData(form) ? {} : toDraftDetails(form)
    return async (work, sellables, orderId) => {
      await saveDraft(work, orderId, typed)
      await renewHold(work, sellables, orderId)
    }
  })
}

export default function Renewal({ actionData, params }: Route.ComponentProps) {
  return (
    <HoldPart>
      <ActionError
        title="The hold was not extended"
        text={actionData?.refusal}
        back={`/checkout/${params.order}`}
        label="Back to Checkout"
      />
    </HoldPart>
  )
}
