import { data, type LoaderFunctionArgs, redirect } from 'react-router'
import type { Db } from '#app/db/db.server.ts'
import { transact } from '#app/db/work.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import type { FieldErrors } from '#app/http/form.ts'
import { gone, notFound } from '#app/http/not-found.ts'
import { privatePageHeaders } from '#app/http/private-page.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { tooManyWords } from '#app/http/refused.ts'
import { submittedFields } from '#app/http/submitted-fields.ts'
import { dateFormat } from '#app/kit/date-format.ts'
import { requireOwnOrder } from '#app/features/orders/access.server.ts'
import { parseAnswers } from '../input.ts'
import { findPack, isPackEnded, saveAnswers } from '../store/worksheet.server.ts'
import { packEnded, packWords } from '../words.ts'

type RouteArgs = Pick<LoaderFunctionArgs, 'context' | 'request' | 'params'>

/**
 * Saves the worksheet of an order. With a `version` in the form, the last one the sender saw, it never overwrites a newer
 * one. Throws a 404 for an order without a pack.
 */
export async function saveWorksheet(args: RouteArgs) {
  const shop = args.context.get(shopContext)
  const { order } = await requireOwnOrder(args)
  const form = await readForm(args.request)
  const limit = await shop.limits.take('worksheet', order.id)
  if (!limit.ok) return refuse(429, { form: [tooManyWords(limit.retryAfterSeconds)] })
  const parsed = parseAnswers(form)
  if (!parsed.ok) return refuse(422, parsed.fieldErrors)
  const pack = await findPack(shop.db, order.id)
  if (!pack) throw await packNotFound(shop.db, order.id)
  const sent = form.get('version')
  const seen = typeof sent === 'string' ? Number.parseInt(sent, 10) : Number.NaN
  const known = Number.isNaN(seen) ? undefined : seen
  const version = await transact(shop, (work) => saveAnswers(work, pack.id, parsed.answers, known))
  if (version === undefined) return refuse(409, { form: [packWords.conflict] })
  const more = form.get('more')
  const part = typeof more === 'string' && /^[a-z]+$/.test(more) ? `#section-${more}` : ''
  return redirect(`/orders/${order.id}/trust${part}`, { status: 303, headers: privatePageHeaders })

  function refuse(status: 409 | 422 | 429, fieldErrors: FieldErrors) {
    return data({ fieldErrors, given: submittedFields(form) }, { status })
  }
}

/** The time of a save in the shop's zone. */
export function formatSavedAt(at: Date, timeZone: string): string {
  const written = dateFormat('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZone,
    timeZoneName: 'short',
  })
  return written.format(at)
}

/** The 404 of an order without a trust pack, or the 410 of one whose free pack ended with its reservation. */
export async function packNotFound(db: Db, orderId: string) {
  const link = { to: `/orders/${orderId}`, label: 'Back to the order' }
  const { title, text } = packEnded
  if (await isPackEnded(db, orderId)) return gone(title, { text, link })
  return notFound('No trust pack here', { text: 'This order has no trust pack, or it was refunded.', link })
}
