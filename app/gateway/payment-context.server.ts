import type { WorkItemContext } from '#app/jobs/work-items.server.ts'
import { GatewayTimeout, type PaymentGateway } from './gateway.ts'
import { createManualGateway } from './manual/gateway.server.ts'

export type PaymentContext = WorkItemContext & { gateway: PaymentGateway; timeZone?: string }

export async function orTimeout<Answer>(args: Promise<Answer>): Promise<Answer | 'silent'> {
  try {
    return await args
  } catch (error) {
    if (error instanceof GatewayTimeout) return 'silent'
    throw error
  }
}

/** For money that staff take and pay back themselves. Every shop has it beside its gateway. */
export function byHand<Ctx extends PaymentContext>(ctx: Ctx): Ctx {
  if (ctx.gateway.name === 'manual') return ctx
  const { db, now } = ctx
  return { ...ctx, gateway: createManualGateway({ db, now, payTo: '', ...recordedTerms }) }
}

/** What is recorded is paid the moment it is recorded; these never come to bear. */
const recordedTerms = { dueDays: 1, holdHours: 24 }

export function everyGateway<Ctx extends PaymentContext>(ctx: Ctx): Ctx[] {
  return ctx.gateway.name === 'manual' ? [ctx] : [ctx, byHand(ctx)]
}
