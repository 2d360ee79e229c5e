import type { PostingKind } from '#app/ledger/postings.ts'
import type { ListedTransaction } from '#app/gateway/gateway.ts'

/**
 * How the gateway's list and the ledger may differ. `voided_there`, `refunded_there`, `charged_back` and
 * `chargeback_reversed` happened at the gateway without the shop; `unknown_charge` is in its list alone, `missing_charge` and `missing_refund` in the ledger alone.
 */
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

/** The name under which a person's acceptance of a difference stands in the ledger. */
export const acceptedAs = ({ kind, ref }: Pick<Difference, 'kind' | 'ref'>) => `${kind}:${ref}`

/**
 * Compares the gateway's list with the ledger's movements: every transaction of the list has its entry, and every charge
 * and refund that was entered since `from` and before `to` is in the list. What a person accepted is no difference any more.
 */
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
      .map((each) => missingOf('missing_charge', each)),
    ...books.refunds
      .filter((each) => isDue(each) && !listed.some((there) => isSameRefund(there, each)))
      .map((each) => missingOf('missing_refund', each)),
  ]
  return [...found, ...missing].filter((difference) => !accepted.has(acceptedAs(difference)))
}

type Books = {
  captures: readonly Movement[]
  refunds: readonly Movement[]
  movements: readonly Movement[]
}

function compareCharge(there: ListedTransaction, { captures, refunds, movements }: Books): Difference[] {
  const captured = captures.find((each) => isSameCharge(there, each))
  const about = aboutBoth(there, captured)
  const isNoted = (kind: PostingKind) =>
    movements.some((each) => each.kind === kind && each.reference === there.ref)
  if (there.status === 'voided') {
    const isOurs = refunds.some(({ gatewayRef }) => gatewayRef === there.ref)
    return captured && !isOurs ? [{ ...about, kind: 'voided_there' }] : []
  }
  if (!captured) return isNoted('unknown_charge') ? [] : [{ ...about, kind: 'unknown_charge' }]
  const differences: Difference[] = []
  if (there.amountCents !== captured.amountCents) differences.push({ ...about, kind: 'amount_differs' })
  if (there.status === 'charged_back' && !isNoted('chargeback'))
    differences.push({ ...about, kind: 'charged_back' })
  if (there.status === 'captured' && isNoted('chargeback') && !isNoted('chargeback_reversed'))
    differences.push({ ...about, kind: 'chargeback_reversed' })
  return differences
}

function compareRefund(there: ListedTransaction, { captures, refunds }: Books): Difference[] {
  const refunded = refunds.find((each) => isSameRefund(there, each))
  if (refunded)
    return there.amountCents === -refunded.amountCents
      ? []
      : [{ ...aboutBoth(there, refunded), kind: 'amount_differs' }]
  // A refund that somebody makes at the gateway may carry the invoice number of its charge, which is our attempt's id.
  const charge = captures.find(({ reference }) => reference === there.ourId)
  const about = { ...aboutBoth(there, charge), ledgerCents: 0 }
  return [{ ...about, kind: 'refunded_there' }]
}

function isSameCharge(there: ListedTransaction, { reference, gatewayRef }: Movement): boolean {
  return there.kind === 'charge' && (there.ourId === reference || there.ref === gatewayRef)
}

/** A charge that was voided for us is its own refund. */
function isSameRefund(there: ListedTransaction, { reference, gatewayRef }: Movement): boolean {
  if (there.kind === 'charge') return there.status === 'voided' && there.ref === gatewayRef
  return there.ourId === reference || there.ref === gatewayRef
}

function aboutBoth(there: ListedTransaction, ours: Movement | undefined): Omit<Difference, 'kind'> {
  return {
    ref: there.ref,
    at: there.at,
    gatewayCents: there.amountCents,
    ledgerCents: Math.abs(ours?.amountCents ?? 0),
    orderId: ours?.orderId ?? null,
    attemptId: ours?.kind === 'capture' ? ours.reference : null,
  }
}

function missingOf(kind: 'missing_charge' | 'missing_refund', ours: Movement): Difference {
  return {
    kind,
    ref: ours.reference,
    at: ours.at,
    orderId: ours.orderId,
    gatewayCents: 0,
    ledgerCents: Math.abs(ours.amountCents),
    attemptId: kind === 'missing_charge' ? ours.reference : null,
  }
}
