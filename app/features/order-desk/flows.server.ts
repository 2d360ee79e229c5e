import type { Perform, UnitOfWork } from '#app/db/work.server.ts'
import { correctBuyer, findPrices } from '#app/features/orders/store/buyer.server.ts'
import { findOrder, expectRevision, type OrderEvent } from '#app/features/orders/store/read.server.ts'
import { endLinks } from '#app/features/orders/store/links.server.ts'
import { refundOrder, tryRefundAgain, recordPayout } from '#app/features/refunds/flows.server.ts'
import { settlePaymentReview } from '#app/features/payments/flows.server.ts'
import { publicCode, type KeyedHash } from '#app/kit/ids.ts'
import { allowed, refuse, type Refusal } from '#app/kit/refusal.ts'
import type { OrderVerb, VerbInput } from './input.ts'
import { addNote } from './store.server.ts'
import { findRulesFor } from '#app/features/compliance/store/state-rules.server.ts'
import { askForStaff, confirmRequest, recordCall } from '#app/features/dealers/store/staff.server.ts'
import { assignDealer } from '#app/features/dealers/store/choice.server.ts'
import { recordBalancePayment } from '#app/features/reservations/balance-flows.server.ts'
import {
  approveReview,
  declineReview,
  requestDocument,
} from '#app/features/reservations/store/decide.server.ts'
import { closeReservation, withdrawDealer } from '#app/features/reservations/store/close.server.ts'
import { decideDocument } from '#app/features/reservations/store/documents.server.ts'
import {
  extendBalance,
  waiveBalance,
  withdrawBalance,
  requestBalance,
} from '#app/features/reservations/store/balance.server.ts'
import { correctShipment, moveReservation } from '#app/features/reservations/store/move.server.ts'
import { sendAgreement } from '#app/features/reservations/store/agreement.server.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { actAs, type Recorded } from '#app/access/act.server.ts'
import { changeOf } from '#app/access/difference.ts'
import type { SentForm } from '#app/access/make-once.server.ts'
import type { Verdict } from '#app/features/compliance/rules.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import type { GateName } from '#app/features/reservations/rules.ts'
import type { Shipment } from '#app/features/reservations/rules.ts'
import type { PaymentContext } from '#app/gateway/payment-context.server.ts'

export type Acting = {
  ctx: PaymentContext
  sellables: Sellables
  timeZone: string
  orderId: string
  revision: number
  by: string
  actor: string
  keyedHash: KeyedHash
  mayOverride: boolean
}

/** `changed` carries the events since the revision that was seen, `gates` those that hold a move. */
export type Outcome =
  | { ok: true }
  | (Refusal & { since?: OrderEvent[]; gates?: GateName[]; verdict?: Verdict; missing?: (keyof Shipment)[] })

type AuditData = Record<string, string | number | boolean>

/** Performs and audits a verb, if the order is still as it was seen. `form`: that of one that leaves the revision as it is. */
export function act<Result extends { ok: boolean } = Outcome>(
  { ctx, orderId, revision, actor }: Pick<Acting, 'ctx' | 'orderId' | 'revision' | 'actor'>,
  verb: string,
  data: AuditData,
  task: (work: UnitOfWork) => Promise<Result>,
  form?: SentForm,
): Promise<Recorded<Result>> {
  const expect = (work: UnitOfWork) => expectRevision(work, orderId, revision)
  return actAs(ctx, actor, { verb, subject: orderId, data, expect, ...(form && { form }) }, task)
}

const ofOrder = ({ orderId, by }: Acting) => ({ orderId, by })

const decisionOf = (acting: Acting, note: string) => ({ ...ofOrder(acting), note })

