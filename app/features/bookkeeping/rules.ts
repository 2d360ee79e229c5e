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

export const acceptanceReference = ({ kind, ref }: Pick<Difference, 'kind' | 'ref'>) => `${kind}:${ref}`

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
      .filter(
        (each) => isDue(each) && !listed.some((listedTransaction) => isSameCharge(listedTransaction, each)),
      )
      .map((each) => missingDifference('missing_charge', each)),
    ...books.refunds
      .filter(
        (each) => isDue(each) && !listed.some((listedTransaction) => isSameRefund(listedTransaction, each)),
      )
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
  listedTransaction: ListedTransaction,
  { captures, refunds, movements }: LedgerMovements,
): Difference[] {
  const captured = captures.find((each) => isSameCharge(listedTransaction, each))
  const base = differenceBase(listedTransaction, captured)
  const isRecorded = (kind: PostingKind) =>
    movements.some((each) => each.kind === kind && each.reference === listedTransaction.ref)
  if (listedTransaction.status === 'voided') {
    const isOurs = refunds.some(({ gatewayRef }) => gatewayRef === listedTransaction.ref)
    return captured && !isOurs ? [{ ...base, kind: 'voided_there' }] : []
  }
  if (!captured) return isRecorded('unknown_charge') ? [] : [{ ...base, kind: 'unknown_charge' }]
  const differences: Difference[] = []
  if (listedTransaction.amountCents !== captured.amountCents)
    differences.push({ ...base, kind: 'amount_differs' })
  if (listedTransaction.status === 'charged_back' && !isRecorded('chargeback'))
    differences.push({ ...base, kind: 'charged_back' })
  if (
    listedTransaction.status === 'captured' &&
    isRecorded('chargeback') &&
    !isRecorded('chargeback_reversed')
  )
    differences.push({ ...base, kind: 'chargeback_reversed' })
  return differences
}

function compareRefund(
  listedTransaction: ListedTransaction,
  { captures, refunds }: LedgerMovements,
): Difference[] {
  const refunded = refunds.find((each) => isSameRefund(listedTransaction, each))
  if (refunded)
    return listedTransaction.amountCents === -refunded.amountCents
      ? []
      : [{ ...differenceBase(listedTransaction, refunded), kind: 'amount_differs' }]
  // A refund that somebody makes at the gateway may carry the invoice number of its charge, which is our attempt's id.
  const charge = captures.find(({ reference }) => reference === listedTransaction.ourId)
  const base = { ...differenceBase(listedTransaction, charge), ledgerCents: 0 }
  return [{ ...base, kind: 'refunded_there' }]
}

function isSameCharge(listedTransaction: ListedTransaction, { reference, gatewayRef }: Movement): boolean {
  return (
    listedTransaction.kind === 'charge' &&
    (listedTransaction.ourId === reference || listedTransaction.ref === gatewayRef)
  )
}

/** A charge that was voided for us is its own refund. */
function isSameRefund(listedTransaction: ListedTransaction, { reference, gatewayRef }: Movement): boolean {
  if (listedTransaction.kind === 'charge')
    return listedTransaction.status === 'voided' && listedTransaction.ref === gatewayRef
  return listedTransaction.ourId === reference || listedTransaction.ref === gatewayRef
}

function differenceBase(
  listedTransaction: ListedTransaction,
  movement: Movement | undefined,
): Omit<Difference, 'kind'> {
  return {
    ref: listedTransaction.ref,
    at: listedTransaction.at,
    gatewayCents: listedTransaction.amountCents,
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
