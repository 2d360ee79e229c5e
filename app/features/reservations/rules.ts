import type { ItemClass } from '#app/features/compliance/rules.ts'
import { type DealerFile, lacksOf } from '#app/features/dealers/rules.ts'
import { countiesOf, countyOfZip, holds, type Tariff, taxOf } from '#app/features/delivery/rules.ts'
import type { Carrier } from '#app/features/orders/parcels.ts'
import { hasDealerAgreed, type ReviewState } from '#app/features/orders/review.ts'
import { type Ending, type Stage, stages } from '#app/features/orders/rules.ts'
import { isBack, isNfaClass } from '#app/features/orders/stages.ts'
import { after, day, hour } from '#app/kit/clock.ts'
import { addDays, formatIsoDay, formatLongDay } from '#app/kit/dates.ts'
import { refuse } from '#app/kit/refusal.ts'

/** Who an NFA item is transferred to on Form 4: the buyer, or a trust or company of theirs. */
export const transferees = ['individual', 'trust'] as const
export type Transferee = (typeof transferees)[number]

export const agreementTitle = 'Your final price'

export type Shipment = { carrier: Carrier; tracking: string }

export function isUnderWay(stage: Stage | Ending): boolean {
  return stage === 'shipped' || stage === 'at_dealer'
}

/** Why a reservation ends, by its row in the refund policy (`content/refunds.md`), word for word. `agreed`: that much of the deposit; a paid balance goes back whole. */
export const exitRows = {
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
} as const
export type Exit = keyof typeof exitRows
export const exits = Object.keys(exitRows) as [Exit, ...Exit[]]

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

export const gateNames = ['review', 'agreement', 'balance', 'dealer_accepted', 'dealer_papers'] as const
/** What can hold a reservation back. The order of forms is the path's matter, not a gate. */
export type GateName = (typeof gateNames)[number]

type Gate = {
  label: string
  held: string
  applies(to: Stage, itemClass: string | null): boolean
  isOpen(record: GateRecord): boolean
}

/** Checked at every later move, too, except for the dealer's papers: valid on the days of filing and shipping (27 CFR 478.94, 479.88). */
export const gateRules: Record<GateName, Gate> = {
  review: {
    label: 'State rules allow it, or the review is approved',
    held: 'The state rules do not allow it now: decide the review first.',
    applies: (to) => isAtOrAfter(to, 'agreed'),
    isOpen: ({ review }) => review === 'clear',
  },
  agreement: {
    label: 'Price and terms accepted',
    held: 'The buyer has not accepted the final price and terms.',
    applies: (to) => isAtOrAfter(to, 'agreed'),
    isOpen: ({ terms }) => Boolean(terms?.acceptedAt),
  },
  balance: {
    label: 'Balance paid or waived',
    held: 'The balance is not paid.',
    applies: (to) => isAtOrAfter(to, 'balance_paid'),
    isOpen({ line, terms, balance }) {
      if (!terms) return false
      if (balance?.state === 'waived') return true
      // A price that rose after the payment is not paid.
      return terms.priceCents <= (balance?.state === 'paid' ? balance.priceCents : depositLeft(line))
    },
  },
  dealer_accepted: {
    label: 'Dealer accepted',
    held: 'No dealer that we confirmed has agreed to receive it.',
    applies: (to) => isAtOrAfter(to, 'form3_filed'),
    isOpen: ({ dealerAnswer }) => hasDealerAgreed(dealerAnswer),
  },
  dealer_papers: {
    label: 'Dealer’s license and special tax on file and valid that day',
    held: 'The dealer’s file is not complete for that day: license copy, eZ Check, or special tax.',
    applies: (to, itemClass) => to === 'shipped' || (to === 'form3_filed' && isNfaClass(itemClass)),
    isOpen: ({ line, dealerFile, onDay }) => lacksOf(dealerFile, line.itemClass, onDay).length === 0,
  },
}

