import { and, eq, lt, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { syncAlerts } from '#app/alerts/alerts.server.ts'
import type { UnitOfWork } from '#app/db/db.server.ts'
import { refunds } from '#app/features/orders/payment-tables.ts'
import { after, day, hour } from '#app/kit/clock.ts'
import { countOf } from '#app/kit/text.ts'
import type { Shop } from '#app/http/context.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { type Job, pollingJob } from '#app/jobs/job.ts'
import {
  buyerMail,
  itemTitle,
  linkNote,
  mailedOrder,
  mintLink,
  orderLetter,
  partsOf,
  titlesOf,
} from '#app/features/orders/mails.server.ts'
import { stoppedWords } from '#app/features/orders/refunds.ts'
import { listEvents, listRefunds, type OrderView } from '#app/features/orders/store/read.server.ts'
import { subjectNounOf } from '#app/features/orders/words.ts'
import { formatCents } from '#app/kit/money.ts'
import { facts } from '#app/mail/letter.ts'
import { reconcileRefunds } from './flows.server.ts'
import { refundSubject } from './store/refund.server.ts'
import { lateParcelJobs } from './parcels.server.ts'
import type { PayoutMethod } from '#app/features/orders/rules.ts'

const payoutWords: Record<PayoutMethod, string> = {
  check: 'We sent it to you by check',
  wire: 'We sent it to you by bank transfer',
  cash: 'We paid it to you in cash',
  other: 'We paid it back manually, as agreed with you',
}

type MailedRefund = Awaited<ReturnType<typeof findMailedRefund>>

async function findMailedRefund(shop: Shop, order: OrderView, refundId: string) {
  const refunds = await listRefunds(shop.db, order.id)
  const refund = refunds.find(({ id }) => id === refundId)
  if (!refund) throw new Error(`Order ${order.id} has no refund ${refundId}`)
  // The email about an earlier part may be rendered after the last part was refunded.
  const made = refunds.filter(({ isLate, state }) => !isLate && state === 'done')
  const last = made.toSorted((a, b) => Number(a.settledAt) - Number(b.settledAt)).at(-1)
  return {
    ...refund,
    isLast: last === refund,
    amount: formatCents(refund.amountCents),
    of: order.lines.length > 1 ? partsOf(order, refund) : '',
  }
}

const mailRefund = buyerMail('mail-order-refund', {
  payload: z.object({ orderId: z.string(), refundId: z.string() }),
  key: ({ refundId }) => `order-refund:${refundId}`,
  async write(shop, order, { orderId, refundId }) {
    const refund = await findMailedRefund(shop, order, refundId)
    const { amount, of, payoutMethod, refundRef } = refund
    const events = await listEvents(shop.db, orderId)
    const isUnfulfilled = events.some(({ kind }) => kind === 'unfulfilled')
    const byHand = refund.gateway === 'manual' && 'We paid it back manually, as agreed with you.'
    return orderLetter(mailedOrder(order), {
      heading: `${amount} refunded`,
      text: meaningOf(order, refund, isUnfulfilled),
      blocks: [
        { facts: facts({ Order: orderId, Refunded: amount, For: of }) },
        {
          note: payoutMethod
            ? `${payoutWords[payoutMethod]}${refundRef ? `, number ${refundRef}` : ''}.`
            : byHand || 'The refund goes to the card you paid with. Your bank determines when it appears.',
        },
        { button: 'Open your order', href: mintLink(shop, order) },
      ],
    })
  },
})

/** A person paid it where it was paid by invoice, or where the card can no longer be refunded. */
function meaningOf(order: OrderView, refund: MailedRefund, isUnfulfilled: boolean): string {
  if (refund.isLate)
    return refund.gateway === 'manual' || refund.payoutMethod !== null
      ? 'Your payment arrived after the order was canceled, so we refunded it.'
      : 'A payment that had failed was charged after all. It wasn’t for any order, so we refunded it right away.'
  const about = mailedOrder(order)
  const [what, noun] = [itemTitle(about), subjectNounOf(about)]
  if (order.state !== 'refunded' || !refund.isLast)
    return noun === 'order'
      ? 'The items you kept are still yours.'
      : `Your reservation is unchanged: ${what} is still yours.`
  if (isUnfulfilled)
    return 'Your payment arrived after your hold had ended, and the item had been sold to someone else. We’ve refunded everything you paid.'
  if (noun === 'order') return 'We’ve refunded everything you paid for this order.'
  const isOpened = refund.lines.every(({ releasesStock }) => releasesStock)
  return `${what} is no longer reserved for you.${isOpened ? ` The ${noun} is available to others again.` : ''}`
}

const mailRefundStopped = buyerMail('mail-order-refund-stopped', {
  payload: z.object({ orderId: z.string(), refundId: z.string(), at: z.iso.datetime() }),
  key: ({ refundId, at }) => `order-refund-stopped:${refundId}:${at}`,
  async write(shop, order, { orderId, refundId }) {
    const { state, amount, of } = await findMailedRefund(shop, order, refundId)
    // It has succeeded, or is being retried, since this was queued.
    if (state !== 'by_check' && state !== 'refused') return undefined
    const heading =
      state === 'by_check' ? `${amount} comes by check` : `Your refund of ${amount} takes longer`
    return orderLetter(mailedOrder(order), {
      heading,
      subject: `${heading}: order ${orderId}`,
      text: `Your refund of ${amount}: ${stoppedWords[state]}`,
      blocks: [
        { facts: facts({ Order: orderId, Refund: amount, For: of }) },
        { button: 'Open your order', href: mintLink(shop, order) },
        { note: linkNote },
      ],
    })
  },
})

const mailReturn = buyerMail('mail-order-return', {
  payload: z.object({
    orderId: z.string(),
    positions: z.array(z.number().int().nonnegative()).min(1),
    returnedAt: z.iso.datetime(),
  }),
  key: ({ orderId, positions, returnedAt }) => `order-return:${orderId}:${returnedAt}:${positions.join(',')}`,
  async write(_shop, order, { positions }) {
    const items = titlesOf(order, positions).join(', ')
    return orderLetter(mailedOrder(order), {
      heading: 'Returned',
      subject: `Returned: ${items}`,
      text: 'It’s no longer part of your order. There was nothing left to refund: it was free or already refunded.',
      blocks: [{ facts: facts({ Order: order.id, Items: items }) }],
    })
  },
})

const refundAges = { openMs: 3 * day, silentMs: 1 * hour }

export async function alertOverdueRefunds(work: UnitOfWork): Promise<void> {
  const { tx, now } = work
  const overdue = await tx
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.state, 'started'),
        or(
          lt(refunds.startedAt, after(now, -refundAges.openMs)),
          lt(
            sql`coalesce(${refunds.answeredAt}, ${refunds.startedAt})`,
            after(now, -refundAges.silentMs).toISOString(),
          ),
        ),
      ),
    )
  const wrong = overdue.map((refund) => {
    const { waitingFor, tries, startedAt } = refund
    const why = waitingFor ?? 'The payment service has not answered.'
    const detail = `Open since ${startedAt.toISOString()}, tried ${countOf(tries, 'time')}. ${why}`
    return { subject: refundSubject(refund), detail }
  })
  await syncAlerts(work, 'refund_open_too_long', wrong)
}

export function refundJobs(sellables: Sellables): readonly Job[] {
  return [
    pollingJob('reconcile-refunds', (shop, signal) => reconcileRefunds(shop, sellables, signal)),
    mailRefund,
    mailRefundStopped,
    mailReturn,
    ...lateParcelJobs(sellables),
  ] as Job[]
}
