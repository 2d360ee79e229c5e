import { GatewayTimeout, type PaymentGateway, type RefundAnswer } from '#app/gateway/gateway.ts'

/**
 * The outcomes of the next refunds. `lost`: made, but its answer is lost. `silent`: neither made nor answered.
 * `fault`: a bug.
 */
export type RefundScript = 'refunded' | 'pending' | 'refused' | 'too_late' | 'lost' | 'silent' | 'fault'

/**
 * A processor with scripted refunds. Unlike real ones it has no idempotency keys: what is posted twice is paid
 * twice, so the shop's own care is tested.
 */
export function scriptedRefunds(gateway: PaymentGateway) {
  const made: { refundId: string; attemptId: string; amountCents: number }[] = []
  const looked: string[] = []
  let script: RefundScript = 'refunded'
  /** Blocks until the test releases it, if it does. */
  let gate: Promise<void> = Promise.resolve()
  const refOf = (refundId: string) => `re_${refundId}`
  return {
    made,
    looked,
    next(answer: RefundScript) {
      script = answer
    },
    /** Blocks the processor's answers. Returns how to release them. */
    holdBack(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return resolve
    },
    gateway: {
      ...gateway,
      async refund({ refundId, attemptId, amountCents }): Promise<RefundAnswer> {
        const answer = script
        const held = gate
        if (answer === 'refunded' || answer === 'lost') made.push({ refundId, attemptId, amountCents })
        await held
        switch (answer) {
          case 'refunded':
            return { outcome: 'refunded', refundRef: refOf(refundId) }
          case 'pending':
            return { outcome: 'pending', reason: 'The payment has not settled yet.' }
          case 'refused':
            return { outcome: 'refused', reason: 'The payment service refused the refund.' }
          case 'too_late':
            return { outcome: 'too_late', reason: 'It is too long ago.' }
          case 'fault':
            throw new Error('No such field: balance')
          default:
            throw new GatewayTimeout('No answer.')
        }
      },
      async findRefund(refundId) {
        looked.push(refundId)
        return made.some((each) => each.refundId === refundId)
          ? { outcome: 'refunded', refundRef: refOf(refundId) }
          : { outcome: 'not_found' }
      },
    } satisfies PaymentGateway,
  }
}