/** The gates that hold a move to this stage. One back has none: it undoes what a form's return undid. */
export function heldBy(from: Stage, to: Stage, record: GateRecord): GateName[] {
  if (isBack(from, to)) return []
  return gateNames.filter(
    (name) => gateRules[name].applies(to, record.line.itemClass) && !gateRules[name].isOpen(record),
  )
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

/** An hour more than the days of grace, so that the last of them is whole also where clocks are turned back meanwhile. */
export function releasableFrom(dueAt: Date): Date {
  return after(dueAt, balanceTerms.lateDays * day + hour)
}

/** The last day of grace, in full: `releasableFrom` is never before its end, and in the small hours of the next day at the latest. */
export function lastDayOfGrace(dueAt: Date, timeZone: string): string {
  const last = addDays(formatIsoDay(dueAt, timeZone), balanceTerms.lateDays)
  return formatLongDay(new Date(`${last}T12:00:00Z`), 'UTC')
}

/** Until when an unpaid balance may be paid: its due date, then the days of grace; `null` once those are over. */
export function payableUntil(dueAt: Date, now: Date): Date | null {
  if (now < dueAt) return dueAt
  const end = releasableFrom(dueAt)
  return now < end ? end : null
}

/** The reminders of an unpaid balance, in their order, and when each is due, in milliseconds after the due date's end. */
const balanceReminders = {
  week: -7 * day,
  two_days: -2 * day,
  today: 0,
  overdue: 3 * day,
} as const
type BalanceReminder = keyof typeof balanceReminders
export const reminderKinds = Object.keys(balanceReminders) as [BalanceReminder, ...BalanceReminder[]]

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

export type TaxDoubt = keyof typeof taxDoubtWords

export const taxDoubtWords = {
  no_dealer: 'No dealer is chosen yet: the tax follows the buyer’s state. Check it when the dealer is known.',
  no_county_rate:
    'No surtax is entered for this county, so only the state’s rate is charged. Enter the county’s rate (form DR-15DSS), or make sure that it has none.',
  place_unknown:
    'The dealer changed and their county is not known: the tax is still that of the dealer before. Withdraw this request and ask again with the county.',
  holiday_unconfirmed:
    'A sales tax holiday for firearms may be running. Confirm or withdraw it before you send this request.',
} as const

/** The sales tax on the whole price, in cents, where the firearm is handed over: Florida's county rate on the first $5,000 (form DR-15DSS). Refused where the county decides and is not known. `taxLabel` is empty where none is collected. */
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
) {
  const { dealerState, buyerState, dealerZip } = handover
  const state = dealerState ?? buyerState
  if (!state) return refuse('place_unknown')
  const hasRate = (within: string | null) =>
    tariff.rates.some((rate) => rate.state === state && rate.county === within && holds(rate, today))
  const isByCounty = countiesOf(state).length > 0 && hasRate(null)
  const county = isByCounty
    ? (handover.county ?? (dealerState && dealerZip ? countyOfZip(dealerZip, state) : undefined))
    : null
  if (county === undefined) return refuse(dealerState ? 'county_unknown' : 'place_unknown')
  if (county !== null && !countiesOf(state).includes(county)) return refuse('county_unknown')
  const line = { taxClass: 'firearm' as const, unitCents: priceCents, quantity: 1 }
  const { lineCents, label } = taxOf({ state, county, lines: [line], shippingCents: 0 }, tariff, today)
  const taxDoubts: TaxDoubt[] = []
  if (!dealerState) taxDoubts.push('no_dealer')
  if (county !== null && !hasRate(county)) taxDoubts.push('no_county_rate')
  const isHoliday = tariff.exemptions.some(
    (each) => each.state === state && each.taxClass === 'firearm' && !each.isConfirmed && holds(each, today),
  )
  if (isHoliday) taxDoubts.push('holiday_unconfirmed')
  const taxCents = lineCents[0] ?? 0
  return { ok: true as const, taxState: state, taxCounty: county, taxCents, taxLabel: label, taxDoubts }
}

export const balanceRefusalWords = {
  not_paid: 'There is no paid reservation on this line.',
  refund_under_way: 'A refund of this reservation is in progress.',
  not_agreed: 'The buyer has not agreed to the price yet.',
  nothing_due: 'The price is no higher than the deposit: nothing is due.',
  balance_requested: 'The balance was already requested at another price. Withdraw that request first.',
  balance_not_found: 'No balance was requested for this reservation.',
  balance_paid: 'The balance is already paid.',
  balance_waived: 'The balance was waived.',
  balance_ended: 'This request for the balance has ended.',
  balance_held: 'The balance is being paid right now. Try again in a moment.',
  balance_in_review:
    'The reservation is in review under state law: nothing is paid or released until that is decided.',
  balance_overdue: 'The time to pay this balance is over. Write to us at /contact.',
  payment_under_way: 'A payment of this balance is in progress. Wait until it is settled.',
  amount_differs: 'The amount is not the one that is due. Only the whole balance can be recorded.',
  place_unknown:
    'Where the firearm is handed over is not known, and sales tax depends on it. Choose the dealer first, or name the county.',
  county_unknown: 'The dealer’s county is not known, and sales tax depends on it. Name the county.',
  due_in_past: 'The due date must be in the future.',
  not_overdue: `A reservation can be released ${balanceTerms.lateDays} days after the due date, not before.`,
  reason_needed: 'State the reason.',
  try_again: 'Somebody else is changing this. Try again in a moment.',
} as const
