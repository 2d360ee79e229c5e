import { allowed, refuse } from '#app/kit/refusal.ts'
import { type Ending, isEnding, isPaid, type OrderState, type Stage, stages } from './rules.ts'
import type { ReturnRefusal } from './sellable.ts'
import type { Fulfillment } from './goods.ts'
import type { orderLines } from './tables.ts'
import { dateFormat } from '#app/kit/dates.ts'

type Line = typeof orderLines.$inferSelect
type LineMoney = Pick<Line, 'unitCents' | 'quantity' | 'taxCents' | 'refundedCents'>

export type RefundableLine = LineMoney &
  Pick<Line, 'position' | 'fulfillment' | 'stage' | 'refundUntil' | 'deliveredAt' | 'returnedAt'> & {
    isReturning?: boolean
    returnRefusal?: ReturnRefusal
  }

export function lineCents({ unitCents, quantity, taxCents }: Omit<LineMoney, 'refundedCents'>): number {
  return unitCents * quantity + taxCents
}

export function unrefundedLineCents(line: LineMoney): number {
  return lineCents(line) - line.refundedCents
}

export type RefundEnd = 'form_filed' | 'dispatched' | 'downloaded' | Date

/** Each line has its own clock: a firearm until its form is filed, a package until it ships, a class until a fixed instant. */
export function lineRefund(line: RefundableLine, order: { state: OrderState }, now: Date) {
  if (order.state === 'refunded') return refuse('returned')
  if (!isPaid(order.state)) return refuse('not_paid')
  if (line.returnedAt || line.stage === 'refunded') return refuse('returned')
  if (line.isReturning) return refuse('refund_under_way')
  if (line.stage !== null && isEnding(line.stage)) return refuse('ended')
  const clock = refundClock(line, now)
  return clock.ok && line.returnRefusal ? refuse(line.returnRefusal) : clock
}

function refundClock(line: RefundableLine, now: Date) {
  switch (line.fulfillment) {
    case 'ffl_transfer':
      return isFormFiled(line.stage) ? refuse('form_filed') : open('form_filed')
    case 'shipping':
      return line.deliveredAt ? refuse('dispatched') : open('dispatched')
    case 'digital':
      return line.deliveredAt ? refuse('downloaded') : open('downloaded')
    case 'with_reservation':
      return refuse('with_reservation')
    case 'in_person':
      return line.deliveredAt || line.refundUntil === null || line.refundUntil <= now
        ? refuse('too_late')
        : open(line.refundUntil)
  }
}

const open = (until: RefundEnd) => ({ ok: true as const, until })

type LineRefund = ReturnType<typeof lineRefund>

export type LineRefundRefusal = Extract<LineRefund, { ok: false }>['why']

/** From then on staff decide about refunds. A firearm without Form 3 counts as filed once it is shipped. */
export function isFormFiled(stage: Stage | Ending | null): boolean {
  return stage !== null && !isEnding(stage) && stages.indexOf(stage) >= stages.indexOf('form3_filed')
}

/** May the buyer choose another dealer? Only until the form is filed, because the form names the dealer. */
export function mayChooseDealer(order: { state: OrderState; lines: readonly RefundableLine[] }, now: Date) {
  const firearms = order.lines.filter(({ fulfillment }) => fulfillment === 'ffl_transfer')
  const verdicts = firearms.map((line) => lineRefund(line, order, now))
  if (verdicts.some(({ ok }) => ok)) return allowed
  const isFiled = verdicts.some((verdict) => !verdict.ok && verdict.why === 'form_filed')
  return refuse(isFiled ? 'form_filed' : 'not_paid')
}

export function refundClockWords(verdict: LineRefund, timeZone: string, unrefundedCents: number): string {
  if (!verdict.ok) return lineRefusalWords[verdict.why]
  const { until } = verdict
  const end =
    until instanceof Date ? dateFormat('en-US', { ...deadline, timeZone }).format(until) : ends[until]
  return unrefundedCents > 0 ? `Refundable in full until ${end}` : `Can be returned until ${end}`
}

const ends = {
  form_filed: 'we file your transfer form',
  dispatched: 'we ship it',
  downloaded: 'the first download',
} satisfies Record<Exclude<RefundEnd, Date>, string>

const deadline = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const

