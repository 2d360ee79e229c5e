import { redirect } from 'react-router'
import type { z } from 'zod'
import { transact, type UnitOfWork } from '#app/db/work.server.ts'
import { type Shop, shopContext, visitContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { isTooFast, verifySender, proofSubject } from '#app/http/human-proof.ts'
import { consumeAll } from '#app/http/limits.server.ts'
import { tooManyWords, formError } from '#app/http/refused.ts'
import { reportSender } from '#app/http/security-log.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { secretToken } from '#app/kit/ids.ts'
import { findMessage } from '../store.server.ts'
import { contactWords } from '../words.ts'
import type { Route } from './+types/contact'

/** The data of both forms. Every rendering has a new key, so the page must not be cached. */
export const uncached = { 'Cache-Control': 'private, no-store' }

/** A key for the form, the moment it was made, and the message that has just come in by it, if the address names one. */
export async function formOf(shop: Shop, request: Request) {
  const code = new URL(request.url).searchParams.get('received') ?? ''
  const isOurs = /^[0-9A-Z]{8}$/.test(code) && (await findMessage(shop.db, code)) !== undefined
  return { formKey: secretToken(), madeAt: shop.now().toISOString(), received: isOurs ? code : null }
}

type Keeping<Schema extends z.ZodType> = {
  schema: Schema
  path: string
  keep: (work: UnitOfWork, form: z.output<Schema>) => Promise<string>
}

/**
 * Handles a form: bots get the usual answer, people over the limit or with a wrong form get a refusal, and
 * everything else is stored and answered by a page that can be reloaded.
 */
export async function receiveForm<Schema extends z.ZodType<{ email: string }>>(
  { context, request }: Pick<Route.ActionArgs, 'context' | 'request'>,
  { schema, path, keep }: Keeping<Schema>,
) {
  const shop = context.get(shopContext)
  const form = await readForm(request)
  const parsed = parseForm(schema, form)
  if (!parsed.ok) return formError(422, parsed.fieldErrors, parsed.given, uncached)

  const { given } = parsed
  const { email } = parsed.value
  const sender = verifySender(form, proofSubject('contact', email), shop.now())
  const { address, report } = context.get(visitContext)
  reportSender(report, form, sender)
  if (sender === 'trapped') return redirect(path, { status: 303, headers: uncached })
  if (sender === 'unproven' && isTooFast(form, shop.now()))
    return formError(409, { form: [contactWords.tooFast] }, given, uncached)
  const verdict = await consumeAll(shop.limits, [
    ['message', address],
    ['mailTo', email],
  ])
  if (!verdict.ok) return formError(429, { form: [tooManyWords(verdict.retryAfterSeconds)] }, given, uncached)

  const id = await transact(shop, (work) => keep(work, parsed.value))
  return redirect(`${path}?received=${id}#write`, { status: 303, headers: uncached })
}
