/** `review`: a person at the processor decides. `amountCents` was really taken: a prepaid card may be charged less. */
export type ChargeAnswer =
  | { outcome: 'captured'; chargeRef: string; amountCents: number }
  | { outcome: 'declined'; reason: string }
  | { outcome: 'review'; chargeRef: string }
  | { outcome: 'not_found' }

/** `pending`: something must happen first; ask again hours later. `too_late`: to be paid in another way than to the card. */
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
  /** Invoices only: until when it may be paid. */
  dueAt?: Date | undefined
}

/** `refundId` is ours, at most 20 characters. Searches need not go back further than `startedAt`. */
export type RefundRequest = {
  refundId: string
  attemptId: string
  chargeRef: string
  amountCents: number
  startedAt?: Date
}

/** What is already known of an attempt. It spares the gateway a search, and never changes the result. */
export type AttemptFacts = { chargeRef?: string | null; startedAt?: Date }

export type TestCard = { token: string; label: string; effect: string }

/** Everything here is public. */
export type PaymentMethod =
  | { kind: 'test-cards'; cards: readonly TestCard[] }
  | HostedFields
  | { kind: 'invoice'; payTo: string; dueDays: number; holdHours: number }

/** A card form of the payment service. Its token, good for one payment, is posted as the payment token. */
export type HostedFields = {
  kind: 'hosted-fields'
  /** The script that shows the form, and the only host that it and its frame load from. */
  script: string
  host: string
  apiLoginId: string
  clientKey: string
}

/** A notification from a gateway. Only its attempt id is trusted; the status is looked up with `findCharge`. */
export type GatewayNotification = { notificationId: string; attemptId: string }

type Invoice = { amountCents: number; dueAt: Date; payTo: string }

export const gatewayNames = ['sandbox', 'authorize-net', 'manual'] as const
export type GatewayName = (typeof gatewayNames)[number]

/** Called outside any transaction. After a `GatewayTimeout`, `findCharge` or `findRefund` comes before anything else. */
export interface PaymentGateway {
  readonly name: GatewayName
  readonly checkout: PaymentMethod
  checkAccess(): Promise<AccessCheck>
  /** Charges an attempt once. Charging it again returns the first outcome; with another amount or order it throws. */
  charge(request: ChargeRequest): Promise<ChargeAnswer>
  /** Of the card behind a token, before it is charged. Never a card number; stored only as a keyed hash. */
  cardFingerprint?(paymentToken: string): string | undefined
  /** `review` lasts until a person at the processor decides; `not_found` was never charged. */
  findCharge(attemptId: string, known?: AttemptFacts): Promise<ChargeAnswer>
  /** Refunds captured money, once per `refundId`, and never more than was captured in all. */
  refund(request: RefundRequest): Promise<RefundAnswer>
  findRefund(refundId: string): Promise<RefundAnswer | { outcome: 'not_found' }>
  /** Made at or after `from` and before `to`. @throws GatewayTimeout when the list cannot be read to its end. */
  listTransactions(from: Date, to: Date): Promise<ListedTransaction[]>
  findChargeOfRefund(ref: string): Promise<string | undefined>
  /** Parses and authenticates a notification; `undefined` when it is forged or not understood. */
  parseWebhook(request: Request): Promise<GatewayNotification | undefined>
  /** Settles a charge that a person has to decide. Any other is unchanged. Returns its status afterwards. */
  settleReview?(
    attemptId: string,
    verdict: 'captured' | 'declined',
    reference?: string,
  ): Promise<ChargeAnswer>
  /** Records that a person has paid a refund out. Only for gateways whose refunds are paid out by hand. */
  recordPayout?(refundId: string, reference?: string): Promise<void>
  findInvoice?(attemptId: string): Promise<Invoice | undefined>
}

/** Declined and held ones are not included. `charged_back`: a cardholder's bank took a captured charge back. */
export type ListedTransaction = {
  kind: 'charge' | 'refund'
  status: 'captured' | 'voided' | 'charged_back'
  ref: string
  /** Our attempt's or refund's id, as it was sent; empty for a transaction made at the gateway itself. */
  ourId: string
  /** US cents taken or given back; 0 for a voided charge. */
  amountCents: number
  at: Date
}

export type AccessCheck = { ok: true } | { ok: false; why: string }

/** The gateway did not answer in time or could not be reached: the outcome is unknown. */
export class GatewayTimeout extends Error {
  override name = 'GatewaySilent'
}
