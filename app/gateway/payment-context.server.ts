import { eq, lt } from 'drizzle-orm'
import type { Logger } from 'pino'
import { z } from 'zod'
import { clearAlert, raiseAlert } from '#app/alerts/alerts.server.ts'
import type { Db } from '#app/db/db.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import type { WorkItemContext } from '#app/jobs/work-items.server.ts'
import { after, type Clock, day } from '#app/kit/clock.ts'
import { type GatewayNotification, GatewayTimeout, type PaymentGateway } from './gateway.ts'
import { createManualGateway } from './manual/gateway.server.ts'
import { gatewayNotifications } from './tables.ts'

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

type AccessContext = { db: Db; now: Clock; log: Pick<Logger, 'warn' | 'error'>; gateway: PaymentGateway }

/** A gateway that cannot be reached does not keep the shop closed: a job checks again. @throws Error with a sentence for the operator. */
export async function requireGatewayAccess(ctx: AccessContext): Promise<void> {
  const access = await orTimeout(ctx.gateway.checkAccess())
  if (access !== 'silent' && !access.ok) throw new Error(access.why)
  if (access !== 'silent') return note(ctx, undefined)
  ctx.log.warn({ gateway: ctx.gateway.name }, 'The payment service did not answer at the start')
  await note(ctx, 'The payment service did not answer when the shop started. The shop keeps trying.')
}

/** Checks access while the shop runs: a refusal raises an alert, success clears it, and no answer changes nothing. */
export async function checkGatewayAccess(ctx: AccessContext): Promise<void> {
  const access = await orTimeout(ctx.gateway.checkAccess())
  if (access !== 'silent') await note(ctx, access.ok ? undefined : access.why)
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

/** Gateways repeat a notification for days, not for months. */
const retentionMs = 30 * day

export async function isKnownNotification(db: Db, { notificationId }: GatewayNotification): Promise<boolean> {
  return (await db.$count(gatewayNotifications, eq(gatewayNotifications.notificationId, notificationId))) > 0
}

/** Only afterwards, so that one whose processing failed is processed again. */
export async function recordNotification(
  db: Db,
  { notificationId, attemptId }: GatewayNotification,
  now: Date,
): Promise<void> {
  await db
    .insert(gatewayNotifications)
    .values({ notificationId, attemptId, receivedAt: now })
    .onConflictDoNothing()
  await db.delete(gatewayNotifications).where(lt(gatewayNotifications.receivedAt, after(now, -retentionMs)))
}
