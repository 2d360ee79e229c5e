import type { ParcelState, ReturnDecision } from '#app/features/orders/parcels.ts'
import { refusalWordsOf } from '#app/kit/refusal.ts'
import type { ParcelMark, ShippingView } from './rules.ts'

export const viewWords: Record<ShippingView, { name: string; empty: string; next: string }> = {
  'to-pack': { name: 'To pack', empty: 'Nothing is waiting to be packed.', next: 'Pack them' },
  packed: {
    name: 'Packed',
    empty: 'No packed parcel is waiting for its carrier.',
    next: 'Hand them to the carrier',
  },
  sent: { name: 'Sent', empty: 'No parcel is on its way.', next: 'Mark what arrived or came back' },
  returns: {
    name: 'Returns',
    empty: 'No returned parcel is waiting to be settled.',
    next: 'Look at what came back, then refund it',
  },
}

export const markWords: Record<ParcelMark, string> = {
  adult_signature: 'Adult signature',
  no_air: 'No air',
  california: 'California',
  flags_unknown: 'Flags not entered',
}

const serviceWords: Partial<Record<ParcelMark, string>> = {
  adult_signature: 'Adult signature required (21 or older)',
  no_air: 'Ground only',
}

export function labelServices(marks: readonly ParcelMark[]): string[] {
  return marks.flatMap((mark) => serviceWords[mark] ?? [])
}

export function labelText({
  address,
  phone,
  method,
  marks,
}: {
  address: readonly string[]
  phone: string
  method: string
  marks: readonly ParcelMark[]
}): string {
  return [...address, phone, method, ...labelServices(marks)].filter(Boolean).join('\n')
}

export const parcelStateWords: Record<ParcelState, string> = {
  packed: 'Packed',
  sent: 'Sent',
  delivered: 'Delivered',
  returned: 'Returned, not looked at',
  decided: 'Returned, decided',
  refunded: 'Returned and refunded',
}

export const decisionWords: Record<ReturnDecision, string> = {
  restocked: 'As new: back on the shelf',
  kept_out: 'Not for sale: it stays off the shelf',
  resend: 'It could not be delivered: pack it again',
}

const refusals: Record<string, string> = {
  changed: 'Somebody changed this order since you opened it. Look at it again: nothing was done.',
  order_not_found: 'There is no such order.',
  not_paid: 'This order is not paid, or there is no such parcel.',
  in_review: 'The state rules want this order looked at. Decide its review first.',
  refused_by_state: 'The state rules refuse this delivery. Decline the order, or correct its address.',
  nothing_to_pack: 'Nothing is left to pack. Choose how many of each.',
  too_many: 'That is more than is left to pack.',
  refund_under_way: 'A refund of one of these items is under way.',
  line_refunded: 'An item in this parcel was refunded. Open the parcel, and take it out.',
  no_such_step: 'The parcel is not in a state that allows this.',
  too_late: 'That can be undone within an hour only. When it comes back, receive it.',
  correction_reason_missing: 'Say what was wrong with the number: the buyer has it.',
  needs_reason: 'Say why the goods stay off the shelf.',
  too_much: 'Nothing is left of the charge to refund.',
  not_chosen: 'Choose what you found.',
}

export function packGates({ isPaid, gate }: { isPaid: boolean; gate: string | null }): string[] {
  return [...(isPaid ? [] : ['not_paid']), ...(gate ? [gate] : [])].map(refusalWords)
}

export const refusalWords = refusalWordsOf(refusals)
