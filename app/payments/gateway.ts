/** What a gateway says of a charge. `review` means that a person there decides: ask again later, or wait for news. */
export type ChargeAnswer =
  | { outcome: 'captured'; chargeRef: string }
  | { outcome: 'declined'; reason: string }
  | { outcome: 'review'; chargeRef: string }
  | { outcome: 'not_found' }

/** What a gateway says of a refund. */
export type RefundAnswer = { outcome: 'refunded'; refundRef: string } | { outcome: 'refused'; reason: string }

/** One attempt to charge. `attemptId` is ours, unique and at most 20 characters: the gateway's idempotency key. */
export type ChargeRequest = { attemptId: string; orderId: string; amountCents: number; paymentToken: string }

/** One refund of a captured charge, whole or in part. `refundId` is ours, unique and at most 20 characters. */
export type RefundRequest = { refundId: string; attemptId: string; chargeRef: string; amountCents: number }

/** A way to pay that the checkout offers. The sandbox lists its test cards; a real gateway has its hosted fields. */
export type TestCard = { token: string; label: string; effect: string }

/** News that a gateway sends on its own. Only the attempt is believed; its standing is asked with `findCharge`. */
export type GatewayNews = { newsId: string; attemptId: string }

/**
 * The port to a payment processor. Calls are made outside any transaction. Every call may throw `GatewaySilent`:
 * then it is not known whether it took effect, and `findCharge` or `findRefund` must be asked before anything else.
 */
export interface PaymentGateway {
  readonly name: 'sandbox'
  readonly testCards: readonly TestCard[]
  /** Charges an attempt once. Charging it again answers what became of it; with another amount or order it throws. */
  charge(request: ChargeRequest): Promise<ChargeAnswer>
  /** How an attempt stands. `review` stays until a person at the processor decides; `not_found` was never charged. */
  findCharge(attemptId: string): Promise<ChargeAnswer>
  /** Gives captured money back, once per `refundId`, and never more than was captured in all. */
  refund(request: RefundRequest): Promise<RefundAnswer>
  /** How a refund stands. */
  findRefund(refundId: string): Promise<RefundAnswer | { outcome: 'not_found' }>
  /** Reads and authenticates a notification; `undefined` when it is forged or not understood. */
  readNews(request: Request): Promise<GatewayNews | undefined>
}

/** The gateway did not answer in time or could not be reached: the outcome is unknown. */
export class GatewaySilent extends Error {
  override name = 'GatewaySilent'
}
