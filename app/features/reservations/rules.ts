import type { Carrier } from '#app/features/orders/parcels.ts'
import { type Ending, type Stage, stages } from '#app/features/orders/rules.ts'
import { isBack, isNfaClass } from '#app/features/orders/stages.ts'
import { refuse, type Refusal } from '#app/kit/refusal.ts'
import { type ReviewState, hasDealerAgreed, type DocumentKind } from '#app/features/orders/review.ts'
import type { ItemClass } from '#app/features/compliance/rules.ts'
import { type DealerFile, lacksOf } from '#app/features/dealers/rules.ts'
import { addDays, formatIsoDay, formatLongDay } from '#app/kit/dates.ts'
import { after, day, hour } from '#app/kit/clock.ts'
import { stateName } from '#app/features/compliance/rules/states.ts'
import { type Tariff, taxOf } from '#app/features/delivery/rules.ts'
import { countiesOf, countyOfZip } from '#app/features/delivery/rules/places.ts'
import type { DocumentRefusal } from '#app/files/papers.server.ts'
import { paperRefusalWords } from '#app/files/file-type.ts'

/** Who an NFA item is transferred to on Form 4: the buyer, or a trust or company of theirs. */
export const transferees = ['individual', 'trust'] as const
export type Transferee = (typeof transferees)[number]

/** Of `agreementTerms`. A change of the text is a new version. */
export const agreementVersion = '2026-11'

export type Terms = { variant: string; includes: string; priceCents: number }

/** Does what a buyer saw differ from the terms as they are? Each sending has a time of its own. */
export function isSameSending(sentAt: Date, seen: string): boolean {
  return sentAt.toISOString() === seen
}

export type Shipment = { carrier: Carrier; tracking: string }

export type TypedShipment = { [Field in keyof Shipment]?: Shipment[Field] | undefined }

/** Does a move between these stages hand the firearm to a carrier? One that goes back to it does not. */
export function isHandedOver(from: Stage, to: Stage): boolean {
  return to === 'shipped' && !isBack(from, to)
}

export function completeShipment({ carrier, tracking }: TypedShipment) {
  if (carrier && tracking) return { ok: true as const, shipment: { carrier, tracking } }
  const missing: (keyof Shipment)[] = [
    ...(carrier ? [] : (['carrier'] as const)),
    ...(tracking ? [] : (['tracking'] as const)),
  ]
  return { ...refuse('shipment_missing'), missing }
}

export function isUnderWay(stage: Stage | Ending): boolean {
  return stage === 'shipped' || stage === 'at_dealer'
}

export const exits = [
  'changed_mind',
  'unpaid',
  'withdrawn',
  'disapproved',
  'dealer_lost',
  'cannot_build',
  'law_changed',
  'declined',
] as const
export type Exit = (typeof exits)[number]

/** Its row in the refund policy (`content/refunds.md`), word for word. `agreed`: that much of the deposit; a paid balance goes back whole. */
export const exitRows: Record<
  Exit,
  { ending: Ending; money: 'all' | 'agreed'; policyRow: string; choice: string; title: string; text: string }
> = {
  changed_mind: {
    ending: 'canceled',
    money: 'agreed',
    policyRow: 'You change your mind',
    choice: 'Buyer changed their mind: the deposit as agreed',
    title: 'Your reservation is canceled',
    text: 'As you asked, the reservation is canceled.',
  },
  unpaid: {
    ending: 'canceled',
    money: 'all',
    policyRow: 'You do not pay the balance, and we cancel the reservation',
    choice: 'Balance unpaid past its days: everything back',
    title: 'Your reservation was released',
    text: 'The balance was not paid in time, so your reservation has ended. You owe nothing.',
  },
  withdrawn: {
    ending: 'withdrawn',
    money: 'agreed',
    policyRow: 'You change your mind',
    choice: 'Form withdrawn at the buyer’s wish: the deposit as agreed',
    title: 'Your transfer is withdrawn',
    text: 'As you asked, the transfer is withdrawn.',
  },
  disapproved: {
    ending: 'disapproved',
    money: 'all',
    policyRow: 'Your transfer is disapproved and cannot be corrected',
    choice: 'Transfer disapproved for good: everything back',
    title: 'Your transfer was disapproved',
    text: 'The transfer was disapproved and cannot be corrected.',
  },
  dealer_lost: {
    ending: 'canceled',
    money: 'all',
    policyRow: 'Your dealer refuses or loses the license, and no other one suits you',
    choice: 'Dealer lost and no other one suits: everything back',
    title: 'Your reservation ends',
    text: 'Your dealer can’t receive it, and no other dealer suited you.',
  },
  cannot_build: {
    ending: 'canceled',
    money: 'all',
    policyRow: 'We cannot build the unit',
    choice: 'We can’t build it: everything back',
    title: 'We can’t build it',
    text: 'We are sorry: we cannot build your firearm.',
  },
  law_changed: {
    ending: 'canceled',
    money: 'all',
    policyRow: 'A law changes and we may no longer transfer it to you',
    choice: 'The law changed: everything back',
    title: 'A law changed, and your reservation ends',
    text: 'A law changed, and we may no longer transfer it to you.',
  },
  declined: {
    ending: 'canceled',
    money: 'all',
    policyRow: 'Our review of your order ends with a no',
    choice: 'Our review ends with a no: everything back',
    title: 'We can’t go ahead with your order',
    text: 'We reviewed your order and may not transfer it to you.',
  },
}

