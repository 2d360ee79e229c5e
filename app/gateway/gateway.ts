/**
 * What a gateway says of a charge. `review` means that a person there decides: ask again later, or wait for news.
 * `amountCents` is what was really taken, in US cents: a prepaid card may be charged for less than was requested.
 */
export type ChargeAnswer =
  | { outcome: 'captured'; chargeRef: string; amountCents: number }
  | { outcome: 'declined'; reason: string }
  | { outcome: 'review'; chargeRef: string }
  | { outcome: 'not_found' }

/**
 * What a gateway says of a refund. `pending`: it is neither made nor refused, since something has to happen first (the
 * charge has to settle, a person has to pay it out). Asking again, hours later, is how to learn. `too_late`: the time in
 * which this charge can be given back the way it came is over, so it has to be paid in another way.
 */
export type RefundAnswer =
  | { outcome: 'refunded'; refundRef: string }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'pending'; reason: string }
  | { outcome: 'too_late'; reason: string }

/** One attempt to charge. `attemptId` is ours, unique and at most 20 characters: the gateway's idempotency key. */
export type ChargeRequest = {
  attemptId: string
  orderId: string
  amountCents: number
  paymentToken: string
  /** Of an invoice only: until when it may be paid. */
  dueAt?: Date | undefined
}

/**
 * One refund of a captured charge, whole or in part. `refundId` is ours, unique and at most 20 characters. `startedAt`
 * is when it was first asked for, where that is known: nothing of it can be found before.
 */
export type RefundRequest = {
  refundId: string
  attemptId: string
  chargeRef: string
  amountCents: number
  startedAt?: Date
}

/** What is known of an attempt already. It spares the gateway a search, and never changes its answer. */
export type AttemptFacts = { chargeRef?: string | null; startedAt?: Date }

/** One of the sandbox's cards. */
export type TestCard = { token: string; label: string; effect: string }

/**
 * How the checkout takes a payment: by one of the sandbox's cards, by a card form that the payment service itself shows
 * (so that no card number reaches the shop), or by an invoice. Everything here may be shown to anybody.
 */
export type PaymentMethod =
  | { kind: 'test-cards'; cards: readonly TestCard[] }
  | HostedFields
  | { kind: 'invoice'; payTo: string; dueDays: number; holdHours: number }

/** A card form of the payment service. Its answer, good for one payment, is posted as the payment token. */
export type HostedFields = {
  kind: 'hosted-fields'
  /** The script that shows the form, and the only host that it and its frame come from. */
  script: string
  host: string
  apiLoginId: string
  clientKey: string
}

/** News that a gateway sends on its own. Only the attempt is believed; its status is asked with `findCharge`. */
export type GatewayNotification = { newsId: string; attemptId: string }

/** What the buyer of an invoiced order has to know. `payTo` says how, in the shop's own words. */
type Invoice = { amountCents: number; dueAt: Date; payTo: string }

/** Every way to be paid that the shop knows. */
export const gatewayNames = ['sandbox', 'authorize-net', 'manual'] as const
export type GatewayName = (typeof gatewayNames)[number]

/**
 * The port to a payment processor. Calls are made outside any transaction. Every call may throw `GatewayTimeout`:
 * then it is not known whether it took effect, and `findCharge` or `findRefund` must be asked before anything else.
 */
export interface PaymentGateway {
  readonly name: GatewayName
  readonly checkout: PaymentMethod
  /** Tries the shop's keys and the rights it needs. Nothing is charged. */
  checkAccess(): Promise<AccessCheck>
  /** Charges an attempt once. Charging it again answers what became of it; with another amount or order it throws. */
  charge(request: ChargeRequest): Promise<ChargeAnswer>
  /**
   * What tells the card behind a payment token from others before it is charged, where the gateway can say: equal for equal
   * cards. Never a card number; it is stored only as a keyed hash.
   */
  cardFingerprint?(paymentToken: string): string | undefined
  /** How an attempt stands. `review` stays until a person at the processor decides; `not_found` was never charged. */
  findCharge(attemptId: string, known?: AttemptFacts): Promise<ChargeAnswer>
  /** Gives captured money back, once per `refundId`, and never more than was captured in all. */
  refund(request: RefundRequest): Promise<RefundAnswer>
  /** How a refund stands. */
  findRefund(refundId: string): Promise<RefundAnswer | { outcome: 'not_found' }>
  /**
   * Every transaction made since `from` and before `to`, as it stands now.
   * @throws GatewayTimeout when the list cannot be read to its end.
   */
  listTransactions(from: Date, to: Date): Promise<ListedTransaction[]>
  /** The charge that a refund gives back, by the gateway's own references; `undefined` when it does not know one. */
  findChargeOfRefund(ref: string): Promise<string | undefined>
  /** Reads and authenticates a notification; `undefined` when it is forged or not understood. */
  readNews(request: Request): Promise<GatewayNotification | undefined>
  /** Settles a charge that a person has to decide. Any other is left as it is. Answers how it stands afterwards. */
  settleReview?(
    attemptId: string,
    verdict: 'captured' | 'declined',
    reference?: string,
  ): Promise<ChargeAnswer>
  /** Notes that a person has paid a refund out. Only a gateway whose refunds are paid out by hand has it. */
  recordPayout?(refundId: string, reference?: string): Promise<void>
  /** The invoice that an attempt wrote. Only a gateway that writes invoices has it. */
  findInvoice?(attemptId: string): Promise<Invoice | undefined>
}

/**
 * One transaction that moved money, as the gateway's own books list it. What was declined, or waits for a person, is none.
 * `charged_back`: a card holder's bank took a captured charge back.
 */
export type ListedTransaction = {
  kind: 'charge' | 'refund'
  status: 'captured' | 'voided' | 'charged_back'
  /** The gateway's own reference. */
  ref: string
  /** Our attempt's or refund's id, as it was sent along; empty where somebody made the transaction at the gateway. */
  ourId: string
  /** US cents that were taken or given back; 0 of a voided charge. */
  amountCents: number
  /** When it was made. */
  at: Date
}

/** Whether the gateway lets the shop work: `why` says in a sentence which setting or right is missing. */
export type AccessCheck = { ok: true } | { ok: false; why: string }

/** The gateway did not answer in time or could not be reached: the outcome is unknown. */
export class GatewayTimeout extends Error {
  override name = 'GatewaySilent'
}
