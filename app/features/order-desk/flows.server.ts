import type { Perform, UnitOfWork } from '#app/db/work.server.ts'
import { correctBuyer, findPrices } from '#app/features/orders/store/buyer.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { endLinks } from '#app/features/orders/store/links.server.ts'
import { refundOrder, tryRefundAgain, recordPayout } from '#app/features/refunds/flows.server.ts'
import { settlePaymentReview } from '#app/features/payments/flows.server.ts'
import { publicCode } from '#app/kit/ids.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import { type Acting, act, type Outcome } from './acting-flows.server.ts'
import type { OrderVerb, VerbInput } from './input.ts'
import { addNote } from './store/notes.server.ts'
import { findRulesFor } from '#app/features/compliance/store/state-rules.server.ts'
import {
  askForStaff,
  confirmRequest,
  recordCall,
  refuseRequest,
  sendRequest,
} from '#app/features/dealers/store/staff.server.ts'
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
import { moveReservation } from '#app/features/reservations/store/move.server.ts'
import { sendAgreement } from '#app/features/reservations/store/agreement.server.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'

const reviewVerbs = {
  approve: (acting: Acting, { note }: VerbInput<'approve'>) =>
    act(acting, 'approve', { note }, (work) =>
      approveReview(work, acting.sellables, decisionOf(acting, note)),
    ),
  ask_document: (acting: Acting, { note, dueOn, documents }: VerbInput<'ask_document'>) =>
    act(acting, 'ask-document', { note, dueOn, documents: documents.join(' ') }, (work) => {
      const today = formatIsoDay(work.now, acting.timeZone)
      return requestDocument(work, acting.sellables, {
        ...decisionOf(acting, note),
        dueOn,
        today,
        documents,
      })
    }),
  accept_document: (acting: Acting, { document: id }: VerbInput<'accept_document'>) =>
    act(acting, 'accept-document', { document: id }, (work) =>
      decideDocument(work, { ...ofOrder(acting), id, state: 'accepted' }),
    ),
  refuse_document: (acting: Acting, { document: id, reason }: VerbInput<'refuse_document'>) =>
    act(acting, 'refuse-document', { document: id }, (work) =>
      decideDocument(work, { ...ofOrder(acting), id, state: 'refused', reason }),
    ),
  decline: (acting: Acting, { note }: VerbInput<'decline'>) =>
    act(acting, 'decline', { note }, (work) =>
      declineReview(work, acting.sellables, decisionOf(acting, note)),
    ),
  settle_payment: (acting: Acting, { ruling, reason }: VerbInput<'settle_payment'>) =>
    settlePaymentReview(acting.ctx, acting.sellables, acting.orderId, { ruling, by: acting.by }, (task) =>
      act(acting, 'payment-review', { ruling, reason }, task),
    ),
}

const termsVerbs = {
  send_agreement: (acting: Acting, { price: priceCents, ...terms }: VerbInput<'send_agreement'>) =>
    act(acting, 'send-agreement', { ...terms, priceCents }, (work) =>
      sendAgreement(work, acting.sellables, { ...ofOrder(acting), ...terms, priceCents }),
    ),
  async request_balance(acting: Acting, { position, dueOn, county }: VerbInput<'request_balance'>) {
    const prices = await findPrices({ ...acting.ctx, timeZone: acting.timeZone })
    const request = { ...ofOrder(acting), position, dueOn, county: county || null }
    return act(acting, 'balance', { position, dueOn: dueOn ?? '' }, (work) =>
      requestBalance(work, request, prices, acting.timeZone),
    )
  },
  record_balance(acting: Acting, { amount: amountCents, ...payment }: VerbInput<'record_balance'>) {
    const received = { ...ofOrder(acting), ...payment, amountCents }
    return recordBalancePayment(acting.ctx, received, (task) =>
      act(acting, 'balance-paid', { ...payment, amountCents }, task),
    )
  },
  extend_balance: (acting: Acting, change: VerbInput<'extend_balance'>) =>
    act(acting, 'balance-extend', change, (work) =>
      extendBalance(work, { ...ofOrder(acting), ...change }, acting.timeZone),
    ),
  withdraw_balance: (acting: Acting, change: VerbInput<'withdraw_balance'>) =>
    act(acting, 'balance-withdraw', change, (work) =>
      withdrawBalance(work, { ...ofOrder(acting), ...change }),
    ),
  waive_balance: (acting: Acting, change: VerbInput<'waive_balance'>) =>
    act(acting, 'balance-waive', change, (work) => waiveBalance(work, { ...ofOrder(acting), ...change })),
}

