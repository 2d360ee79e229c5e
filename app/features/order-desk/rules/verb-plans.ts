import {
  isEnding,
  isPaid,
  type OrderState,
  refundableCents,
  type Stage,
  type Ending,
} from '#app/features/orders/rules.ts'
import { type DealerAnswer, hasDealerAgreed, type ReviewState } from '#app/features/orders/review.ts'
import type { StaffRight } from '#app/features/staff/rules.ts'
import type { OrderVerb } from '../input.ts'

export type FirearmFacts = {
  position: number
  stage: Stage | Ending
  isReturned: boolean
  terms: 'none' | 'sent' | 'accepted'
  balance: 'none' | 'due' | 'met' | 'ended'
  /** The sales tax of its paid balance differs where the dealer is now, and nobody settled that. */
}

export type VerbFacts = {
  order: { state: OrderState; capturedCents: number; refundedCents: number; buyerEmail: string | null }
  /** What open refunds have claimed already, in cents. */
  openRefundCents: number
  refunds: readonly { state: string; gateway: string }[]
  review: ReviewState
  unreadDocuments: number
  firearms: readonly FirearmFacts[]
  hasDealer: boolean
  dealerAnswer: DealerAnswer | null
}

export type VerbGate =
  | 'not_paid'
  | 'no_payment_review'
  | 'nothing_left'
  | 'no_email'
  | 'nothing_to_pay_out'
  | 'nothing_refused'
  | 'nothing_to_decide'
  | 'refused_by_rules'
  | 'review_open'
  | 'no_firearm'
  | 'agreed_already'
  | 'not_agreed'
  | 'no_balance_due'
  | 'balance_requested'
  | 'no_dealer'
  | 'dealer_agreed'
  | 'dealer_confirmed'
  | 'dealer_known'
  | 'no_document'

/** What a verb needs: the right, whether its money or its law needs a recent sign-in, and its gates. */
type VerbPlan = {
  right: StaffRight
  needsRecentSignIn: boolean
  gates: (facts: VerbFacts) => VerbGate[]
}

const active = ({ firearms }: VerbFacts) =>
  firearms.filter(({ stage, isReturned }) => !isEnding(stage) && !isReturned && stage !== 'picked_up')

const unless = (isMet: boolean, gate: VerbGate): VerbGate[] => (isMet ? [] : [gate])

const paid = ({ order }: VerbFacts) => unless(isPaid(order.state), 'not_paid')
const withFirearm = (facts: VerbFacts) => [...paid(facts), ...unless(active(facts).length > 0, 'no_firearm')]
const someDue = (facts: VerbFacts) =>
  unless(
    active(facts).some(({ balance }) => balance === 'due'),
    'no_balance_due',
  )

const unread = ({ unreadDocuments }: VerbFacts) => unless(unreadDocuments > 0, 'no_document')

const withDealer = (facts: VerbFacts) => [...withFirearm(facts), ...unless(facts.hasDealer, 'no_dealer')]
const isUnconfirmed = ({ dealerAnswer }: VerbFacts) =>
  dealerAnswer !== null &&
  !dealerAnswer.isConfirmed &&
  ['pending', 'requested', 'accepted'].includes(dealerAnswer.is)
const toLookUp = (facts: VerbFacts) => [
  ...withDealer(facts),
  ...unless(facts.dealerAnswer?.is === 'pending', 'dealer_known'),
]

