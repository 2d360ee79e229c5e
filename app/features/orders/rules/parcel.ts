import { after, hour } from '#app/kit/clock.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import type { Verdict } from '#app/features/compliance/rules.ts'

export const carriers = ['usps', 'ups', 'fedex', 'other'] as const
/** Who carries a parcel. */
export type Carrier = (typeof carriers)[number]

export const returnDecisions = ['restocked', 'kept_out', 'resend'] as const
/**
 * What staff decided about a parcel that came back: its goods are on the shelf again, they are not (with a reason), or they
 * be sent again because it was only undeliverable.
 */
export type ReturnDecision = (typeof returnDecisions)[number]

/** When a parcel went through what. */
export type ParcelDates = {
  sentAt: Date | null
  deliveredAt: Date | null
  returnedAt: Date | null
  decision: ReturnDecision | null
  refundedAt: Date | null
}

/** The state of a parcel, read from its dates. */
export type ParcelState = 'packed' | 'sent' | 'delivered' | 'returned' | 'decided' | 'refunded'

/** The state of a parcel. `decided`: it came back, and staff said what becomes of its goods. */
export function parcelState({
  sentAt,
  deliveredAt,
  returnedAt,
  decision,
  refundedAt,
}: ParcelDates): ParcelState {
  if (refundedAt) return 'refunded'
  if (decision) return 'decided'
  if (returnedAt) return 'returned'
  if (deliveredAt) return 'delivered'
  return sentAt ? 'sent' : 'packed'
}

/** Which of a parcel's steps may follow which. A return is received before it is decided, and decided before it is refunded. */
const steps = {
  unpack: ['packed'],
  send: ['packed'],
  undo_send: ['sent'],
  deliver: ['sent'],
  receive_back: ['sent', 'delivered'],
  decide: ['returned'],
  refund: ['decided'],
} satisfies Record<string, ParcelState[]>
/** Something that is done with a parcel. */
export type ParcelStep = keyof typeof steps

/** How long a parcel that was marked as sent can be taken back to packed. */
export const undoSendMs = hour

/** May this be done with the parcel now? */
export function mayTake(step: ParcelStep, parcel: ParcelDates, now: Date) {
  if (!(steps[step] as ParcelState[]).includes(parcelState(parcel))) return refuse('no_such_step')
  if (step === 'undo_send' && parcel.sentAt && after(parcel.sentAt, undoSendMs) <= now)
    return refuse('too_late')
  if (step === 'refund' && parcel.decision === 'resend') return refuse('no_such_step')
  return allowed
}

/** What of a line is in a parcel. */
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

/**
 * May goods of an order be packed and sent under the state rules? Not while something that goes by parcel has to be looked
 * at and nobody has approved it, and never when the rules refuse.
 */
export function parcelGate(verdict: Verdict | null, isApproved: boolean) {
  if (verdict?.outcome === 'refused') return refuse('refused_by_state')
  return isApproved || !verdict?.reasons.some(({ role }) => role === 'delivery')
    ? allowed
    : refuse('in_review')
}

/** The carrier's page about a parcel, or null where there is none. */
export function trackingUrl(carrier: Carrier, tracking: string): string | null {
  const number = encodeURIComponent(tracking.replaceAll(/\s/g, ''))
  if (!number || carrier === 'other') return null
  return {
    usps: `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`,
    ups: `https://www.ups.com/track?tracknum=${number}`,
    fedex: `https://www.fedex.com/fedextrack/?trknbr=${number}`,
  }[carrier]
}