export const verbs: { [Verb in OrderVerb]: (acting: Acting, input: VerbInput<Verb>) => Promise<Outcome> } = {
  approve: (acting, { note }) =>
    act(acting, 'approve', { note }, (work) =>
      approveReview(work, acting.sellables, decisionOf(acting, note)),
    ),
  ask_document: (acting, { note, dueOn, documents }) =>
    act(acting, 'ask-document', { note, dueOn, documents: documents.join(' ') }, (work) => {
      const today = formatIsoDay(work.now, acting.timeZone)
      return requestDocument(work, acting.sellables, {
        ...decisionOf(acting, note),
        dueOn,
        today,
        documents,
      })
    }),
  accept_document: (acting, { document: id }) =>
    act(acting, 'accept-document', { document: id }, (work) =>
      decideDocument(work, { ...ofOrder(acting), id, state: 'accepted' }),
    ),
  refuse_document: (acting, { document: id, reason }) =>
    act(acting, 'refuse-document', { document: id }, (work) =>
      decideDocument(work, { ...ofOrder(acting), id, state: 'refused', reason }),
    ),
  decline: (acting, { note }) =>
    act(acting, 'decline', { note }, (work) =>
      declineReview(work, acting.sellables, decisionOf(acting, note)),
    ),
  settle_payment: (acting, { ruling, reason }) =>
    settlePaymentReview(acting.ctx, acting.sellables, acting.orderId, { ruling, by: acting.by }, (task) =>
      act(acting, 'payment-review', { ruling, reason }, task),
    ),

  send_agreement: (acting, { price: priceCents, ...terms }) =>
    act(acting, 'send-agreement', { ...terms, priceCents }, (work) =>
      sendAgreement(work, acting.sellables, { ...ofOrder(acting), ...terms, priceCents }),
    ),
  async request_balance(acting, { position, dueOn, county }) {
    const prices = await findPrices({ ...acting.ctx, timeZone: acting.timeZone })
    const request = { ...ofOrder(acting), position, dueOn, county: county || null }
    return act(acting, 'balance', { position, dueOn: dueOn ?? '' }, (work) =>
      requestBalance(work, request, prices, acting.timeZone),
    )
  },
  record_balance(acting, { amount: amountCents, ...payment }) {
    const received = { ...ofOrder(acting), ...payment, amountCents }
    return recordBalancePayment(acting.ctx, received, (task) =>
      act(acting, 'balance-paid', { ...payment, amountCents }, task),
    )
  },
  extend_balance: (acting, change) =>
    act(acting, 'balance-extend', change, (work) =>
      extendBalance(work, { ...ofOrder(acting), ...change }, acting.timeZone),
    ),
  withdraw_balance: (acting, change) =>
    act(acting, 'balance-withdraw', change, (work) =>
      withdrawBalance(work, { ...ofOrder(acting), ...change }),
    ),
  waive_balance: (acting, change) =>
    act(acting, 'balance-waive', change, (work) => waiveBalance(work, { ...ofOrder(acting), ...change })),

  async move_stage(acting, input) {
    const { sellables, timeZone, mayOverride } = acting
    if (input.overrideReason && !mayOverride) return refuse('override_is_owners')
    const { position: line, to, onDay: on = '', backReason, overrideReason, carrier, tracking } = input
    const shipment = to === 'shipped' && carrier ? { carrier, tracking } : {}
    const data = { line, to, on, backReason, overrideReason, ...shipment }
    return act(acting, 'stage', data, (work) =>
      moveReservation(work, { sellables, timeZone }, { ...ofOrder(acting), ...input }),
    )
  },
  correct_shipment: (acting, { position, reason, ...typed }) => {
    const { ctx, actor, orderId, revision: seen, sellables } = acting
    type Corrected = Extract<Awaited<ReturnType<typeof correctShipment>>, { ok: true }>
    const data = ({ before, shipment }: Corrected) => ({
      line: position,
      reason,
      ...changeOf(before, shipment),
    })
    return actAs(ctx, actor, { verb: 'shipment-correct', subject: orderId, data }, (work) =>
      correctShipment(work, sellables, { ...ofOrder(acting), position, seen, reason, ...typed }),
    )
  },
  set_dealer: (acting, { license }) =>
    act(acting, 'set-dealer', { license }, async (work): Promise<Outcome> => {
      const { sellables, orderId, by } = acting
      const order = await findOrder(work.tx, orderId)
      const rules = await findRulesFor(work.tx, [order?.buyerState ?? null, order?.shipState ?? null])
      return assignDealer(work, sellables, orderId, license, { by, rules })
    }),
  ask_dealer: (acting, { email }) =>
    act(acting, 'ask-dealer', {}, (work) => askForStaff(work, acting.orderId, email, acting.by)),
  record_dealer_answer: (acting, answer) =>
    act(acting, 'dealer-answer', { answer: answer.answer }, (work) =>
      recordCall(work, acting.orderId, answer, acting.by),
    ),
  confirm_dealer: (acting) =>
    act(acting, 'confirm-dealer', {}, (work) => confirmRequest(work, acting.orderId, acting.by)),
  withdraw_dealer: (acting, { note, isBackWithUs }) =>
    act(acting, 'dealer-withdrew', { note, isBackWithUs }, (work) =>
      withdrawDealer(work, acting, { ...ofOrder(acting), note, isBackWithUs }),
    ),
  close(acting, { amount: amountCents, ...closing }) {
    const data = { ...closing, ...(amountCents !== undefined && { amountCents }) }
    return act(acting, 'close', data, (work) =>
      closeReservation(work, acting.sellables, { ...ofOrder(acting), ...closing, amountCents }),
    )
  },

  note: (acting, { text }) =>
    act(acting, 'note', {}, (work) => addNote(work, acting.orderId, { by: acting.by, text })),
  correct_buyer: (acting, { name, email, phone, state }) => {
    const buyer = { buyerName: name, buyerEmail: email, buyerPhone: phone, buyerState: state || null }
    return act(acting, 'correct-buyer', {}, (work) =>
      correctBuyer(work, acting.sellables, acting.orderId, buyer, acting),
    )
  },
  send_link: (acting, { key }) => {
    const send = async (work: UnitOfWork) => {
      const order = await findOrder(work.tx, acting.orderId)
      if (!order?.buyerEmail) return refuse('no_buyer_email')
      await work.enqueue('mail-order-link', { orderId: acting.orderId, requestId: publicCode() })
      return allowed
    }
    return act(acting, 'send-link', {}, send, { key, typed: ['send-link', acting.orderId] })
  },
  end_links: (acting) =>
    act(acting, 'end-links', {}, async (work) => {
      await endLinks(work, acting.orderId, { by: acting.by })
      return allowed
    }),
  refund(acting, input) {
    const { ctx, sellables, orderId, by } = acting
    const { scope, amountCents, stock, route, reason } = input
    const [, line] = /^line (\d+)$/.exec(scope) ?? []
    const what = line ? { position: Number(line) } : scope === 'amount' ? { amountCents } : ('all' as const)
    const terms = {
      by,
      isReleased: stock === 'release',
      isOffSale: stock === 'keep',
      isByCheck: route === 'check',
      reason,
    }
    const data = { of: scope, stock, route, reason, ...(scope === 'amount' && { amountCents }) }
    const perform: Perform = (task) => act(acting, 'refund', data, task)
    return refundOrder(ctx, sellables, orderId, what, { terms, perform })
  },
  record_payout: (acting, { refund: id, ...payout }) =>
    recordPayout(
      acting.ctx,
      acting.sellables,
      { orderId: acting.orderId, id },
      { ...payout, by: acting.by },
      (task) => act(acting, 'refund-paid', { refund: id, ...payout }, task),
    ),
  retry_refund: (acting, { refund: id }) =>
    tryRefundAgain(
      acting.ctx,
      acting.sellables,
      { orderId: acting.orderId, id },
      { by: acting.by, perform: (task) => act(acting, 'refund-retry', { refund: id }, task) },
    ),
}
