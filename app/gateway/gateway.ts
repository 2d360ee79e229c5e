import { publicCode } from '#app/kit/ids.ts'

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

/** No order, attempt or refund of the shop has a dash in its id. */
const testPrefix = 'TEST-'

/** An id for a test charge or for giving it back. The gateway allows 20 characters. */
export function testId(): string {
  return `${testPrefix}${publicCode(12)}`
}

/** They are in no order and not in the ledger. One that was not given back stays, for somebody to look at. */
export function withoutEndedTests(listed: readonly ListedTransaction[]): ListedTransaction[] {
  const tests = listed.filter(({ ourId }) => ourId.startsWith(testPrefix))
  const cents = tests.map(({ kind, amountCents }) => (kind === 'refund' ? -amountCents : amountCents))
  return cents.reduce((sum, each) => sum + each, 0) === 0
    ? listed.filter((each) => !tests.includes(each))
    : [...listed]
}

const cardNames =
  /^(cc|card|credit)[-_ ]?(number|num|no|code|exp.*)$|cardnum|cardcode|cvv|cvc|csc|^exp(iry|iration|date)/i

/** Visa, Mastercard, Amex, Diners, JCB, Discover, UnionPay, Maestro. No phone number from abroad (`001 305 ...`) begins so. */
const issuers = /^(4|5[0-8]|2(2[2-9]|[3-6]|7[01]|720)|3[47]|3(0[0-5]|[689])|35|6)/

/** By a field name, or by 13 to 19 digits of an issuer with a valid checksum (ISO/IEC 7812-1). Cards never reach our server. */
export function carriesCardData(form: Iterable<[string, unknown]>): boolean {
  return [...form].some(
    ([name, value]) => cardNames.test(name) || (typeof value === 'string' && isCardNumber(value)),
  )
}

function isCardNumber(typed: string): boolean {
  const digits = typed.replaceAll(/[\s-]/g, '')
  return issuers.test(digits) && /^\d{13,19}$/.test(digits) && checkSum(digits) % 10 === 0
}

function checkSum(digits: string): number {
  return digits
    .split('')
    .toReversed()
    .reduce((sum, digit, at) => {
      const counted = Number(digit) * (at % 2 === 0 ? 1 : 2)
      return sum + (counted > 9 ? counted - 9 : counted)
    }, 0)
}
