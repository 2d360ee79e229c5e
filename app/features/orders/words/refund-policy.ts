import type { Fulfillment } from '../sellable.ts'

/** Version 2026-11 of the refund policy on reservations, one paragraph each. */
export const refundPolicy: readonly string[] = [
  'Until we file your federal transfer form, you can refund the deposit yourself on your private order page. You get all of it back, on the card you paid with.',
  'After the form is filed, write to us and we’ll work it out with you.',
  'A refunded number becomes available to others.',
]

/** The same version on everything else. */
const otherPolicies: Record<Exclude<Fulfillment, 'ffl_transfer'>, string> = {
  shipping:
    'Until we ship an item, you can refund it yourself on your private order page, with its tax, and with the shipping if nothing in the order has shipped. After that, write to us about a return.',
  digital: 'A download is refundable in full until you first download it, and not after that.',
  in_person: 'A seat is refundable in full until the time shown beside it, and not after that.',
}

/** The refund policy for an order's fulfillments, one paragraph each. */
export function refundPolicyOf(fulfillments: readonly Fulfillment[]): string[] {
  return [...new Set(fulfillments)].flatMap((each) =>
    each === 'ffl_transfer' ? refundPolicy : [otherPolicies[each]],
  )
}
