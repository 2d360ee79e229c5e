// The stand-in's state: transactions, tokens and batches, and the processor's rules.

import { day } from '#app/kit/clock.ts'

/** A transaction in the stand-in's books. Amounts are cents. */
export type Transaction = {
  transId: string
  type: 'authCaptureTransaction' | 'refundTransaction'
  status: string
  invoice: string
  cents: number
  card: string
  submittedAt: Date
  reason: string
  /** Set on a charge that a prepaid card paid only in part: the requested amount. */
  requestedCents?: number
  refTransId?: string
  batchId?: string
}

/** The stand-in's test cards, by outcome. */
export const cards = {
  approve: '4111111111111111',
  decline: '4222222222222222',
  review: '4007000000027000',
  expired: '4012888818888888',
  /** A prepaid card with half of the amount. */
  prepaid: '4000100811112225',
} as const
export type Card = keyof typeof cards

/** The processor's answer to a transaction: code, reason, and the transaction it made or repeats. */
export type Ruling = {
  code: 1 | 2 | 3 | 4
  reason: string
  transId: string
  /** Set when a prepaid card was charged only in part. */
  approvedCents?: number
  requestedCents?: number
}
/** Refused before it became a transaction. */
export type Refusal = { refused: string }

const outcomes = {
  approve: { code: 1, reason: '1', status: 'capturedPendingSettlement' },
  decline: { code: 2, reason: '2', status: 'declined' },
  review: { code: 4, reason: '253', status: 'FDSPendingReview' },
} as const

/** The stand-in's books. `now` is its clock. */
export class Books {
  readonly transactions: Transaction[] = []
  private readonly tokens = new Map<string, Card>()
  private readonly now: () => Date
  /** A misconfigured account approves partial amounts although the charge forbids it. */
  ignoresPartialSetting = false
  /** The Transaction Details API is enabled for the account. */
  mayReport = true
  private batches: { batchId: string; settledAt: Date }[] = []

  constructor(now: () => Date) {
    this.now = now
  }

  /** A single-use card token, as from the card form. */
  issueToken(card: Card): string {
    const token = `eyJjb2RlIjoi${crypto.randomUUID()}`
    this.tokens.set(token, card)
    return token
  }

  charge(
    token: string,
    requestedCents: number,
    invoice: string,
    { windowMs, allowsPartial }: { windowMs: number; allowsPartial: boolean },
  ): Ruling | Refusal {
    const card = this.tokens.get(token)
    if (!card) return { refused: 'E00114' }
    this.tokens.delete(token)
    const number = cards[card]
    const isPartial = card === 'prepaid' && (allowsPartial || this.ignoresPartialSetting)
    const cents = isPartial ? Math.trunc(requestedCents / 2) : requestedCents
    const repeated = this.repeated('authCaptureTransaction', number, cents, invoice, windowMs)
    if (repeated) return { code: 3, reason: '11', transId: repeated.transId }
    if (card === 'expired') return { code: 3, reason: '8', transId: '0' }
    const outcome = card === 'prepaid' ? (isPartial ? 'approve' : 'decline') : card
    const { code, reason, status } = outcomes[outcome]
    const { transId } = this.write({
      type: 'authCaptureTransaction',
      status,
      invoice,
      cents,
      card: number,
      reason,
      ...(isPartial && { requestedCents }),
    })
    return { code, reason, transId, ...(isPartial && { approvedCents: cents, requestedCents }) }
  }

  cancel(refTransId: string): Ruling {
    const charge = this.find(refTransId)
    if (!charge) return { code: 3, reason: '16', transId: '0' }
    if (charge.status === 'voided') return { code: 1, reason: '310', transId: charge.transId }
    if (charge.status !== 'capturedPendingSettlement') return { code: 3, reason: '16', transId: '0' }
    charge.status = 'voided'
    return { code: 1, reason: '1', transId: charge.transId }
  }

