import { formatMoment } from '../words.ts'
import {
  fulfillmentWords,
  refundClockWords,
  refundProgressWords,
  unrefundedLineCents,
  lineRefund,
} from '../refunds.ts'
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
import { subtotalOf } from '../goods.ts'
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
    parcels: showParcels(order, parcels, timeZone),
    mayChange: mayChangeAddress(order) && parcels.every(({ sentAt }) => sentAt !== null),
    isLate: Boolean(due?.offeredAt),
  }
}

/** What is only packed is not shown: it may be opened again. */
export function showParcels(order: OrderView, parcels: readonly Parcel[], timeZone: string) {
  return parcels
    .filter(({ sentAt }) => sentAt !== null)
    .map((parcel) => ({
      number: parcel.number,
      items: itemsOf(order, parcel),
      state: parcelWords(parcel, timeZone),
      tracking: showTracking(parcel),
    }))
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

/** The page and the file show the same rows. */
export function showReceipt(order: OrderHistory, { timeZone, seller }: { timeZone: string; seller: string }) {
  if (order.paidAt === null) return null
  const on = (moment: Date | null) => (moment ? formatMoment(moment, timeZone) : '')
  const { shipping, tax } = chargesOf(order)
  const refunds = order.refunds.filter(({ isLate, state }) => !isLate && state === 'done')
  const charges = [
    ...(shipping ? [{ ...shipping, label: `Shipping, ${shipping.name}` }] : []),
    ...(tax ? [tax] : []),
  ]
  return {
    orderId: order.id,
    seller,
    paidOn: on(order.paidAt),
    paid: formatCentsExact(order.capturedCents),
    bought: order.lines.map(({ position, title, detail, quantity, unitCents, fulfillment }) => ({
      position,
      label: [title, detail].filter(Boolean).join(': '),
      note:
        fulfillmentWords[fulfillment] +
        (quantity > 1 ? `, ${quantity} at ${formatCentsExact(unitCents)}` : ''),
      amount: formatCentsExact(unitCents * quantity),
    })),
    charges: charges.map(({ label, cents }) => ({ label, note: '', amount: formatCentsExact(cents) })),
    total: formatCentsExact(charges.reduce((sum, { cents }) => sum + cents, subtotalOf(order.lines))),
    refunds: refunds.map((refund) => ({
      label: `Refunded ${on(refund.settledAt)}`,
      note: order.lines.length > 1 ? partsOf(order, refund) : '',
      amount: `-${formatCentsExact(refund.amountCents)}`,
    })),
    rest: {
      label: refunds.length > 0 ? 'Paid after refunds' : 'Paid',
      amount: formatCentsExact(
        refunds.reduce((left, { amountCents }) => left - amountCents, order.capturedCents),
      ),
    },
    confirmed: confirmedWords(order, on),
  }
}

function confirmedWords(order: OrderView, on: (moment: Date | null) => string): string {
  const { attestation, attestedAt, termsVersion, refundPolicyVersion } = order
  if (!attestation || !termsVersion || !refundPolicyVersion) return ''
  return `You confirmed on ${on(attestedAt)}: “${attestation}” Terms version ${termsVersion}, refund policy version ${refundPolicyVersion}.`
}
