// Every verb of an order sheet, and what staff do with any order: notes, the buyer, links and refunds.
import { correctBuyer, findOrder, revokeLinks } from '#app/features/orders/store.server.ts'
import { refundOrder, tryRefundAgain } from '#app/features/refunds/flows.server.ts'
import { recordPayout } from '#app/features/refunds/payout-flows.server.ts'
import { publicCode } from '#app/kit/ids.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import { type Acting, act, guarded, once, type Outcome } from './acting-flows.server.ts'
import type { OrderVerb, VerbInput } from './input.ts'
import { reviewVerbs, stageVerbs, termsVerbs } from './reservation-flows.server.ts'
import { addNote } from './store/notes.server.ts'

const orderVerbs = {
  note: (acting: Acting, { text }: VerbInput<'note'>) =>
    act(acting, 'note', {}, (work) => addNote(work, acting.orderId, { by: acting.by, text })),
  correct_buyer: (acting: Acting, { name, email, phone, state }: VerbInput<'correct_buyer'>) => {
    const buyer = { buyerName: name, buyerEmail: email, buyerPhone: phone, buyerState: state || null }
    return act(acting, 'correct-buyer', {}, (work) =>
      correctBuyer(work, acting.sellables, acting.orderId, buyer, acting),
    )
  },
  send_link: (acting: Acting, { key }: VerbInput<'send_link'>) =>
    once(acting, key, 'send-link', async (work) => {
      const order = await findOrder(work.tx, acting.orderId)
      if (!order?.buyerEmail) return refuse('no_buyer_email')
      await work.enqueue('mail-order-link', { orderId: acting.orderId, requestId: publicCode() })
      return allowed
    }),
  end_links: (acting: Acting) =>
    act(acting, 'end-links', {}, async (work) =>
      (await revokeLinks(work, acting.orderId, acting.by)) > 0 ? allowed : refuse('no_open_link'),
    ),
  refund({ ctx, sellables, orderId, by, ...acting }: Acting, input: VerbInput<'refund'>) {
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
    const guards = guarded({ ctx, sellables, orderId, by, ...acting }, 'refund', data)
    return refundOrder(ctx, sellables, orderId, what, { terms, ...guards })
  },
  record_payout: (acting: Acting, { refund: id, ...payout }: VerbInput<'record_payout'>) =>
    recordPayout(
      acting.ctx,
      acting.sellables,
      { orderId: acting.orderId, id },
      { ...payout, by: acting.by },
      guarded(acting, 'refund-paid', { refund: id, ...payout }),
    ),
  retry_refund: (acting: Acting, { refund: id }: VerbInput<'retry_refund'>) =>
    tryRefundAgain(
      acting.ctx,
      acting.sellables,
      { orderId: acting.orderId, id },
      { by: acting.by, ...guarded(acting, 'refund-retry', { refund: id }) },
    ),
}

/** Every verb of an order sheet by its name. */
export const verbs: { [Verb in OrderVerb]: (acting: Acting, input: VerbInput<Verb>) => Promise<Outcome> } = {
  ...reviewVerbs,
  ...termsVerbs,
  ...stageVerbs,
  ...orderVerbs,
}
