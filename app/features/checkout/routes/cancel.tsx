import '#app/features/orders/order.css'
import { ActionError, actionErrorMeta } from '#app/ui/action-error.tsx'
import { cancelHold } from '../store/hold.server.ts'
import type { Route } from './+types/cancel'
import { changeHold } from './change-hold.server.ts'

export const meta = () => actionErrorMeta

export function action(args: Route.ActionArgs) {
  return changeHold(args, async () => cancelHold)
}

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
