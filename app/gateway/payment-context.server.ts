import type { WorkItemContext } from '#app/jobs/work-items.server.ts'
import { GatewayTimeout, type PaymentGateway } from './gateway.ts'

/** What payment code runs on: the shop, or a test. */
export type PaymentContext = WorkItemContext & { gateway: PaymentGateway; timeZone?: string }

/** A gateway's result, or `silent` when it gave none. */
export async function orTimeout<Answer>(args: Promise<Answer>): Promise<Answer | 'silent'> {
  try {
    return await args
  } catch (error) {
    if (error instanceof GatewayTimeout) return 'silent'
    throw error
  }
}