const stageVerbs = {
  async move_stage(acting: Acting, input: VerbInput<'move_stage'>): Promise<Outcome> {
    const { sellables, timeZone, mayOverride } = acting
    if (input.overrideReason && !mayOverride) return refuse('override_is_owners')
    const { position: line, to, onDay: on = '', backReason, overrideReason, carrier, tracking } = input
    const shipment = to === 'shipped' && carrier ? { carrier, tracking } : {}
    const data = { line, to, on, backReason, overrideReason, ...shipment }
    return act(acting, 'stage', data, (work) =>
      moveReservation(work, { sellables, timeZone }, { ...ofOrder(acting), ...input }),
    )
  },
  set_dealer: (acting: Acting, { license }: VerbInput<'set_dealer'>) =>
    act(acting, 'set-dealer', { license }, async (work): Promise<Outcome> => {
      const { sellables, orderId, by } = acting
      const order = await findOrder(work.tx, orderId)
      const rules = await findRulesFor(work.tx, [order?.buyerState ?? null, order?.shipState ?? null])
      return assignDealer(work, sellables, orderId, license, { by, rules })
    }),
  ask_dealer: (acting: Acting, { email }: VerbInput<'ask_dealer'>) =>
    act(acting, 'ask-dealer', {}, (work) => askForStaff(work, acting.orderId, email, acting.by)),
  record_dealer_answer: (acting: Acting, answer: VerbInput<'record_dealer_answer'>) =>
    act(acting, 'dealer-answer', { answer: answer.answer }, (work) =>
      recordCall(work, acting.orderId, answer, acting.by),
    ),
  confirm_dealer: (acting: Acting) =>
    act(acting, 'confirm-dealer', {}, (work) => confirmRequest(work, acting.orderId, acting.by)),
  send_dealer_request: (acting: Acting) =>
    act(acting, 'dealer-request', { ruling: 'send' }, (work) => sendRequest(work, acting.orderId, acting.by)),
  refuse_dealer: (acting: Acting) =>
    act(acting, 'dealer-request', { ruling: 'refuse' }, (work) =>
      refuseRequest(work, acting.orderId, acting.by),
    ),
  withdraw_dealer: (acting: Acting, { note, isBackWithUs }: VerbInput<'withdraw_dealer'>) =>
    act(acting, 'dealer-withdrew', { note, isBackWithUs }, (work) =>
      withdrawDealer(work, acting, { ...ofOrder(acting), note, isBackWithUs }),
    ),
  close(acting: Acting, { amount: amountCents, ...closing }: VerbInput<'close'>) {
    const data = { ...closing, ...(amountCents !== undefined && { amountCents }) }
    return act(acting, 'close', data, (work) =>
      closeReservation(work, acting.sellables, { ...ofOrder(acting), ...closing, amountCents }),
    )
  },
}

const ofOrder = ({ orderId, by }: Acting) => ({ orderId, by })

const decisionOf = (acting: Acting, note: string) => ({ ...ofOrder(acting), note })

const orderVerbs = {
  note: (acting: Acting, { text }: VerbInput<'note'>) =>
    act(acting, 'note', {}, (work) => addNote(work, acting.orderId, { by: acting.by, text })),
  correct_buyer: (acting: Acting, { name, email, phone, state }: VerbInput<'correct_buyer'>) => {
    const buyer = { buyerName: name, buyerEmail: email, buyerPhone: phone, buyerState: state || null }
    return act(acting, 'correct-buyer', {}, (work) =>
      correctBuyer(work, acting.sellables, acting.orderId, buyer, acting),
    )
  },
  send_link: (acting: Acting, { key }: VerbInput<'send_link'>) => {
    const send = async (work: UnitOfWork) => {
      const order = await findOrder(work.tx, acting.orderId)
      if (!order?.buyerEmail) return refuse('no_buyer_email')
      await work.enqueue('mail-order-link', { orderId: acting.orderId, requestId: publicCode() })
      return allowed
    }
    return act(acting, 'send-link', {}, send, { key, typed: ['send-link', acting.orderId] })
  },
  end_links: (acting: Acting) =>
    act(acting, 'end-links', {}, async (work) => {
      await endLinks(work, acting.orderId, { by: acting.by })
      return allowed
    }),
  refund(acting: Acting, input: VerbInput<'refund'>) {
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
  record_payout: (acting: Acting, { refund: id, ...payout }: VerbInput<'record_payout'>) =>
    recordPayout(
      acting.ctx,
      acting.sellables,
      { orderId: acting.orderId, id },
      { ...payout, by: acting.by },
      (task) => act(acting, 'refund-paid', { refund: id, ...payout }, task),
    ),
  retry_refund: (acting: Acting, { refund: id }: VerbInput<'retry_refund'>) =>
    tryRefundAgain(
      acting.ctx,
      acting.sellables,
      { orderId: acting.orderId, id },
      { by: acting.by, perform: (task) => act(acting, 'refund-retry', { refund: id }, task) },
    ),
}

export const verbs: { [Verb in OrderVerb]: (acting: Acting, input: VerbInput<Verb>) => Promise<Outcome> } = {
  ...reviewVerbs,
  ...termsVerbs,
  ...stageVerbs,
  ...orderVerbs,
}
