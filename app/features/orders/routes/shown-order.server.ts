import { formatMoment } from '../words.ts'
import { refundClockWords, refundProgressWords, unrefundedLineCents, lineRefund } from '../refunds.ts'
import type { ShownPhoto } from '#app/features/photos/rules.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { mayChangeAddress } from '../store/buyer.server.ts'
import type { OrderHistory, OrderView } from '../store/read.server.ts'
import type { ReturnView, findLinePages, findOffered } from '../store/shown-lines.server.ts'
import type { Sellables } from '../store/lines.server.ts'
import { formatDay } from '#app/kit/date-format.ts'
import { showTracking } from '../parcels.ts'
import { isDepositLine } from '../subject.ts'
import type { Shop } from '#app/http/context.server.ts'
import { findDue, listParcels, type Parcel } from '../store/parcels.server.ts'
import { chargesOf, recipientOf } from '../quote.ts'
import { itemsOf, partsOf } from '../mails.server.ts'

export function showLines(
  order: ReturnView,
  sellables: Sellables,
  shown: {
    now: Date
    timeZone: string
    offered: OfferedByLine
    covers: Record<string, ShownPhoto>
    pages: Awaited<ReturnType<typeof findLinePages>>
  },
) {
  const { now, timeZone, offered, covers, pages } = shown
  return order.lines.map((line) => {
    const isOurs = order.paidAt !== null && order.state !== 'paid_unfulfilled'
    return {
      position: line.position,
      title: line.title,
      detail: line.detail,
      quantity: line.quantity,
      amountCents: line.unitCents * line.quantity,
      isDeposit: isDepositLine(sellables, line),
      clock: isOurs
        ? refundClockWords(lineRefund(line, order, now), timeZone, unrefundedLineCents(line))
        : '',
      isReturned: line.returnedAt !== null,
      offered: offered.get(line.position) ?? [],
      photo: covers[variantOf(line)] ?? null,
      page: pages.get(line.position) ?? null,
    }
  })
}

const variantOf = ({ ref }: { ref: unknown }) => (ref as { variant?: string }).variant ?? ''

export type ShownLine = ReturnType<typeof showLines>[number]

export type ShownParcel = NonNullable<Awaited<ReturnType<typeof findShownParcel>>>

/** What is only packed is not shown: it may be opened again. */
export async function findShownParcel({ db, timeZone }: Pick<Shop, 'db' | 'timeZone'>, order: OrderView) {
  const to = recipientOf(order)
  if (!to || order.paidAt === null || order.state === 'paid_unfulfilled') return null
  const wasShipped = order.lines.some(
    ({ fulfillment, deliveredAt }) => fulfillment === 'shipping' && deliveredAt,
  )
  if (!wasShipped && !mayChangeAddress(order)) return null
  const [parcels, due] = await Promise.all([listParcels(db, order.id), findDue(db, order.id)])
  return {
    lines: [to.name, ...to.lines],
    shipping: to.shipping,
    parcels: parcels
      .filter(({ sentAt }) => sentAt !== null)
      .map((parcel) => ({
        number: parcel.number,
        items: itemsOf(order, parcel),
        state: parcelWords(parcel, timeZone),
        tracking: showTracking(parcel),
      })),
    mayChange: mayChangeAddress(order) && parcels.every(({ sentAt }) => sentAt !== null),
    isLate: Boolean(due?.offeredAt),
  }
}

function parcelWords({ sentAt, deliveredAt, returnedAt }: Parcel, timeZone: string): string {
  if (returnedAt) return `Came back to us ${formatDay(returnedAt, timeZone)}`
  if (deliveredAt) return `Delivered ${formatDay(deliveredAt, timeZone)}`
  return sentAt ? `Shipped ${formatDay(sentAt, timeZone)}` : ''
}

export function showRefunds(order: OrderHistory): { id: string; words: string; isStopped: boolean }[] {
  return order.refunds.flatMap((refund) => {
    const { id, isLate, state, amountCents, waitingFor } = refund
    if (isLate || state === 'done') return []
    if (state === 'refused' && !isStillOwed(order, amountCents)) return []
    const of = order.lines.length > 1 ? partsOf(order, refund) : ''
    const amount = formatCentsExact(amountCents)
    return {
      id,
      words: refundProgressWords({ state, amount, of, waitingFor }),
      isStopped: state !== 'started',
    }
  })
}

function isStillOwed({ capturedCents, refunds }: OrderHistory, amountCents: number): boolean {
  const given = refunds
    .filter(({ isLate, state }) => !isLate && state !== 'refused')
    .reduce((sum, refund) => sum + refund.amountCents, 0)
  return amountCents <= capturedCents - given
}

type OfferedByLine = Awaited<ReturnType<typeof findOffered>>

export type ShownReceipt = NonNullable<ReturnType<typeof showReceipt>>

export function showReceipt(order: OrderHistory, { timeZone, seller }: { timeZone: string; seller: string }) {
  if (order.paidAt === null) return null
  const on = (moment: Date | null) => (moment ? formatMoment(moment, timeZone) : '')
  return {
    orderId: order.id,
    seller,
    paidOn: on(order.paidAt),
    lines: order.lines.map(({ position, title, detail, quantity, unitCents, fulfillment }) => ({
      position,
      title,
      detail,
      quantity,
      unitCents,
      fulfillment,
    })),
    ...chargesOf(order),
    capturedCents: order.capturedCents,
    refunds: order.refunds
      .filter(({ isLate, state }) => !isLate && state === 'done')
      .map((refund) => ({
        id: refund.id,
        amountCents: refund.amountCents,
        on: on(refund.settledAt),
        of: order.lines.length > 1 ? partsOf(order, refund) : '',
      })),
    confirmed: showConfirmed(order, on),
  }
}

function showConfirmed(order: OrderView, on: (moment: Date | null) => string) {
  const { attestation: sentence, attestedAt, termsVersion, refundPolicyVersion } = order
  if (!sentence || !termsVersion || !refundPolicyVersion) return null
  return { on: on(attestedAt), sentence, termsVersion, refundPolicyVersion }
}
