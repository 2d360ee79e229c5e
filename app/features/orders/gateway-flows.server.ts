import type { WorkItemContext } from '#app/jobs/work-items.server.ts'
import { GatewaySilent, type PaymentGateway } from '#app/payments/gateway.ts'

/** What money flows run on. The shop is one; tests bring their own. */
export type PaymentContext = WorkItemContext & { gateway: PaymentGateway; timeZone?: string }

/** A gateway's answer, or that it gave none. */
export async function orSilence<Answer>(asked: Promise<Answer>): Promise<Answer | 'silent'> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof GatewaySilent) return 'silent'
    throw error
  }
}
