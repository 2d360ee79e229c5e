import type { parcels } from './parcel-tables.ts'
import { after, hour, day } from '#app/kit/clock.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import type { Verdict } from '#app/features/compliance/rules.ts'

export const carriers = ['usps', 'ups', 'fedex', 'other'] as const
export type Carrier = (typeof carriers)[number]

export const returnDecisions = ['restocked', 'kept_out', 'resend'] as const
export type ReturnDecision = (typeof returnDecisions)[number]

type ParcelDates = Pick<
  typeof parcels.$inferSelect,
  'sentAt' | 'deliveredAt' | 'returnedAt' | 'decision' | 'refundedAt'
>

export type ParcelState = 'packed' | 'sent' | 'delivered' | 'returned' | 'decided' | 'refunded'

/** The state of a parcel. `decided`: it came back, and staff said what becomes of its goods. */
export function parcelState(parcel: ParcelDates): ParcelState {
  const { sentAt, deliveredAt, returnedAt, decision, refundedAt } = parcel
  if (refundedAt) return 'refunded'
  if (decision) return 'decided'
  if (returnedAt) return 'returned'
  if (deliveredAt) return 'delivered'
  return sentAt ? 'sent' : 'packed'
}

/** What may be done with a parcel, and in which of its states. A wrong tracking number is corrected in any. */
const stepStates = {
  unpack: ['packed'],
  send: ['packed'],
  'undo-send': ['sent'],
  delivered: ['sent'],
  receive: ['sent', 'delivered'],
  decide: ['returned'],
  refund: ['decided'],
} satisfies Record<string, ParcelState[]>
export type ParcelStep = keyof typeof stepStates
export const parcelSteps = Object.keys(stepStates) as ParcelStep[]

export const undoSendMs = hour

export function mayTake(step: ParcelStep, parcel: ParcelDates, now: Date) {
  if (!(stepStates[step] as ParcelState[]).includes(parcelState(parcel))) return refuse('no_such_step')
  if (step === 'undo-send' && parcel.sentAt && after(parcel.sentAt, undoSendMs) <= now)
    return refuse('too_late')
  if (step === 'refund' && parcel.decision === 'resend') return refuse('no_such_step')
  return allowed
}

export type ParcelLine = { position: number; quantity: number }
type PackableLine = { position: number; quantity: number; fulfillment: string; returnedAt: Date | null }

/** What of an order is in no parcel yet. What came back to go out again counts as in none. */
export function leftToPack(
  lines: readonly PackableLine[],
  parcels: readonly { decision: ReturnDecision | null; lines: readonly ParcelLine[] }[],
): ParcelLine[] {
  const packed = parcels.filter(({ decision }) => decision !== 'resend').flatMap((parcel) => parcel.lines)
  return lines
    .filter(({ fulfillment, returnedAt }) => fulfillment === 'shipping' && !returnedAt)
    .map(({ position, quantity }) => ({
      position,
      quantity:
        quantity -
        packed.filter((part) => part.position === position).reduce((n, part) => n + part.quantity, 0),
    }))
    .filter(({ quantity }) => quantity > 0)
}

/** Not while something that goes by parcel waits for review, and never when the rules refuse. */
export function parcelGate(verdict: Verdict | null, isApproved: boolean) {
  if (verdict?.outcome === 'refused') return refuse('refused_by_state')
  return isApproved || !verdict?.reasons.some(({ role }) => role === 'delivery')
    ? allowed
    : refuse('in_review')
}

export function trackingUrl(carrier: Carrier, tracking: string): string | null {
  const number = encodeURIComponent(tracking.replaceAll(/\s/g, ''))
  if (!number || carrier === 'other') return null
  return {
    usps: `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`,
    ups: `https://www.ups.com/track?tracknum=${number}`,
    fedex: `https://www.fedex.com/fedextrack/?trknbr=${number}`,
  }[carrier]
}

/** Goods go out within 30 days of the payment, or the buyer chooses to wait; silence is a refund (16 CFR 435.2). */
const shipWithinMs = 30 * day
/** Staff are reminded of what is still here after this long: our own rule. */
export const remindAfterMs = 20 * day
/** The buyer is offered the choice after this long, so that there are days left to answer. */
const offerAfterMs = 25 * day

type DelayStep = 'remind' | 'offer' | 'refund'

export function delaySteps(
  order: { paidAt: Date; remindedAt: Date | null; offeredAt: Date | null; answer: 'wait' | 'cancel' | null },
  now: Date,
): DelayStep[] {
  const isPast = (ms: number) => after(order.paidAt, ms) <= now
  // Days to answer, also where the offer went out late.
  const isUnanswered =
    order.offeredAt !== null &&
    order.answer === null &&
    after(order.offeredAt, shipWithinMs - offerAfterMs) <= now
  return [
    ...(isPast(remindAfterMs) && !order.remindedAt ? (['remind'] as const) : []),
    ...(isPast(offerAfterMs) && !order.offeredAt ? (['offer'] as const) : []),
    ...(isPast(shipWithinMs) && isUnanswered ? (['refund'] as const) : []),
  ]
}

export function answerBy({ paidAt, offeredAt }: { paidAt: Date; offeredAt: Date | null }): Date {
  const whole = after(paidAt, shipWithinMs)
  const fromOffer = offeredAt ? after(offeredAt, shipWithinMs - offerAfterMs) : whole
  return fromOffer > whole ? fromOffer : whole
}

const carrierWords: Record<Carrier, string> = {
  usps: 'USPS',
  ups: 'UPS',
  fedex: 'FedEx',
  other: 'Other carrier',
}

export const carrierChoice = carriers.map((carrier) => [carrier, carrierWords[carrier]] as const)

export const openCarrierChoice = [['', 'Choose a carrier'], ...carrierChoice] as const

export type ShownTracking = { text: string; url: string | null }

export function showTracking({
  carrier,
  tracking,
}: {
  carrier: Carrier
  tracking: string
}): ShownTracking | null {
  if (!tracking) return null
  const text = carrier === 'other' ? tracking : `${carrierWords[carrier]} ${tracking}`
  return { text, url: trackingUrl(carrier, tracking) }
}

export const trackShipmentWords = 'Track the shipment'

export const correctedShipment = {
  label: 'Tracking number',
  text: 'We corrected the tracking number of the firearm on its way to your dealer. The one that we sent before was wrong.',
}
