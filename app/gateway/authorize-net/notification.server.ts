import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { GatewayNotification } from '../gateway.ts'
import { isSameSecret } from '#app/kit/ids.ts'
import { parseJson } from '../notification.server.ts'
import type { SendRequest } from './client.server.ts'
import { findDetails } from './reports.server.ts'

/** The header with the signature of a notification. */
export const signatureHeader = 'x-anet-signature'

/** Real notifications are about a thousand bytes. A longer one is refused. */
const maxBytes = 16_384

const body = z.object({
  notificationId: z.string().min(1).max(64),
  payload: z.object({ id: z.string().nullish(), merchantReferenceId: z.string().nullish() }).nullish(),
})

/**
 * Signs the raw body of a notification. The key is used as the text shown to the merchant: although it looks
 * hexadecimal, it is not decoded (only so does the published example of 2017 match).
 */
export function signNotification(rawBody: string, signatureKey: string): string {
  return `sha512=${createHmac('sha512', signatureKey).update(rawBody).digest('hex').toUpperCase()}`
}

/**
 * Parses a notification. `undefined` when it is unsigned, forged or too long. A signed one about no attempt names none;
 * the gateway still gets a 200, so that it does not send it again.
 */
export async function readNotification(
  request: Request,
  signatureKey: string,
  ask: SendRequest,
): Promise<GatewayNotification | undefined> {
  const signature = request.headers.get(signatureHeader)
  if (!signature || Number(request.headers.get('content-length') ?? 0) > maxBytes) return undefined
  const rawBody = await request.text()
  if (
    rawBody.length > maxBytes ||
    !isSameSecret(signature.toLowerCase(), signNotification(rawBody, signatureKey).toLowerCase())
  )
    return undefined
  const news = body.safeParse(parseJson(rawBody)).data
  if (!news) return undefined
  const { id, merchantReferenceId } = news.payload ?? {}
  const attemptId =
    merchantReferenceId || (id ? (await findDetails(ask, id))?.order?.invoiceNumber : undefined)
  return { notificationId: news.notificationId, attemptId: attemptId ?? '' }
}
