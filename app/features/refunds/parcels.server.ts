import { z } from 'zod'
import { raiseAlert } from '#app/alerts/alerts.server.ts'
import { type Perform, transact } from '#app/db/db.server.ts'
import { buyerMail, mailedOrder, mintLink, orderLetter } from '#app/features/orders/mails.server.ts'
import { answerBy, mayTake } from '#app/features/orders/parcels.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import {
  attendDelay,
  findDue,
  listLate,
  listParcels,
  lockParcel,
  markReturnRefunded,
  type Parcel,
} from '#app/features/orders/store/parcels.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import type { PaymentContext } from '#app/gateway/payment-context.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { formatLongDay } from '#app/kit/dates.ts'
import { allowed, type Refusal, refuse } from '#app/kit/refusal.ts'
import { facts } from '#app/mail/letter.ts'
import { carriedOut, refundOwnLines } from './flows.server.ts'
import { type ReturnedPieces, unsentLines } from './rules.ts'
import { requestOperatorRefund, type RequestedRefund } from './store/refund.server.ts'

/** Only after it was received and inspected, which restocked it or not: each line's share, and the rest of a line with its last item. */
export async function refundReturnedParcel(
  ctx: PaymentContext,
  sellables: Sellables,
  parcelId: string,
  { by, reason, perform = (task) => transact(ctx, task) }: { by: string; reason: string; perform?: Perform },
): Promise<RequestedRefund | Refusal> {
  const requested = await perform(async (work): Promise<RequestedRefund | Refusal> => {
    const found = await lockParcel(work, sellables, parcelId)
    if (!found) return refuse('not_paid')
    const { order, lines, parcel } = found
    if (parcel.refundedAt) return { ok: true, refund: null }
    const may = mayTake('refund', parcel, work.now)
    if (!may.ok) return may
    const isOver = parcel.lines.every(({ position }) =>
      lines.some(({ line }) => line.position === position && line.returnedAt),
    )
    const outcome = isOver
      ? { ok: true as const, refund: null }
      : await requestOperatorRefund(
          work,
          sellables,
          order.id,
          { pieces: piecesOf(parcel, await listParcels(work.tx, order.id), lines) },
          { by, isOffSale: true, reason },
        )
    if (!outcome.ok) return outcome
    await markReturnRefunded(work, parcelId)
    return outcome
  })
  return carriedOut(ctx, sellables, requested)
}

function piecesOf(
  parcel: Parcel,
  siblings: readonly Parcel[],
  lines: readonly { line: { position: number; quantity: number } }[],
): ReturnedPieces[] {
  const earlier = siblings.filter(({ refundedAt }) => refundedAt !== null)
  return parcel.lines.map(({ position, quantity }) => {
    const before = earlier
      .flatMap((each) => each.lines)
      .filter((part) => part.position === position)
      .reduce((sum, part) => sum + part.quantity, 0)
    const whole = lines.find(({ line }) => line.position === position)?.line.quantity
    return { position, quantity, isLast: before + quantity === whole }
  })
}

/** Its buyer chose so, or did not answer in time (16 CFR 435.2). A partly sent line is left to staff, who are alerted. */
export async function refundUnsent(
  ctx: PaymentContext,
  sellables: Sellables,
  orderId: string,
): Promise<{ ok: true } | Refusal> {
  const order = await findOrder(ctx.db, orderId)
  const positions = unsentLines(order?.lines ?? []).map(({ position }) => position)
  const requested = positions.length > 0 ? await refundOwnLines(ctx, sellables, orderId, positions) : allowed
  if (!requested.ok) return requested
  await transact(ctx, async (work) => {
    if (await attendDelay(work, orderId)) {
      const detail =
        'A part of it was sent, and its buyer does not wait for the rest: refund the rest by amount.'
      await raiseAlert(work, { kind: 'parcel_late', subject: orderId, detail })
    }
  })
  return { ok: true }
}

/** Offers the choice that the 30-day rule requires: wait, or cancel for a refund (16 CFR 435.2). */
const mailDelay = buyerMail('mail-parcel-delay', {
  payload: z.object({ orderId: z.string(), offeredAt: z.iso.datetime() }),
  key: ({ orderId, offeredAt }) => `parcel-delay:${orderId}:${offeredAt}`,
  async write(shop, order, { orderId }) {
    const due = await findDue(shop.db, orderId)
    // Sent since this was queued.
    if (!due) return undefined
    const to = encodeURIComponent(`/orders/${orderId}/delay`)
    const until = formatLongDay(answerBy(due), shop.timeZone)
    const items = unsentLines(order.lines).map(({ title }) => title)
    return orderLetter(mailedOrder(order), {
      heading: 'Your package is late',
      subject: `Late: wait or cancel? Your order ${orderId}`,
      text: 'We haven’t shipped your package yet, and we can’t give you a date. You choose: wait for it, or cancel these items for a full refund.',
      because: 'ordered',
      blocks: [
        { facts: facts({ 'Not shipped': items.join(', '), Order: orderId, 'Answer by': until }) },
        { button: 'Wait or cancel', href: `${mintLink(shop, order)}&to=${to}` },
        {
          note: `If you don’t answer by ${until}, we’ll cancel them and refund you. If you wait, you can still cancel at any time until we ship.`,
        },
      ],
    })
  },
})

export function lateParcelJobs(sellables: Sellables): readonly Job[] {
  const watch = defineJob({
    name: 'late-parcels',
    payload: z.object({}),
    every: '15 6 * * *',
    limitSeconds: 10 * 60,
    async run(shop, _payload, signal) {
      for (const orderId of await listLate(shop.db, shop.now())) {
        if (signal?.aborted) return
        const next = await transact(shop, (work) => attendDelay(work, orderId))
        if (next === 'refund') await refundUnsent(shop, sellables, orderId)
      }
    },
  })
  return [watch, mailDelay] as Job[]
}