  refund(refTransId: string, cents: number, lastFour: string, invoice: string, windowMs: number): Ruling {
    const charge = this.find(refTransId)
    const no = (reason: string): Ruling => ({ code: 3, reason, transId: '0' })
    if (!charge) return no('16')
    if (charge.status !== 'settledSuccessfully' || charge.card.slice(-4) !== lastFour) return no('54')
    // A charge can be credited for 180 days.
    if (this.now().getTime() - charge.submittedAt.getTime() > 180 * day) return no('54')
    const repeated = this.repeated('refundTransaction', charge.card, cents, invoice, windowMs)
    if (repeated) return { code: 3, reason: '11', transId: repeated.transId }
    if (this.refundedOf(charge) + cents > charge.cents) return no('55')
    const { transId } = this.write({
      type: 'refundTransaction',
      status: 'refundPendingSettlement',
      reason: '1',
      invoice,
      cents,
      refTransId,
      card: charge.card,
    })
    return { code: 1, reason: '1', transId }
  }

  /** A chargeback of a settled charge. */
  chargeBack(transId: string) {
    const charge = this.find(transId)
    if (charge?.status === 'settledSuccessfully') charge.status = 'chargeback'
  }

  /** The bank gives it back. */
  reverseChargeback(transId: string) {
    const charge = this.find(transId)
    if (charge?.status === 'chargeback') charge.status = 'chargebackReversal'
  }

  /** A person at the merchant decides on a held charge. */
  decide(transId: string, action: 'approve' | 'decline'): Ruling {
    const held = this.find(transId)
    if (held?.status !== 'FDSPendingReview') return { code: 3, reason: '16', transId: '0' }
    held.status = action === 'approve' ? 'capturedPendingSettlement' : 'declined'
    held.reason = action === 'approve' ? '1' : '254'
    return { code: action === 'approve' ? 1 : 2, reason: held.reason, transId }
  }

  /** The nightly settlement: all pending transactions become one batch. */
  settle() {
    const batchId = String(this.batches.length + 1)
    this.batches.push({ batchId, settledAt: this.now() })
    for (const transaction of this.unsettled()) {
      if (transaction.status === 'FDSPendingReview') continue
      transaction.batchId = batchId
      if (transaction.status === 'capturedPendingSettlement') transaction.status = 'settledSuccessfully'
      if (transaction.status === 'refundPendingSettlement') transaction.status = 'refundSettledSuccessfully'
    }
  }

  find(transId: string) {
    return this.transactions.find((each) => each.transId === transId)
  }

  unsettled() {
    return this.transactions.filter(({ batchId }) => !batchId)
  }

  batchesBetween(from: Date, to: Date) {
    return this.batches.filter(({ settledAt }) => settledAt >= from && settledAt <= to)
  }

  inBatch(id: string) {
    return this.transactions.filter(({ batchId }) => batchId === id)
  }

  /** The net amount of one charge or all charges: captured less refunded. */
  unrefundedCents(): number {
    const captured = this.transactions.filter(({ status }) => /^(captured|settled)/.test(status))
    const given = this.transactions.filter(({ type }) => type === 'refundTransaction')
    return sum(captured) - sum(given)
  }

  private refundedOf({ transId }: Transaction) {
    return sum(this.transactions.filter(({ refTransId }) => refTransId === transId))
  }

  private repeated(type: string, card: string, cents: number, invoice: string, windowMs: number) {
    return this.transactions.find(
      (each) =>
        each.type === type &&
        each.card === card &&
        each.cents === cents &&
        each.invoice === invoice &&
        this.now().getTime() - each.submittedAt.getTime() < windowMs,
    )
  }

  private write(made: Omit<Transaction, 'transId' | 'submittedAt'>): Transaction {
    const transId = String(60_000_000_000 + this.transactions.length)
    const transaction = { ...made, transId, submittedAt: this.now() }
    this.transactions.push(transaction)
    return transaction
  }
}

const sum = (transactions: { cents: number }[]) => transactions.reduce((total, { cents }) => total + cents, 0)
