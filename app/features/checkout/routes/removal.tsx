import { findKnownRules } from '#app/features/compliance/store/state-rules.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import '#app/features/orders/order.css'
import { ActionError, actionErrorMeta } from '#app/ui/action-error.tsx'
import { parsePosition } from '#app/features/orders/quote.ts'
import { findPrices } from '#app/features/orders/store/buyer.server.ts'
import { removeLine } from '../store/quote.server.ts'
import { removalRefusalWords } from '../words.ts'
import type { Route } from './+types/removal'
import { changeHold } from './change-hold.server.ts'

export const meta = () => actionErrorMeta

export function action(args: Route.ActionArgs) {
  return changeHold(
    args,
    async (shop) => {
      const line = parsePosition((await readForm(args.request)).get('line'))
      if (line === undefined) return { problem: removalRefusalWords.no_line }
      const [prices, rules] = await Promise.all([findPrices(shop), findKnownRules(shop.db, shop.now())])
      return (work, sellables, orderId) => removeLine(work, sellables, orderId, line, { ...prices, rules })
    },
    '#summary',
  )
}

export default function Removal({ actionData, params }: Route.ComponentProps) {
  return (
    <ActionError
      title="The item was not removed"
      text={actionData?.refusal}
      back={`/checkout/${params.order}`}
      label="Back to Checkout"
    />
  )
}
