import { createHmac } from 'node:crypto'
import { eq, lt } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#app/db/db.server.ts'
import { after, day } from '#app/kit/clock.ts'
import { gatewayNotifications } from './tables.ts'
import type { GatewayNotification } from './gateway.ts'
import { isSameSecret } from '#app/kit/ids.ts'

export const notificationSignatureHeader = 'x-sandbox-signature'

/** Real notifications are a few hundred bytes. A longer one is refused. */
const maxNotificationBytes = 4_096

const notificationBody = z.object({
  notificationId: z.string().min(1).max(64),
  attemptId: z.string().min(1).max(20),
})

export function signNotification(rawBody: string, webhookSecret: string): string {
  return `sha512=${createHmac('sha512', webhookSecret).update(rawBody).digest('hex')}`
}

export async function parseSignedNotification(
  request: Request,
  webhookSecret: string,
): Promise<GatewayNotification | undefined> {
  const rawBody = await readSigned(
    request,
    notificationSignatureHeader,
    maxNotificationBytes,
    (text, signature) => isSameSecret(signature, signNotification(text, webhookSecret)),
  )
  return rawBody === undefined ? undefined : notificationBody.safeParse(parseJson(rawBody)).data
}

/** The raw body of a notification; `undefined` when it is unsigned, forged or too long. */
export async function readSigned(
  request: Request,
  header: string,
  maxBytes: number,
  isSigned: (rawBody: string, signature: string) => boolean,
): Promise<string | undefined> {
  const signature = request.headers.get(header)
  if (!signature || Number(request.headers.get('content-length') ?? 0) > maxBytes) return undefined
  const rawBody = await request.text()
  return rawBody.length <= maxBytes && isSigned(rawBody, signature) ? rawBody : undefined
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

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