/** Every verb of an order sheet: who may perform it, and what holds it back. The server checks again when it is performed. */
export const verbPlans: Record<OrderVerb, VerbPlan> = {
  approve: {
    right: 'reviews.decide',
    needsRecentSignIn: true,
    gates: ({ review }) => {
      if (review === 'refused') return ['refused_by_rules']
      return unless(review === 'waiting' || review === 'document', 'nothing_to_decide')
    },
  },
  ask_document: {
    right: 'reviews.decide',
    needsRecentSignIn: false,
    gates: (facts) => [...paid(facts), ...unless(facts.review !== 'declined', 'nothing_to_decide')],
  },
  accept_document: { right: 'reviews.decide', needsRecentSignIn: false, gates: unread },
  refuse_document: { right: 'reviews.decide', needsRecentSignIn: false, gates: unread },
  // It pays everything back.
  decline: {
    right: 'money.refund',
    needsRecentSignIn: true,
    gates: (facts) => [...paid(facts), ...unless(facts.review !== 'clear', 'nothing_to_decide')],
  },
  settle_payment: {
    right: 'money.refund',
    needsRecentSignIn: true,
    gates: ({ order }) => unless(order.state === 'review', 'no_payment_review'),
  },
  send_agreement: {
    right: 'orders.write',
    needsRecentSignIn: false,
    gates: (facts) => [
      ...withFirearm(facts),
      ...unless(facts.review === 'clear', 'review_open'),
      ...unless(
        active(facts).some(({ stage }) => stage === 'reserved'),
        'agreed_already',
      ),
    ],
  },
  move_stage: { right: 'transfers', needsRecentSignIn: false, gates: withFirearm },
  request_balance: {
    right: 'orders.write',
    needsRecentSignIn: false,
    gates: (facts) => [
      ...withFirearm(facts),
      ...unless(facts.review === 'clear', 'review_open'),
      ...unless(
        active(facts).some(({ stage, terms }) => stage !== 'reserved' && terms === 'accepted'),
        'not_agreed',
      ),
      ...unless(
        active(facts).some(({ balance }) => balance === 'none' || balance === 'ended'),
        'balance_requested',
      ),
    ],
  },
  record_balance: { right: 'money.refund', needsRecentSignIn: true, gates: someDue },
  extend_balance: { right: 'orders.write', needsRecentSignIn: false, gates: someDue },
  withdraw_balance: { right: 'orders.write', needsRecentSignIn: false, gates: someDue },
  waive_balance: { right: 'override', needsRecentSignIn: true, gates: someDue },
  set_dealer: { right: 'dealers.write', needsRecentSignIn: false, gates: withFirearm },
  ask_dealer: {
    right: 'dealers.write',
    needsRecentSignIn: false,
    gates: (facts) => [
      ...withDealer(facts),
      ...unless(!hasDealerAgreed(facts.dealerAnswer), 'dealer_agreed'),
    ],
  },
  record_dealer_answer: { right: 'dealers.write', needsRecentSignIn: false, gates: withDealer },
  confirm_dealer: {
    right: 'dealers.write',
    needsRecentSignIn: false,
    gates: (facts) => [...withDealer(facts), ...unless(isUnconfirmed(facts), 'dealer_confirmed')],
  },
  send_dealer_request: { right: 'dealers.write', needsRecentSignIn: false, gates: toLookUp },
  refuse_dealer: { right: 'dealers.write', needsRecentSignIn: false, gates: toLookUp },
  withdraw_dealer: {
    right: 'dealers.write',
    needsRecentSignIn: false,
    gates: withDealer,
  },
  refund: {
    right: 'money.refund',
    needsRecentSignIn: true,
    gates: (facts) =>
      isPaid(facts.order.state)
        ? unless(refundableCents(facts.order) > facts.openRefundCents, 'nothing_left')
        : ['not_paid'],
  },
  close: { right: 'money.refund', needsRecentSignIn: true, gates: withFirearm },
  record_payout: {
    right: 'money.refund',
    needsRecentSignIn: true,
    gates: ({ refunds }) => unless(refunds.some(mayBePaidOut), 'nothing_to_pay_out'),
  },
  retry_refund: {
    right: 'money.refund',
    needsRecentSignIn: true,
    gates: ({ refunds }) =>
      unless(
        refunds.some(({ state }) => state === 'refused'),
        'nothing_refused',
      ),
  },
  note: { right: 'orders.read', needsRecentSignIn: false, gates: () => [] },
  // The private link goes where the address says.
  correct_buyer: { right: 'orders.write', needsRecentSignIn: true, gates: paid },
  send_link: {
    right: 'orders.write',
    needsRecentSignIn: false,
    gates: ({ order }) => unless(order.buyerEmail !== null, 'no_email'),
  },
  end_links: { right: 'orders.write', needsRecentSignIn: false, gates: () => [] },
}

const mailing: readonly OrderVerb[] = [
  'approve',
  'ask_document',
  'refuse_document',
  'decline',
  'send_agreement',
  'request_balance',
  'extend_balance',
  'move_stage',
  'set_dealer',
  'ask_dealer',
  'send_dealer_request',
  'record_dealer_answer',
  'refuse_dealer',
  'withdraw_dealer',
  'refund',
  'close',
  'record_payout',
  'send_link',
]

export function sendsMail(verb: OrderVerb): boolean {
  return mailing.includes(verb)
}

export function mayBePaidOut({ state, gateway }: { state: string; gateway: string }): boolean {
  return state === 'by_check' || state === 'refused' || (state === 'started' && gateway === 'manual')
}
