import type { OrderVerb } from '../input.ts'
import type { VerbGate } from '../rules/verb-plans.ts'

/** What a verb is called, the key that opens its form, and its button. */
export const verbWords: Record<
  OrderVerb,
  { label: string; shortcut?: string; button: string; isStop?: boolean }
> = {
  approve: { label: 'Approve the review', shortcut: '⇧A', button: 'Approve' },
  ask_document: { label: 'Ask for a document', shortcut: 'M', button: 'Ask and email' },
  accept_document: { label: 'Accept a document', button: 'Accept' },
  refuse_document: { label: 'Refuse a document', button: 'Refuse and email', isStop: true },
  decline: { label: 'Decline and refund', button: 'Decline and refund', isStop: true },
  send_agreement: { label: 'Send price and terms', button: 'Send to the buyer' },
  request_balance: { label: 'Ask for the balance', shortcut: 'B', button: 'Ask for the balance' },
  record_balance: { label: 'Record a balance that was paid', button: 'Record payment' },
  extend_balance: { label: 'Give longer to pay', button: 'Set the new day' },
  withdraw_balance: { label: 'Withdraw the balance request', button: 'Withdraw', isStop: true },
  settle_tax: { label: 'Settle a sales tax difference', button: 'Record it as settled' },
  waive_balance: { label: 'Waive the balance', button: 'Waive', isStop: true },
  move_stage: { label: 'Move the stage', shortcut: '⇧M', button: 'Move and email' },
  set_dealer: { label: 'Set the dealer', shortcut: 'F', button: 'Set dealer' },
  ask_dealer: { label: 'Ask the dealer by email', button: 'Ask the dealer' },
  record_dealer_answer: { label: 'Record what the dealer said on the phone', button: 'Record the answer' },
  confirm_dealer: { label: 'Confirm the dealer’s address', button: 'Confirm' },
  send_dealer_request: { label: 'Write to the dealer that the buyer named', button: 'Write to the dealer' },
  refuse_dealer: {
    label: 'Refuse the dealer that the buyer named',
    button: 'Refuse and email',
    isStop: true,
  },
  withdraw_dealer: { label: 'The dealer withdrew', button: 'Record it' },
  refund: { label: 'Refund all, a line or an amount', shortcut: 'R', button: 'Refund', isStop: true },
  close: { label: 'End the reservation', button: 'End it', isStop: true },
  record_payout: { label: 'Record a refund that we paid', button: 'Record payment' },
  retry_refund: { label: 'Try a refused refund again', button: 'Try again' },
  note: { label: 'Add a note', shortcut: 'N', button: 'Add note' },
  correct_buyer: { label: 'Correct the buyer', button: 'Save correction' },
  send_link: { label: 'Send the private link again', button: 'Send link' },
  end_links: { label: 'End all private links', button: 'End links' },
}

/** What holds a verb back, and what opens it. */
export const verbGateWords: Record<VerbGate, string> = {
  not_paid: 'Opens when the order is paid.',
  nothing_left: 'Everything that was paid is refunded or being refunded.',
  no_email: 'The order has no email address yet.',
  nothing_to_pay_out: 'No refund waits for a person.',
  nothing_refused: 'No refund was refused.',
  nothing_to_decide: 'The state rules allow it: there is nothing to decide.',
  refused_by_rules: 'The state rules refuse it, which no approval changes.',
  review_open: 'Opens when the review is decided.',
  no_firearm: 'The order has no firearm under way.',
  agreed_already: 'Its price and terms are agreed.',
  not_agreed: 'Opens when price and terms are agreed.',
  no_balance_due: 'No balance is due.',
  balance_requested: 'The balance is requested already.',
  no_dealer: 'No dealer is chosen.',
  dealer_agreed: 'The dealer has agreed, and we confirmed it.',
  dealer_confirmed: 'No request of it waits to be confirmed.',
  dealer_known: 'No dealer that the buyer named waits to be looked up.',
  no_tax_difference: 'No sales tax difference is open.',
  no_document: 'No document waits to be read.',
}
