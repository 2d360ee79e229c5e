import type { PostingKind } from '#app/ledger/postings.ts'
import type { ListedTransaction } from '#app/gateway/gateway.ts'
import type { TaxedMovement, PeriodSum } from '#app/ledger/period.server.ts'
import type { Account } from '#app/ledger/accounts.ts'
import { addDays } from '#app/kit/calendar-date.ts'
import { formatCents } from '#app/kit/money.ts'
import { z } from 'zod'
import { momentIn } from '#app/kit/zoned-time.ts'

/** Voids, refunds and chargebacks happened at the gateway without the shop; `unknown_` is in its list alone, `missing_` in the ledger. */
export const differenceKinds = [
  'voided_there',
  'refunded_there',
  'charged_back',
  'chargeback_reversed',
  'unknown_charge',
  'missing_charge',
  'missing_refund',
  'amount_differs',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/** A movement on the gateway's account in the ledger. Cents: above zero what it took, below what it gave back. */
export type Movement = {
  kind: PostingKind
  /** Ours: an attempt's or a refund's id. */
  reference: string
  gatewayRef: string | null
  orderId: string | null
  at: Date
  amountCents: number
}

/** One transaction on which the gateway and the ledger do not agree. Amounts are cents and never below zero. */
export type Difference = {
  kind: DifferenceKind
  /** The gateway's reference; ours where the gateway has none. With the kind it names the difference. */
  ref: string
  /** The attempt that the money was charged by, where it is known. */
  attemptId: string | null
  orderId: string | null
  gatewayCents: number
  ledgerCents: number
  at: Date
}

const sentences: Record<DifferenceKind, (there: string, ledger: string) => string> = {
  voided_there: (_, ledger) =>
    `The charge of ${ledger} was voided at the payment service. The shop still counts it as paid.`,
  refunded_there: (there) =>
    `A refund of ${there} was made at the payment service. The shop has no record of it.`,
  charged_back: (there) => `The card holder’s bank took the charge of ${there} back.`,
  chargeback_reversed: (there) => `The card holder’s bank gave the charge of ${there} back to the shop.`,
  unknown_charge: (there) => `The payment service has a charge of ${there} that the shop did not make.`,
  missing_charge: (_, ledger) =>
    `The shop recorded a charge of ${ledger} that the payment service does not have.`,
  missing_refund: (_, ledger) =>
    `The shop recorded a refund of ${ledger} that the payment service does not have.`,
  amount_differs: (there, ledger) => `The payment service has ${there}, the shop recorded ${ledger}.`,
}

export function differenceWords({
  kind,
  gatewayCents,
  ledgerCents,
}: Pick<Difference, 'kind' | 'gatewayCents' | 'ledgerCents'>): string {
  return sentences[kind](formatCents(gatewayCents), formatCents(ledgerCents))
}

export const acceptanceReference = ({ kind, ref }: Pick<Difference, 'kind' | 'ref'>) => `${kind}:${ref}`

/** What a person accepted is no difference any more. */
export function compareLists(
  listed: readonly ListedTransaction[],
  movements: readonly Movement[],
  { from, to }: { from: Date; to: Date },
): Difference[] {
  const of = (kind: PostingKind) => movements.filter((each) => each.kind === kind)
  const books = { captures: of('capture'), refunds: of('refund_done'), movements }
  const accepted = new Set(of('write_off').map(({ reference }) => reference))
  const found = listed.flatMap((each) =>
    each.kind === 'charge' ? compareCharge(each, books) : compareRefund(each, books),
  )
  const isDue = ({ at }: Movement) => at >= from && at < to
  const missing = [
    ...books.captures
      .filter((each) => isDue(each) && !listed.some((there) => isSameCharge(there, each)))
      .map((each) => missingDifference('missing_charge', each)),
    ...books.refunds
      .filter((each) => isDue(each) && !listed.some((there) => isSameRefund(there, each)))
      .map((each) => missingDifference('missing_refund', each)),
  ]
  return [...found, ...missing].filter((difference) => !accepted.has(acceptanceReference(difference)))
}

type LedgerMovements = {
  captures: readonly Movement[]
  refunds: readonly Movement[]
  movements: readonly Movement[]
}

function compareCharge(
  there: ListedTransaction,
  { captures, refunds, movements }: LedgerMovements,
): Difference[] {
  const captured = captures.find((each) => isSameCharge(there, each))
  const base = differenceBase(there, captured)
  const isRecorded = (kind: PostingKind) =>
    movements.some((each) => each.kind === kind && each.reference === there.ref)
  if (there.status === 'voided') {
    const isOurs = refunds.some(({ gatewayRef }) => gatewayRef === there.ref)
    return captured && !isOurs ? [{ ...base, kind: 'voided_there' }] : []
  }
  if (!captured) return isRecorded('unknown_charge') ? [] : [{ ...base, kind: 'unknown_charge' }]
  const differences: Difference[] = []
  if (there.amountCents !== captured.amountCents) differences.push({ ...base, kind: 'amount_differs' })
  if (there.status === 'charged_back' && !isRecorded('chargeback'))
    differences.push({ ...base, kind: 'charged_back' })
  if (there.status === 'captured' && isRecorded('chargeback') && !isRecorded('chargeback_reversed'))
    differences.push({ ...base, kind: 'chargeback_reversed' })
  return differences
}

function compareRefund(there: ListedTransaction, { captures, refunds }: LedgerMovements): Difference[] {
  const refunded = refunds.find((each) => isSameRefund(there, each))
  if (refunded)
    return there.amountCents === -refunded.amountCents
      ? []
      : [{ ...differenceBase(there, refunded), kind: 'amount_differs' }]
  // A refund that somebody makes at the gateway may carry the invoice number of its charge, which is our attempt's id.
  const charge = captures.find(({ reference }) => reference === there.ourId)
  const base = { ...differenceBase(there, charge), ledgerCents: 0 }
  return [{ ...base, kind: 'refunded_there' }]
}

function isSameCharge(there: ListedTransaction, { reference, gatewayRef }: Movement): boolean {
  return there.kind === 'charge' && (there.ourId === reference || there.ref === gatewayRef)
}

/** A charge that was voided for us is its own refund. */
function isSameRefund(there: ListedTransaction, { reference, gatewayRef }: Movement): boolean {
  if (there.kind === 'charge') return there.status === 'voided' && there.ref === gatewayRef
  return there.ourId === reference || there.ref === gatewayRef
}

function differenceBase(there: ListedTransaction, movement: Movement | undefined): Omit<Difference, 'kind'> {
  return {
    ref: there.ref,
    at: there.at,
    gatewayCents: there.amountCents,
    ledgerCents: Math.abs(movement?.amountCents ?? 0),
    orderId: movement?.orderId ?? null,
    attemptId: movement?.kind === 'capture' ? movement.reference : null,
  }
}

function missingDifference(kind: 'missing_charge' | 'missing_refund', movement: Movement): Difference {
  return {
    kind,
    ref: movement.reference,
    at: movement.at,
    orderId: movement.orderId,
    gatewayCents: 0,
    ledgerCents: Math.abs(movement.amountCents),
    attemptId: kind === 'missing_charge' ? movement.reference : null,
  }
}

/** Where a sale is taxed. A balance is taxed on the whole price: its deposit was taken before, without tax. */
export type TaxPlace = {
  state: string | null
  county: string | null
  balance?: { priceCents: number; amountCents: number }
}

export type TaxRow = { state: string; county: string; goodsCents: number; taxCents: number }

/** What has no place on record has empty words, so that the sum of all rows is that of the movements. */
export function taxByPlace(
  movements: readonly TaxedMovement[],
  placeOf: (orderId: string) => TaxPlace | undefined,
): TaxRow[] {
  const rows = new Map<string, TaxRow>()
  for (const { orderId, goodsCents, taxCents } of movements) {
    const place = orderId === null ? undefined : placeOf(orderId)
    const { state, county } = { state: place?.state ?? '', county: place?.county ?? '' }
    const row = rows.get(`${state} ${county}`) ?? { state, county, goodsCents: 0, taxCents: 0 }
    row.goodsCents += wholeOf(goodsCents, place)
    row.taxCents += taxCents
    rows.set(`${state} ${county}`, row)
  }
  return [...rows.values()].toSorted(
    (a, b) => a.state.localeCompare(b.state) || a.county.localeCompare(b.county),
  )
}

function wholeOf(cents: number, place: TaxPlace | undefined): number {
  if (!place?.balance) return cents
  return Math.round((cents * place.balance.priceCents) / place.balance.amountCents)
}

const takingKinds: readonly PostingKind[] = [
  'capture',
  'unknown_charge',
  'refund_done',
  'refund_paid_outside',
  'chargeback',
  'chargeback_reversed',
  'write_off',
]

/** An account that money really enters or leaves: a gateway's, or what the shop pays directly. */
export function isMoneyAccount(account: Account): boolean {
  return account.startsWith('gateway:') || account === 'paid_outside'
}

/** Money in and out, by kind and account, and the sum. Cents: in is positive, out negative. */
export function takingsOf(sums: readonly PeriodSum[]): { rows: PeriodSum[]; netCents: number } {
  const rows = sums
    .filter(({ account }) => isMoneyAccount(account))
    .toSorted((a, b) => takingKinds.indexOf(a.kind) - takingKinds.indexOf(b.kind))
  return { rows, netCents: rows.reduce((sum, { cents }) => sum + cents, 0) }
}

export const liabilityAccounts = [
  'deposits',
  'balances',
  'customer_unallocated',
  'refunds_payable',
  'sales_tax',
] as const satisfies Account[]

/** What the shop owes by account, in cents: owing is positive, though the ledger writes it negative. */
export function liabilitiesOf(balances: readonly { account: Account; amountCents: number }[]): {
  rows: { account: (typeof liabilityAccounts)[number]; cents: number }[]
  totalCents: number
} {
  const rows = liabilityAccounts.map((account) => ({
    account,
    cents: 0 - (balances.find((each) => each.account === account)?.amountCents ?? 0),
  }))
  return { rows, totalCents: rows.reduce((sum, { cents }) => sum + cents, 0) }
}

/** Days from one to another, both of them included, each as `2026-11-22`. */
export type Days = { from: string; to: string }

export function parseDay(text: string | null): string | undefined {
  const read = z.iso.date().safeParse(text)
  return read.success && read.data.startsWith('20') ? read.data : undefined
}

export function parseMonth(text: string | null): string | undefined {
  return text !== null && /^20\d{2}-(0[1-9]|1[0-2])$/.test(text) ? text : undefined
}

export function shiftMonth(month: string, months: number): string {
  const at = new Date(`${month}-01T00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + months)
  return at.toISOString().slice(0, 7)
}

export function daysOfMonth(month: string): Days {
  return { from: `${month}-01`, to: addDays(`${shiftMonth(month, 1)}-01`, -1) }
}

/** By the clock of a zone: a day is 23 or 25 hours long where that clock is changed. */
export function periodOf({ from, to }: Days, timeZone: string): { from: Date; to: Date } {
  return { from: startOf(from, timeZone), to: startOf(addDays(to, 1), timeZone) }
}

const maxDays = 3_660

export function parseDays(from: string | null, to: string | null): Days | undefined {
  const days = { from: parseDay(from), to: parseDay(to) }
  if (!days.from || !days.to || days.from > days.to) return undefined
  return addDays(days.from, maxDays) > days.to ? { from: days.from, to: days.to } : undefined
}

/** Where a clock skips midnight, the day begins at one. */
function startOf(day: string, timeZone: string): Date {
  const start = momentIn(timeZone, `${day} 00:00`) ?? momentIn(timeZone, `${day} 01:00`)
  if (!start) throw new Error(`${day} has no beginning in ${timeZone}`)
  return start
}
