import type { Ending, OrderState, Stage } from '#app/features/orders/rules.ts'
import { carriers, showTracking } from '#app/features/orders/parcels.ts'
import { eventWords } from '#app/features/orders/words.ts'
import type { GateName } from '#app/features/reservations/rules.ts'
import { gateWords } from '#app/features/reservations/words.ts'

const staffEventWords: Record<string, string> = {
  held: 'Held',
  dealer_assigned: 'Dealer set',
  dealer_pending: 'Dealer named by the buyer, to be checked',
  dealer_requested: 'Dealer contacted',
  buyer_corrected: 'Buyer corrected',
  note: 'Note added',
  payment_decided: 'Payment held for review decided',
  payout_recorded: 'Payout of a refund recorded',
  links_ended: 'Private links ended',
  gateway_difference: 'Gateway differs from the ledger',
}

export function sheetEventWords(
  kind: string,
  data: Record<string, string | number | boolean | null>,
): string | undefined {
  if (kind === 'stage')
    return [
      `Stage: ${stageLabels[data.to as Stage] ?? String(data.to)}`,
      data.reason ? `back because ${String(data.reason)}` : '',
      trackingIn(data),
      overrideIn(data),
    ]
      .filter(Boolean)
      .join(', ')
  if (kind === 'tracking' && data.carrier)
    return `Tracking corrected: ${trackingIn(data)}, because ${String(data.reason)}`
  if (kind === 'buyer_corrected' && data.fields)
    return `Buyer corrected: ${String(data.fields).replaceAll('buyer', '').toLowerCase()}`
  const words = eventWords(kind, data, 'order')
  if (kind === 'balance_waived' && data.reason) return `${words}: ${String(data.reason)}`
  return staffEventWords[kind] ?? words
}

function overrideIn({
  overridden,
  overrideReason,
}: Record<string, string | number | boolean | null>): string {
  if (typeof overridden !== 'string') return ''
  const gates = overridden.split(' ').map((gate) => gateWords[gate as GateName]?.label ?? gate)
  return `owner override of “${gates.join('”, “')}”: ${String(overrideReason)}`
}

function trackingIn({ carrier, tracking }: Record<string, string | number | boolean | null>): string {
  const known = carriers.find((each) => each === carrier)
  return known ? (showTracking({ carrier: known, tracking: String(tracking) })?.text ?? '') : ''
}

export function actorWords(by: string): string {
  return { buyer: 'Buyer', shop: 'Shop' }[by] ?? by
}

export function stateStatus(state: OrderState) {
  return stateStatuses[state]
}

const stateStatuses = {
  held: { kind: 'wait', word: 'Held' },
  paying: { kind: 'half', word: 'Paying' },
  unknown: { kind: 'wait', word: 'Gateway silent' },
  review: { kind: 'review', word: 'Payment in review' },
  paid: { kind: 'done', word: 'Paid' },
  paid_unfulfilled: { kind: 'over', word: 'Charged without stock' },
  part_refunded: { kind: 'half', word: 'Partly refunded' },
  refunded: { kind: 'void', word: 'Refunded' },
  expired: { kind: 'void', word: 'Expired' },
  canceled: { kind: 'void', word: 'Canceled' },
} as const satisfies Record<OrderState, { kind: string; word: string }>

/** A stage or an ending as staff read it: shorter than in the words for buyers, and of the dealer, not of "your dealer". */
export const stageLabels: Record<Stage | Ending, string> = {
  reserved: 'Reserved',
  agreed: 'Agreed',
  balance_paid: 'Balance paid',
  in_build: 'In build',
  built: 'Built',
  form3_filed: 'Form 3 filed',
  form3_approved: 'Form 3 approved',
  shipped: 'Shipped',
  at_dealer: 'At dealer',
  form4_filed: 'Form 4 filed',
  form4_approved: 'Form 4 approved',
  picked_up: 'Picked up',
  canceled: 'Canceled',
  refunded: 'Refunded',
  disapproved: 'Disapproved',
  withdrawn: 'Withdrawn',
}
