import type { Fulfillment } from '../rules/goods.ts'

/** The refund policy on reservations in short, one paragraph each. A change is a new version (rules/policy-versions.ts). */
export const refundPolicy: readonly string[] = [
  'Until we file your federal transfer form, you can refund the deposit yourself on your private order page. You get all of it back, on the card you paid with.',
  'After the form is filed, write to us and we’ll work it out with you.',
  'A refunded number becomes available to others.',
]

const otherPolicies: Record<Exclude<Fulfillment, 'ffl_transfer'>, string> = {
  shipping:
    'Until we ship an item, you can refund it yourself on your private order page, with its tax, and with the shipping if nothing in the order has shipped. After that, write to us about a return.',
  digital: 'A download is refundable in full until you first download it, and not after that.',
  with_reservation:
    'Until we file your federal transfer form, the balance goes back with the deposit: refund the reservation on its own page, and you get all of both. After the form is filed, write to us and we’ll work it out with you.',
  in_person: 'A seat is refundable in full until the time shown beside it, and not after that.',
}

export function refundPolicyOf(fulfillments: readonly Fulfillment[]): string[] {
  return [...new Set(fulfillments)].flatMap((each) =>
    each === 'ffl_transfer' ? refundPolicy : [otherPolicies[each]],
  )
}
