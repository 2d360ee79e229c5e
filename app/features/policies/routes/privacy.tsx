import { redirect } from 'react-router'
import { transact } from '#app/db/work.server.ts'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { verifySender, proofSubject } from '#app/http/human-proof.ts'
import { consumeAll } from '#app/http/limits.server.ts'
import { pageHead } from '#app/http/page-head.ts'
import { formError, tooManyWords } from '#app/http/refused.ts'
import { reportSender } from '#app/http/security-log.server.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { DataRequestForm } from '../components/data-request-form.tsx'
import { PolicyPage, showPolicyPage } from '../policy-page.tsx'
import { requestInput } from '../input.ts'
import { requestProof } from '../rules.ts'
import { requestData } from '../store.server.ts'
import { requestWords } from '../words.ts'
import type { Route } from './+types/privacy'

const uncached = { 'Cache-Control': 'private, no-store' }

export const handle = { sharedParams: ['requested'] } satisfies SharedHandle

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const isRequested = new URL(request.url).searchParams.has('requested')
  return { policy: await showPolicyPage(shop, 'privacy'), isRequested }
}

/** Takes a data request. The answer is the same whether or not we know the address, and for programs too. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const form = await readForm(request)
  const parsed = parseForm(requestInput, form)
  if (!parsed.ok) return formError(422, parsed.fieldErrors, parsed.given, uncached)

  const { email } = parsed.value
  const sender = verifySender(form, proofSubject(requestProof, email), shop.now())
  const { address, report } = context.get(visitContext)
  reportSender(report, form, sender)
  const redirectToSent = redirect('/privacy?requested=yes#requested', { status: 303, headers: uncached })
  if (sender === 'trapped') return redirectToSent
  // Without proof of work the limit is that of messages, counted apart from them: 5 in place of 20.
  const verdict = await consumeAll(shop.limits, [
    ['subscribe', address],
    ...(sender === 'unproven' ? [['message', `data request ${address}`] as const] : []),
    ['mailTo', email],
  ])
  if (!verdict.ok) {
    const { kind, order, details } = parsed.value
    const given = { kind, email, details, order: order ?? '' }
    const retryAfter = String(Math.ceil(verdict.retryAfterSeconds))
    return formError(429, { form: [tooManyWords(verdict.retryAfterSeconds)] }, given, {
      ...uncached,
      'Retry-After': retryAfter,
    })
  }
  await transact(shop, (work) => requestData(work, parsed.value))
  return redirectToSent
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  const retryAfter = actionHeaders.get('Retry-After')
  const isAnswer = actionHeaders.has('Cache-Control')
  return isAnswer ? { ...uncached, ...(retryAfter && { 'Retry-After': retryAfter }) } : sharedPage
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { publicUrl, text } = loaderData.policy
  return pageHead({ title: text.title, description: text.description, path: '/privacy', publicUrl })
}

export default function Privacy({ loaderData: { policy, isRequested }, actionData }: Route.ComponentProps) {
  const { fieldErrors = {}, given = {} } = actionData ?? {}
  const more = {
    id: 'request',
    title: requestWords.title,
    content: <DataRequestForm isRequested={isRequested && !actionData} errors={fieldErrors} given={given} />,
  }
  return <PolicyPage policy={policy} more={more} />
}