export function exitRefund(
  exit: Exit,
  { leftCents, agreedCents }: { leftCents: number; agreedCents: number | undefined },
) {
  if (exitRows[exit].money === 'all') return { ok: true as const, refundCents: leftCents }
  if (agreedCents === undefined) return refuse('amount_missing')
  if (agreedCents < 0 || agreedCents > leftCents) return refuse('too_much')
  return { ok: true as const, refundCents: agreedCents }
}

export const gateNames = ['review', 'agreement', 'balance', 'dealer_accepted', 'dealer_papers'] as const
/** What can hold a reservation back. The order of forms is the path's matter, not a gate. */
export type GateName = (typeof gateNames)[number]

/** The records that the gates of a firearm read, for the move itself and for whoever shows it. */
export type GateRecord = {
  line: { itemClass: ItemClass | null; unitCents: number; quantity: number; refundedCents: number }
  review: ReviewState
  terms: { priceCents: number; acceptedAt: Date | null } | undefined
  balance: { state: BalanceState; priceCents: number } | undefined
  dealerAnswer: Parameters<typeof hasDealerAgreed>[0]
  dealerFile: DealerFile | undefined
  onDay: string
}

/** Checked at every later move, too, except for the dealer's papers: valid on the days of filing and shipping (27 CFR 478.94, 479.88). */
const gates: Record<
  GateName,
  { applies(to: Stage, itemClass: string | null): boolean; isOpen(record: GateRecord): boolean }
> = {
  review: {
    applies: (to) => isAtOrAfter(to, 'agreed'),
    isOpen: ({ review }) => review === 'clear',
  },
  agreement: {
    applies: (to) => isAtOrAfter(to, 'agreed'),
    isOpen: ({ terms }) => Boolean(terms?.acceptedAt),
  },
  balance: {
    applies: (to) => isAtOrAfter(to, 'balance_paid'),
    isOpen: ({ line, terms, balance }) =>
      isBalanceMet(terms && { priceCents: terms.priceCents, depositCents: depositLeft(line) }, balance),
  },
  dealer_accepted: {
    applies: (to) => isAtOrAfter(to, 'form3_filed'),
    isOpen: ({ dealerAnswer }) => hasDealerAgreed(dealerAnswer),
  },
  dealer_papers: {
    applies: (to, itemClass) => to === 'shipped' || (to === 'form3_filed' && isNfaClass(itemClass)),
    isOpen: ({ line, dealerFile, onDay }) => lacksOf(dealerFile, line.itemClass, onDay).length === 0,
  },
}

/** The gates that hold a move to this stage. One back has none: it undoes what a form's return undid. */
export function heldBy(from: Stage, to: Stage, record: GateRecord): GateName[] {
  if (isBack(from, to)) return []
  return gateNames.filter(
    (name) => gates[name].applies(to, record.line.itemClass) && !gates[name].isOpen(record),
  )
}

export function mayHaveHappened(onDay: string, { today, previous }: { today: string; previous: string }) {
  if (onDay > today) return { ok: false as const, why: 'day_to_come' as const }
  if (onDay < previous) return { ok: false as const, why: 'day_too_early' as const }
  return { ok: true as const }
}

function isAtOrAfter(stage: Stage, first: Stage): boolean {
  return stages.indexOf(stage) >= stages.indexOf(first)
}

/** What of the deposit of a line is credited to its price, in cents: what of it was not refunded. */
export function depositLeft({
  unitCents,
  quantity,
  refundedCents,
}: Pick<GateRecord['line'], 'unitCents' | 'quantity' | 'refundedCents'>): number {
  return unitCents * quantity - refundedCents
}

