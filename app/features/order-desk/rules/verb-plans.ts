import {
  isEnding,
  isPaid,
  type OrderState,
  refundableCents,
  type Stage,
  type Ending,
} from '#app/features/orders/rules.ts'
import {
  type DealerAnswer,
  hasDealerAgreed,
  type ReviewState,
  reviewStateOf,
} from '#app/features/orders/review.ts'
import type { StaffRight } from '#app/features/staff/rules.ts'
import type { OrderVerb } from '../input.ts'
import type { VerbGate } from '../words.ts'
import { isDue, isUnderWay } from '#app/features/reservations/rules.ts'
import { gateFactsOf } from '#app/features/reservations/rules.ts'
import type { GateFacts } from '#app/features/reservations/rules.ts'
import type { LifeRecord, SheetRecord } from '../store.server.ts'

export type FirearmFacts = {
  position: number
  stage: Stage | Ending
  isReturned: boolean
  terms: 'none' | 'sent' | 'accepted'
  balance: 'none' | 'due' | 'met' | 'ended'
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

/** What a verb needs: the right, whether its money or its law needs a recent sign-in, and its gates. */
type VerbPlan = {
  right: StaffRight
  needsRecentSignIn?: true
  sendsMail?: true
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
  dealerAnswer !== null && !dealerAnswer.isConfirmed && ['requested', 'accepted'].includes(dealerAnswer.is)
/** Every verb of an order sheet: who may perform it, and what holds it back. The server checks again when it is performed. */
export const verbPlans: Record<OrderVerb, VerbPlan> = {
  approve: {
    right: 'reviews.decide',
    sendsMail: true,
    needsRecentSignIn: true,
    gates: ({ review }) => {
      if (review === 'refused') return ['refused_by_rules']
      return unless(review === 'waiting' || review === 'document', 'nothing_to_decide')
    },
  },
  ask_document: {
    right: 'reviews.decide',
    sendsMail: true,
    gates: (facts) => [...paid(facts), ...unless(facts.review !== 'declined', 'nothing_to_decide')],
  },
  accept_document: { right: 'reviews.decide', gates: unread },
  refuse_document: { right: 'reviews.decide', sendsMail: true, gates: unread },
  // It pays everything back.
  decline: {
    right: 'money.refund',
    sendsMail: true,
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
    sendsMail: true,
    gates: (facts) => [
      ...withFirearm(facts),
      ...unless(facts.review === 'clear', 'review_open'),
      ...unless(
        active(facts).some(({ stage }) => stage === 'reserved'),
        'agreed_already',
      ),
    ],
  },
  move_stage: { right: 'transfers', sendsMail: true, gates: withFirearm },
  correct_shipment: {
    right: 'transfers',
    sendsMail: true,
    gates: (facts) =>
      unless(
        active(facts).some(({ stage }) => isUnderWay(stage)),
        'not_shipped',
      ),
  },
  request_balance: {
    right: 'orders.write',
    sendsMail: true,
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
  extend_balance: { right: 'orders.write', sendsMail: true, gates: someDue },
  withdraw_balance: { right: 'orders.write', gates: someDue },
  waive_balance: { right: 'override', needsRecentSignIn: true, gates: someDue },
  set_dealer: { right: 'dealers.write', sendsMail: true, gates: withFirearm },
  ask_dealer: {
    right: 'dealers.write',
    sendsMail: true,
    gates: (facts) => [
      ...withDealer(facts),
      ...unless(!hasDealerAgreed(facts.dealerAnswer), 'dealer_agreed'),
    ],
  },
  record_dealer_answer: { right: 'dealers.write', sendsMail: true, gates: withDealer },
  confirm_dealer: {
    right: 'dealers.write',
    gates: (facts) => [...withDealer(facts), ...unless(isUnconfirmed(facts), 'dealer_confirmed')],
  },
  withdraw_dealer: { right: 'dealers.write', sendsMail: true, gates: withDealer },
  refund: {
    right: 'money.refund',
    sendsMail: true,
    needsRecentSignIn: true,
    gates: (facts) =>
      isPaid(facts.order.state)
        ? unless(refundableCents(facts.order) > facts.openRefundCents, 'nothing_left')
        : ['not_paid'],
  },
  close: { right: 'money.refund', sendsMail: true, needsRecentSignIn: true, gates: withFirearm },
  record_payout: {
    right: 'money.refund',
    sendsMail: true,
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
  note: { right: 'orders.read', gates: () => [] },
  // The private link goes where the address says.
  correct_buyer: { right: 'orders.write', needsRecentSignIn: true, gates: paid },
  send_link: {
    right: 'orders.write',
    sendsMail: true,
    gates: ({ order }) => unless(order.buyerEmail !== null, 'no_email'),
  },
  end_links: { right: 'orders.write', gates: () => [] },
}

export function mayBePaidOut({ state, gateway }: { state: string; gateway: string }): boolean {
  return state === 'by_check' || state === 'refused' || (state === 'started' && gateway === 'manual')
}

export function factsOf({ order }: SheetRecord, life: LifeRecord): VerbFacts {
  const open = order.refunds.filter(
    ({ state, isLate }) => !isLate && (state === 'started' || state === 'by_check'),
  )
  return {
    order,
    refunds: order.refunds,
    openRefundCents: open.reduce((sum, { amountCents }) => sum + amountCents, 0),
    review: reviewOf(order, life),
    unreadDocuments: life.documents.filter(({ state }) => state === 'waiting').length,
    hasDealer: order.dealerName !== null,
    dealerAnswer: order.dealerAnswer,
    firearms: order.lines.flatMap(({ position, stage, returnedAt }): FirearmFacts[] =>
      stage === null
        ? []
        : [
            {
              position,
              stage,
              isReturned: returnedAt !== null,
              terms: termsOf(life, position),
              balance: balanceOf(life, position),
            },
          ],
    ),
  }
}

export function reviewOf(order: SheetRecord['order'], { reviews }: LifeRecord): ReviewState {
  return reviewStateOf(order.verdict, reviews[0])
}

export function firearmGates(
  { order }: SheetRecord,
  life: LifeRecord,
  line: SheetRecord['order']['lines'][number],
  onDay: string,
): GateFacts {
  const isOfLine = ({ position }: { position: number }) => position === line.position
  return gateFactsOf({
    line,
    review: reviewOf(order, life),
    terms: life.terms.find(isOfLine),
    balance: life.balances.find(isOfLine),
    dealerAnswer: order.dealerAnswer,
    dealerFile: life.dealer?.file,
    onDay,
  })
}

function termsOf({ terms }: LifeRecord, position: number): FirearmFacts['terms'] {
  const found = terms.find((each) => each.position === position)
  if (!found) return 'none'
  return found.acceptedAt ? 'accepted' : 'sent'
}

function balanceOf({ balances }: LifeRecord, position: number): FirearmFacts['balance'] {
  const found = balances.find((each) => each.position === position)
  if (!found) return 'none'
  if (found.state === 'released') return 'ended'
  return isDue(found.state) ? 'due' : 'met'
}
