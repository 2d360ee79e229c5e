import type { PostingKind, Account } from '#app/ledger/postings.ts'
import type { ListedTransaction } from '#app/gateway/gateway.ts'
import type { TaxedMovement, PeriodSum, listGatewayMovements } from '#app/ledger/ledger.server.ts'
import type { gatewayDifferences } from './tables.ts'
import { addDays, startOfDay } from '#app/kit/dates.ts'
import { formatCents } from '#app/kit/money.ts'
import { z } from 'zod'

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

/** On the gateway's account in the ledger, by our own reference. Cents: above zero what it took, below what it gave back. */
export type Movement = Awaited<ReturnType<typeof listGatewayMovements>>[number]

/** One transaction on which the gateway and the ledger do not agree. */
export type Difference = Omit<
  typeof gatewayDifferences.$inferSelect,
  'id' | 'gateway' | 'foundAt' | 'endedAt' | 'isAccepted'
>

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
  const accepted = new Set(movements.map(({ kind, reference }) => kind === 'write_off' && reference))
  const missing = movements.filter(
    (each) => each.at >= from && each.at < to && !listed.some((there) => isSame(there, each)),
  )
  return [
    ...listed.flatMap((there) =>
      there.kind === 'charge' ? compareCharge(there, movements) : compareRefund(there, movements),
    ),
    ...missing.flatMap((each) => missingDifference(each)),
  ].filter((difference) => !accepted.has(acceptanceReference(difference)))
}

function compareCharge(there: ListedTransaction, movements: readonly Movement[]): Difference[] {
  const captured = movements.find((each) => each.kind === 'capture' && isSame(there, each))
  const isRecorded = (kind: PostingKind) =>
    movements.some((each) => each.kind === kind && each.reference === there.ref)
  const differs = (kind: DifferenceKind) => ({ ...differenceBase(there, captured), kind })
  if (there.status === 'voided') {
    const isOurs = movements.some((each) => each.kind === 'refund_done' && isSame(there, each))
    return captured && !isOurs ? [differs('voided_there')] : []
  }
  if (!captured) return isRecorded('unknown_charge') ? [] : [differs('unknown_charge')]
  const isBack = isRecorded('chargeback')
  const isReversed = there.status === 'captured' && isBack && !isRecorded('chargeback_reversed')
  return [
    ...(there.amountCents === captured.amountCents ? [] : [differs('amount_differs')]),
    ...(there.status === 'charged_back' && !isBack ? [differs('charged_back')] : []),
    ...(isReversed ? [differs('chargeback_reversed')] : []),
  ]
}

function compareRefund(there: ListedTransaction, movements: readonly Movement[]): Difference[] {
  const refunded = movements.find((each) => each.kind === 'refund_done' && isSame(there, each))
  if (refunded)
    return there.amountCents === -refunded.amountCents
      ? []
      : [{ ...differenceBase(there, refunded), kind: 'amount_differs' }]
  // A refund that somebody makes at the gateway may carry the invoice number of its charge, which is our attempt's id.
  const charge = movements.find(({ kind, reference }) => kind === 'capture' && reference === there.ourId)
  return [{ ...differenceBase(there, charge), ledgerCents: 0, kind: 'refunded_there' }]
}

/** A charge that was voided for us is its own refund. */
function isSame(there: ListedTransaction, { kind, reference, gatewayRef }: Movement): boolean {
  const isRef = there.ref === gatewayRef
  if (there.kind === 'charge' && kind === 'refund_done') return there.status === 'voided' && isRef
  return (there.kind === 'charge') === (kind === 'capture') && (there.ourId === reference || isRef)
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

function missingDifference({ kind, reference: ref, at, orderId, amountCents }: Movement): Difference[] {
  const base = { ref, at, orderId, gatewayCents: 0, ledgerCents: Math.abs(amountCents) }
  if (kind === 'capture') return [{ ...base, kind: 'missing_charge', attemptId: ref }]
  return kind === 'refund_done' ? [{ ...base, kind: 'missing_refund', attemptId: null }] : []
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

/** What moves money in and out, in the order of its list. */
export const takingWords: Partial<Record<PostingKind, string>> = {
  capture: 'Charges',
  unknown_charge: 'Charges the shop did not make',
  refund_done: 'Refunds',
  refund_paid_outside: 'Refunds by check or transfer',
  chargeback: 'Chargebacks',
  chargeback_reversed: 'Chargebacks reversed',
  write_off: 'Written off',
}

/** An account that money really enters or leaves: a gateway's, or what the shop pays directly. */
export function isMoneyAccount(account: Account): boolean {
  return account.startsWith('gateway:') || account === 'paid_outside'
}

/** Money in and out, by kind and account, and the sum. Cents: in is positive, out negative. */
export function takingsOf(sums: readonly PeriodSum[]): { rows: PeriodSum[]; netCents: number } {
  const kinds = Object.keys(takingWords)
  const rows = sums
    .filter(({ account }) => isMoneyAccount(account))
    .toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
  return { rows, netCents: rows.reduce((sum, { cents }) => sum + cents, 0) }
}

export const liabilityWords = {
  deposits: 'Deposits held',
  balances: 'Balances held',
  customer_unallocated: 'Customer money not allocated',
  refunds_payable: 'Refunds payable',
  sales_tax: 'Sales tax owed',
} as const satisfies Partial<Record<Account, string>>

/** What the shop owes by account, in cents: owing is positive, though the ledger writes it negative. */
export function liabilitiesOf(balances: readonly { account: Account; amountCents: number }[]) {
  const rows = (Object.keys(liabilityWords) as (keyof typeof liabilityWords)[]).map((account) => ({
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

function startOf(day: string, timeZone: string): Date {
  const start = startOfDay(timeZone, day)
  if (!start) throw new Error(`${day} has no beginning in ${timeZone}`)
  return start
}
