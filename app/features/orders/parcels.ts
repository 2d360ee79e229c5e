import type { parcels, parcelsDue } from './tables.ts'
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

/** How many of a line are packed. */
export type Packed = { position: number; quantity: number }
export type ParcelLine = Packed & { title: string; detail: string }
type PackableLine = ParcelLine & { fulfillment: string; returnedAt: Date | null }

/** What of an order is in no parcel yet. What came back to go out again counts as in none. */
export function leftToPack(
  lines: readonly PackableLine[],
  parcels: readonly { decision: ReturnDecision | null; lines: readonly Packed[] }[],
): ParcelLine[] {
  const packed = parcels.filter(({ decision }) => decision !== 'resend').flatMap((parcel) => parcel.lines)
  return lines
    .filter(({ fulfillment, returnedAt }) => fulfillment === 'shipping' && !returnedAt)
    .map(({ position, title, detail, quantity }) => {
      const parts = packed.filter((part) => part.position === position)
      return {
        position,
        title,
        detail,
        quantity: parts.reduce((left, part) => left - part.quantity, quantity),
      }
    })
    .filter(({ quantity }) => quantity > 0)
}

/** As staff read it: `2 × Strip Loader, Bore Cable`. */
export function contentsOf(parts: readonly ParcelLine[]): string {
  return parts.map(({ title, quantity }) => (quantity > 1 ? `${quantity} × ${title}` : title)).join(', ')
}

/** Not while something that goes by parcel waits for review, and never when the rules refuse. */
export function parcelGate(verdict: Verdict | null, isApproved: boolean) {
  if (verdict?.outcome === 'refused') return refuse('refused_by_state')
  return isApproved || !verdict?.reasons.some(({ role }) => role === 'delivery')
    ? allowed
    : refuse('in_review')
}

/** Goods go out within 30 days of the payment, or the buyer chooses to wait; silence is a refund (16 CFR 435.2). */
const shipWithinMs = 30 * day
/** Staff are reminded of what is still here after this long: our own rule. */
export const remindAfterMs = 20 * day
/** The buyer is offered the choice after this long, so that there are days left to answer. */
const offerAfterMs = 25 * day

type Due = Pick<typeof parcelsDue.$inferSelect, 'paidAt' | 'remindedAt' | 'offeredAt' | 'answer'>

export function delaySteps(due: Due, now: Date) {
  const isPast = (ms: number) => after(due.paidAt, ms) <= now
  return {
    remind: isPast(remindAfterMs) && !due.remindedAt,
    offer: isPast(offerAfterMs) && !due.offeredAt,
    refund: due.offeredAt !== null && due.answer === null && answerBy(due) <= now,
  }
}

/** Days to answer, also where the offer went out late. */
export function answerBy({ paidAt, offeredAt }: Pick<Due, 'paidAt' | 'offeredAt'>): Date {
  const whole = after(paidAt, shipWithinMs)
  const fromOffer = offeredAt ? after(offeredAt, shipWithinMs - offerAfterMs) : whole
  return fromOffer > whole ? fromOffer : whole
}

const carrierPages: Record<Carrier, { name: string; page?: string }> = {
  usps: { name: 'USPS', page: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=' },
  ups: { name: 'UPS', page: 'https://www.ups.com/track?tracknum=' },
  fedex: { name: 'FedEx', page: 'https://www.fedex.com/fedextrack/?trknbr=' },
  other: { name: 'Other carrier' },
}

export const carrierChoice = carriers.map((carrier) => [carrier, carrierPages[carrier].name] as const)

export const openCarrierChoice = [['', 'Choose a carrier'], ...carrierChoice] as const

export function showTracking({ carrier, tracking }: { carrier: Carrier; tracking: string }) {
  if (!tracking) return null
  const { name, page } = carrierPages[carrier]
  const number = encodeURIComponent(tracking.replaceAll(/\s/g, ''))
  return { text: page ? `${name} ${tracking}` : tracking, url: page && number ? page + number : null }
}