const lineRefusalWords: Record<LineRefundRefusal, string> = {
  not_paid: 'Not paid',
  returned: 'Refunded',
  ended: 'This reservation has ended',
  refund_under_way: 'Refund in progress',
  code_in_use: 'Its early-access code holds or bought a number: no longer refundable here',
  line_unreadable: 'Write to us about a refund',
  form_filed: 'The transfer form is filed: write to us about a refund',
  with_reservation: 'Refunded together with your reservation',
  dispatched: 'Shipped: write to us about a return',
  downloaded: 'Downloaded: no longer refundable here',
  too_late: 'The refund period has ended',
}

export type OwnRefundRefusal = LineRefundRefusal | 'nothing_chosen' | 'too_much'

export const refundRefusalWords: Record<OwnRefundRefusal, string> = {
  not_paid: 'This order has no deposit to refund.',
  returned: 'This was already refunded.',
  ended: 'This reservation has ended. What you get back is written above.',
  refund_under_way:
    'Part of what you chose is already being refunded, so nothing new was started. Choose again from what is left.',
  code_in_use:
    'The early-access code of this patch holds or bought a number, so the patch can’t be refunded on its own. Refund that number first.',
  line_unreadable:
    'We have to look at this one ourselves. Write to us at /contact and we’ll refund it with you.',
  form_filed:
    'The federal transfer form is filed, so you can no longer refund the deposit on this page. Write to us at /contact and we’ll work it out with you.',
  with_reservation:
    'This is refunded together with the deposit, on the page of your reservation, until we file your transfer form.',
  dispatched: 'This has already shipped. Write to us at /contact about a return.',
  downloaded: 'This has already been downloaded, so it can no longer be refunded here.',
  too_late: 'The refund period has ended. Write to us at /contact if something went wrong.',
  nothing_chosen: 'Choose at least one item to refund.',
  too_much: 'There is nothing left to refund here.',
}

export function refundProgressWords(refund: {
  state: 'started' | 'by_check' | 'refused'
  amount: string
  of: string
  waitingFor: string | null
}): string {
  const what = refund.of ? `${refund.amount} for ${refund.of}` : refund.amount
  if (refund.state !== 'started') return `${what}: ${stoppedWords[refund.state]}`
  return `Your refund of ${what} is on its way. ${refund.waitingFor ?? 'This page updates by itself.'}`
}

export const stoppedWords = {
  by_check:
    'your card can no longer be refunded because the payment was too long ago. We’ll send you a check instead and email you when it is on its way.',
  refused:
    'the payment service did not accept this refund. We know about it and will take care of it. You don’t need to ask again; we still owe you the money.',
} as const

export const fulfillmentWords: Record<Fulfillment, string> = {
  ffl_transfer: 'Refundable reservation deposit',
  shipping: 'Shipped to you',
  digital: 'Download',
  in_person: 'In person',
  with_reservation: 'Goes with your reservation',
}

/** The refund policy on reservations in short, one paragraph each. A change is a new version (`refundPolicyVersions`). */
export const refundPolicy: readonly string[] = [
  'Until we file your federal transfer form, you can refund the deposit yourself on your private order page. You get all of it back, on the card you paid with.',
  'After the form is filed, write to us and we’ll work it out with you.',
  'A refunded number becomes available to others.',
]

const otherPolicies: Record<Exclude<Fulfillment, 'ffl_transfer'>, string> = {
  shipping:
    'Until we ship an item, you can refund it yourself on your private order page, with its tax, and with the shipping if nothing in the order has shipped. After that, write to us about a return.',
  digital: 'A download is refundable in full until you first download it, and not after that.',
  with_reservation:
    'Until we file your federal transfer form, the balance goes back with the deposit: refund the reservation on its own page, and you get all of both. After the form is filed, write to us and we’ll work it out with you.',
  in_person: 'A seat is refundable in full until the time shown beside it, and not after that.',
}

export function refundPolicyOf(fulfillments: readonly Fulfillment[]): string[] {
  return [...new Set(fulfillments)].flatMap((each) =>
    each === 'ffl_transfer' ? refundPolicy : [otherPolicies[each]],
  )
}

/** A buyer accepts both with a payment. A change of a policy's text is a new version: add it here, newest first. */
export const termsVersions = [
  { version: '2026-11.3', since: '2026-11-23' },
  { version: '2026-11.2', since: '2026-11-23' },
  { version: '2026-11', since: '2026-11-20' },
] as const
export const refundPolicyVersions = [
  { version: '2026-11.2', since: '2026-11-23' },
  { version: '2026-11', since: '2026-11-20' },
] as const

export const acceptedVersions = {
  termsVersion: termsVersions[0].version,
  refundPolicyVersion: refundPolicyVersions[0].version,
} as const