/** `held`: an order is there to pay it. `waived`: somebody with the right to say so decided. `released`: it ended unpaid, or was refunded. */
export const balanceStates = ['open', 'held', 'paid', 'waived', 'released'] as const
export type BalanceState = (typeof balanceStates)[number]

export function isDue(state: BalanceState): boolean {
  return state === 'open' || state === 'held'
}

/** In days: when it is due after the request, and how long after that the number or slot is kept. The refund policy states both. */
export const balanceTerms = { dueDays: 14, lateDays: 7 } as const

/** The price of a reserved firearm and what was paid to reserve it, in cents, both without tax. */
export type AgreedPrice = { priceCents: number; depositCents: number }

export function balanceCents({ priceCents, depositCents }: AgreedPrice): number {
  return Math.max(priceCents - depositCents, 0)
}

/** A price that rose after the payment is not paid. */
export function isBalanceMet(
  agreed: AgreedPrice | undefined,
  balance: { state: BalanceState; priceCents: number } | undefined,
): boolean {
  if (!agreed) return false
  if (balance?.state === 'waived') return true
  if (balance?.state === 'paid') return agreed.priceCents <= balance.priceCents
  return balanceCents(agreed) === 0
}

/** An hour more than the days of grace, so that the last of them is whole also where clocks are turned back meanwhile. */
export function releasableFrom(dueAt: Date): Date {
  return after(dueAt, balanceTerms.lateDays * day + hour)
}

/** The last day of grace, in full: `releasableFrom` is never before its end, and in the small hours of the next day at the latest. */
export function lastDayOfGrace(dueAt: Date, timeZone: string): string {
  const last = addDays(formatIsoDay(dueAt, timeZone), balanceTerms.lateDays)
  return formatLongDay(new Date(`${last}T12:00:00Z`), 'UTC')
}

export function usualDueDay(now: Date, timeZone: string): string {
  return addDays(formatIsoDay(now, timeZone), balanceTerms.dueDays)
}

/** Until when an unpaid balance may be paid: its due date, then the days of grace; `null` once those are over. */
export function payableUntil(dueAt: Date, now: Date): Date | null {
  if (now < dueAt) return dueAt
  const end = releasableFrom(dueAt)
  return now < end ? end : null
}

/** Does the time of a balance not count, because its reservation is in review? It is not overdue then. */
export function isPaused({ pausedAt }: { pausedAt: Date | null }): boolean {
  return pausedAt !== null
}

/** The reminders of an unpaid balance, in their order, and when each is due, in milliseconds after the due date's end. */
const balanceReminders = {
  week: -7 * day,
  two_days: -2 * day,
  today: 0,
  overdue: 3 * day,
} as const
export type BalanceReminder = keyof typeof balanceReminders
export const reminderKinds = Object.keys(balanceReminders) as BalanceReminder[]

/** A due date is the end of a day; reminders are mailed at ten in the morning of theirs. */
const morningMs = 14 * hour

type Reminded = { remindFrom: Date; dueAt: Date; reminded: BalanceReminder | null }

export function remindsAt(kind: BalanceReminder, dueAt: Date): Date {
  return after(dueAt, balanceReminders[kind] - morningMs)
}

/** The last reminder whose time has come, mailed or not; `null` before the first. */
export function lastReminder(dueAt: Date, now: Date): BalanceReminder | null {
  return reminderKinds.findLast((kind) => remindsAt(kind, dueAt) <= now) ?? null
}

/** The last whose time has come, unless it or a later one was mailed. A moment past when it was requested or extended is no reminder. */
export function dueReminder({ remindFrom, dueAt, reminded }: Reminded, now: Date): BalanceReminder | null {
  const last = lastReminder(dueAt, now)
  if (!last || remindsAt(last, dueAt) <= remindFrom) return null
  const isNew = reminded === null || reminderKinds.indexOf(last) > reminderKinds.indexOf(reminded)
  return isNew ? last : null
}

const taxDoubts = ['no_dealer', 'no_county_rate', 'holiday_unconfirmed', 'place_unknown'] as const
export type TaxDoubt = (typeof taxDoubts)[number]

/** The sales tax on a firearm, in cents, where it is handed over. `label` is empty where none is collected. */
export type BalanceTax = {
  state: string
  county: string | null
  taxCents: number
  label: string
  doubts: TaxDoubt[]
}

