import type { Logger } from 'pino'
import { z } from 'zod'
import { clearAlert, raiseAlert } from '#app/alerts/alerts.server.ts'
import type { Db } from '#app/db/db.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import type { Clock } from '#app/kit/clock.ts'
import { type AccessCheck, GatewayTimeout, type PaymentGateway } from './gateway.ts'

type AccessContext = { db: Db; now: Clock; log: Pick<Logger, 'warn' | 'error'>; gateway: PaymentGateway }

/** A gateway that cannot be reached does not keep the shop closed: a job checks again. @throws Error with a sentence for the operator. */
export async function requireGatewayAccess(ctx: AccessContext): Promise<void> {
  const access = await requestAccessCheck(ctx)
  if (access && !access.ok) throw new Error(access.why)
  if (access) return note(ctx, undefined)
  ctx.log.warn({ gateway: ctx.gateway.name }, 'The payment service did not answer at the start')
  await note(ctx, 'The payment service did not answer when the shop started. The shop keeps trying.')
}

/** Checks access while the shop runs: a refusal raises an alert, success clears it, and no answer changes nothing. */
export async function checkGatewayAccess(ctx: AccessContext): Promise<void> {
  const access = await requestAccessCheck(ctx)
  if (access) await note(ctx, access.ok ? undefined : access.why)
}

async function requestAccessCheck({ gateway }: AccessContext): Promise<AccessCheck | undefined> {
  try {
    return await gateway.checkAccess()
  } catch (error) {
    if (error instanceof GatewayTimeout) return undefined
    throw error
  }
}

async function note({ db, now, gateway }: AccessContext, detail: string | undefined) {
  const place = { tx: db, now: now() }
  if (detail) await raiseAlert(place, { kind: 'gateway_access', subject: gateway.name, detail })
  else await clearAlert(place, 'gateway_access', gateway.name)
}

export const gatewayJobs = [
  defineJob({
    name: 'check-gateway-access',
    payload: z.object({}),
    every: '*/15 * * * *',
    run: (shop) => checkGatewayAccess(shop),
  }),
] as readonly Job[]
