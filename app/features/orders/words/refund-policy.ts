import type { Fulfillment } from '../sellable.ts'

/** The refund policy of version 2026-11 on reservations, one paragraph each. */
export const refundPolicy: readonly string[] = [
  'Until we file your federal transfer form, you take the deposit back yourself on your private order page. It goes back whole, to the card it came from.',
  'After the form is filed, ask us and we settle it with you.',
  'A refunded number is open to others again.',
]

/** The same version on everything else. */
const otherPolicies: Record<Exclude<Fulfillment, 'ffl_transfer'>, string> = {
  shipping:
    'Until we dispatch a parcel, you take it back yourself on your private order page, with its tax, and with the shipping if nothing of the order was sent. After that, ask us about a return.',
  digital: 'A download is given back in full until it is first downloaded, and not after that.',
  in_person: 'A seat is given back in full until the time that stands beside it, and not after that.',
}

/** What can be given back how long, for what is in an order, one paragraph each. */
export function refundPolicyOf(fulfillments: readonly Fulfillment[]): string[] {
  return [...new Set(fulfillments)].flatMap((each) =>
    each === 'ffl_transfer' ? refundPolicy : [otherPolicies[each]],
  )
}