/** On the whole price; Florida's county rate on the first $5,000 (form DR-15DSS). Refused where the county decides and is not known. */
export function balanceTax(
  priceCents: number,
  handover: {
    buyerState: string | null
    dealerState: string | null
    dealerZip: string | null
    /** The county that staff looked up; it goes before the ZIP code. */
    county: string | null
  },
  tariff: Tariff,
  today: string,
): ({ ok: true } & BalanceTax) | Refusal<'place_unknown' | 'county_unknown'> {
  const { dealerState, buyerState, dealerZip } = handover
  const state = dealerState ?? buyerState
  if (!state) return refuse('place_unknown')
  const isByCounty = countiesOf(state).length > 0 && hasRate(tariff, state, null, today)
  const county = isByCounty
    ? (handover.county ?? (dealerState && dealerZip ? countyOfZip(dealerZip, state) : undefined))
    : null
  if (county === undefined) return refuse(dealerState ? 'county_unknown' : 'place_unknown')
  if (county !== null && !countiesOf(state).includes(county)) return refuse('county_unknown')
  const line = { taxClass: 'firearm' as const, unitCents: priceCents, quantity: 1 }
  const { lineCents, label } = taxOf({ state, county, lines: [line], shippingCents: 0 }, tariff, today)
  const doubts: TaxDoubt[] = [
    ...(dealerState ? [] : ['no_dealer' as const]),
    ...(county !== null && !hasRate(tariff, state, county, today) ? ['no_county_rate' as const] : []),
    ...(isHolidayOpen(tariff, state, today) ? ['holiday_unconfirmed' as const] : []),
  ]
  return { ok: true, state, county, taxCents: lineCents[0] ?? 0, label, doubts }
}

function hasRate({ rates }: Tariff, state: string, county: string | null, today: string): boolean {
  return rates.some((rate) => rate.state === state && rate.county === county && isInForce(rate, today))
}

function isHolidayOpen({ exemptions }: Tariff, state: string, today: string): boolean {
  return exemptions.some(
    (each) =>
      each.state === state && each.taxClass === 'firearm' && !each.isConfirmed && isInForce(each, today),
  )
}

function isInForce(of: { effectiveFrom: string; effectiveTo: string | null }, today: string): boolean {
  return of.effectiveFrom <= today && (of.effectiveTo === null || today <= of.effectiveTo)
}

export function placeName(state: string): string {
  return stateName(state)
}

export const documentStates = ['waiting', 'accepted', 'refused'] as const
export type DocumentState = (typeof documentStates)[number]

const maxMegabytes = 10
/** How much of a document is taken: bytes as it is sent, and pages of a PDF. A trust with its amendments is long. */
export const documentLimits = { maxBytes: maxMegabytes * 1024 * 1024, maxPages: 100 }
/** How long a document is stored after its decision at most, as the page promises. */
export const documentRetentionDays = 90
export const maxDocuments = 20

type SentDocumentRefusal = DocumentRefusal | 'not_requested' | 'too_many' | 'refused_before'

export const documentsPath = (orderId: string) => `/orders/${orderId}/documents`

type Request = { id: number; decision: string; documents: readonly DocumentKind[] }
type Sent = { reviewId: number; kind: DocumentKind; state: DocumentState }

/** A kind that staff requested, with its state: `missing` while no document of it waits or is accepted. */
export type RequestedDocument = { kind: DocumentKind; state: 'missing' | 'waiting' | 'accepted' }

export function requestedDocuments(latest: Request | undefined, sent: readonly Sent[]): RequestedDocument[] {
  if (latest?.decision !== 'document_requested') return []
  return latest.documents.map((kind) => {
    const states = sent.filter((each) => each.reviewId === latest.id && each.kind === kind).map(stateOf)
    const state = states.includes('accepted')
      ? 'accepted'
      : states.includes('waiting')
        ? 'waiting'
        : 'missing'
    return { kind, state }
  })
}

const stateOf = ({ state }: Sent) => state

/** A file's name as its sender's computer has it, for a list: without control characters, and not longer than a line. */
export function shownName(name: string): string {
  const plain = name.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim()
  return plain.length > 80 ? `${plain.slice(0, 70)}…${plain.slice(-9)}` : plain || 'document'
}

/** What a stored document is called where it is saved: by us, never by its sender. */
export function fileNameOf(orderId: string, kind: DocumentKind, type: string): string {
  return `${orderId}-${kind.replaceAll('_', '-')}.${type === 'application/pdf' ? 'pdf' : 'jpg'}`
}

export const documentRefusalWords: Record<SentDocumentRefusal, string> = {
  ...paperRefusalWords({
    megabytes: maxMegabytes,
    pages: documentLimits.maxPages,
    shorter: 'Send the pages that we asked for.',
  }),
  not_requested: 'We are not waiting for this document any more.',
  too_many: 'We have as many files from you as one order may have. Write to us if one is missing.',
  refused_before: 'You sent this same file before, and we could not accept it. The reason is below.',
}
