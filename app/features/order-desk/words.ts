import type { Stage } from '#app/features/orders/rules.ts'
import { carriers, showTracking } from '#app/features/orders/parcels.ts'
import { eventWords } from '#app/features/orders/words.ts'
import {
  balanceRefusalWords,
  type GateName,
  gateRules,
  type Shipment,
} from '#app/features/reservations/rules.ts'
import { stageLabels } from './listed.ts'
import { verdictText } from '#app/features/compliance/words.ts'
import type { FieldErrors } from '#app/http/form.ts'
import { refusalWordsOf } from '#app/kit/refusal.ts'
import type { Outcome } from './verb.server.ts'

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
  const gates = overridden.split(' ').map((gate) => gateRules[gate as GateName]?.label ?? gate)
  return `owner override of “${gates.join('”, “')}”: ${String(overrideReason)}`
}

function trackingIn({ carrier, tracking }: Record<string, string | number | boolean | null>): string {
  const known = carriers.find((each) => each === carrier)
  return known ? (showTracking({ carrier: known, tracking: String(tracking) })?.text ?? '') : ''
}

export function actorWords(by: string): string {
  return { buyer: 'Buyer', shop: 'Shop' }[by] ?? by
}

type Refused = Extract<Outcome, { ok: false }>

export function refusalSentences({ why, gates, verdict }: Refused): string[] {
  if (gates) return gates.map((gate) => gateRules[gate].held)
  if (verdict) return [verdictText(verdict)]
  return [sentenceOf(why)]
}

const shipmentWords: Record<keyof Shipment, string> = {
  carrier: 'Choose the carrier it was handed to.',
  tracking: 'Enter the tracking number.',
}

export function refusalErrors(refused: Refused): FieldErrors {
  const { missing } = refused
  return missing
    ? Object.fromEntries(missing.map((field) => [field, [shipmentWords[field]]]))
    : { form: refusalSentences(refused) }
}

const sentences: Record<string, string> = {
  ...balanceRefusalWords,
  order_not_found: 'There is no order of this code.',
  not_paid: 'The order is not paid.',
  no_payment_review: 'No payment of this order is held for review.',
  unchanged: 'Nothing was changed: it is what the order says already.',
  no_buyer_email: 'The order has no email address yet.',
  too_much: 'That is more than can still be refunded.',
  refund_under_way: 'A refund of this line is in progress.',
  no_such_line: 'This line was returned, or is no firearm.',
  not_ours: 'It is at its dealer or picked up: it can’t go back on sale.',
  code_in_use: 'The early-access code of this patch holds or bought a number. Refund that number first.',
  line_unreadable: 'What this line sold cannot be read from the record. See the alert of this order.',
  refund_not_found: 'There is no such refund.',
  nothing_to_pay_out: 'This refund doesn’t wait for a person.',
  not_refused: 'This refund was not refused.',
  no_longer_owed: 'This refund is no longer owed: it was refunded another way.',
  refused_by_rules: 'The state rules refuse it, which no approval changes.',
  nothing_to_decide: 'The state rules allow it: there is nothing to decide.',
  declined: 'This order was declined.',
  in_review: 'The review is not decided.',
  note_missing: 'Write a note: it is stored with your name.',
  due_in_past: 'The day has to be after today.',
  already_agreed: 'Price and terms are agreed. Move it back to Reserved to change them.',
  below_deposit: 'The final price is below the deposit that was paid.',
  terms_missing: 'Write what is built and what the price includes.',
  no_such_move: 'A firearm moves one stage on or back at a time, along the stages of its class.',
  day_to_come: 'The day is in the future: enter the day on which it happened.',
  day_too_early: 'The day is before the day of its current stage.',
  reason_missing: 'Say why it goes back.',
  shipment_missing: 'It needs its carrier and tracking number: move it from its own sheet.',
  override_is_owners: 'Only the owner may move it past its gates.',
  amount_missing: 'Enter how much of the deposit is refunded: 0 for nothing.',
  picked_up: 'It was picked up and belongs to its buyer.',
  not_back_yet: 'It was shipped to the dealer: it has to be back with us first.',
  no_dealer: 'This order has no dealer yet.',
  form_filed: 'The transfer form is filed and names the dealer. Record that the dealer withdrew first.',
  no_such_document: 'There is no such document: it was deleted.',
  document_decided: 'Somebody decided about this document already.',
  nothing_to_send: 'No dealer waits to be looked up.',
  nothing_to_confirm: 'There is nothing to confirm: no request is open, or it is confirmed already.',
  dealer_not_found: 'No dealer on the federal list has this license number.',
  unlisted: 'This dealer is no longer on the federal list.',
  blocked: 'This dealer is blocked. See the dealer’s file.',
}

const sentenceOf = refusalWordsOf(sentences)
