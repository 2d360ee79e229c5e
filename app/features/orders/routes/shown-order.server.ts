import { formatDay } from '#app/kit/dates.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { subtotalOf } from '../goods.ts'
import { itemsOf, partsOf } from '../mails.server.ts'
import { showTracking } from '../parcels.ts'
import { chargesOf } from '../quote.ts'
import { fulfillmentWords } from '../refunds.ts'
import type { Parcel } from '../store/parcels.server.ts'
import type { OrderHistory, OrderView } from '../store/read.server.ts'
import { formatMoment } from '../words.ts'

/** What is only packed is not shown: it may be opened again. */
export function showParcels(parcels: readonly Parcel[], timeZone: string) {
  return parcels
    .filter(({ sentAt }) => sentAt !== null)
    .map((parcel) => ({
      number: parcel.number,
      items: itemsOf(parcel),
      state: parcelWords(parcel, timeZone),
      tracking: showTracking(parcel),
    }))
}

function parcelWords({ sentAt, deliveredAt, returnedAt }: Parcel, timeZone: string): string {
  if (returnedAt) return `Came back to us ${formatDay(returnedAt, timeZone)}`
  if (deliveredAt) return `Delivered ${formatDay(deliveredAt, timeZone)}`
  return sentAt ? `Shipped ${formatDay(sentAt, timeZone)}` : ''
}

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
