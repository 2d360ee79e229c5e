import { redirect } from 'react-router'
import { transact, unlessRefused } from '#app/db/work.server.ts'
import { sellerLines } from '#app/facts/facts.ts'
import { type Shop, shopContext, visitContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { tooManyWords, formError } from '#app/http/refused.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { normalizeCode } from '#app/kit/typed-text.ts'
import { allowed, type Refusal } from '#app/kit/refusal.ts'
import { openPrivateLink } from '#app/http/private-link.server.ts'
import { privatePageHeaders } from '#app/http/private-page.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { formatDay } from '#app/kit/date-format.ts'
import { findOrder } from '#app/features/orders/store.server.ts'
import { requestCookie, requestNotFound, requireOwnRequest } from '../access.server.ts'
import { AnswerPage } from '../components/answer-page.tsx'
import { type AnswerInput, answerInput } from '../input.ts'
import { firearmSheets } from '../rules/firearm-sheet.ts'
import { mayAnswer } from '../rules.ts'
import {
  addUpload,
  type AnswerRefusal,
  answerRequest,
  findOwnRequest,
  listUploads,
  type StoredUpload,
  storeUpload,
  type UploadRefusal,
} from '../store.server.ts'
import { answerRefusalWords, uploadRefusalWords } from '../words.ts'
import type { Route } from './+types/answer'

export const meta = () => [{ title: siteTitle('A transfer to your shop') }]

export async function loader(args: Route.LoaderArgs) {
  const key = new URL(args.request.url).searchParams.get('key')
  if (key !== null) return openByLink(args, key)

  const shop = args.context.get(shopContext)
  const request = await requireOwnRequest(args)
  const [order, uploads] = await Promise.all([
    findOrder(shop.db, request.orderId),
    listUploads(shop.db, [request.id]),
  ])
  const may = mayAnswer(request, shop.now())
  const { state, answeredBy, feeCents, hours, saysNfa } = request
  return {
    requestId: request.id,
    orderId: request.orderId,
    // Both may be a buyer's own words. Only whoever is known to be the dealer reads them.
    dealer: request.confirmedAt ? request.dealerName : '',
    buyer: (request.confirmedAt && order?.buyerName) || '',
    firearms: firearmSheets(order?.lines ?? []),
    maker: shop.facts().legalName,
    seller: sellerLines(shop.facts()),
    until: formatDay(request.expiresAt, shop.timeZone),
    over: may.ok ? '' : answerRefusalWords[may.why],
    answered: state === 'accepted' || state === 'declined' ? state : null,
    given: {
      ...(state === 'accepted' && { answer: 'accept' }),
      answeredBy: answeredBy ?? '',
      fee: feeCents === null ? '' : (feeCents / 100).toFixed(2),
      hours: hours ?? '',
      ...(saysNfa && { nfa: 'yes' }),
    },
    uploadCount: uploads.length,
  }
}

/** Moves the secret from the address into a cookie, and redirects to the address without it. */
async function openByLink({ context, params }: Route.LoaderArgs, token: string): Promise<never> {
  const shop = context.get(shopContext)
  const requestId = normalizeCode(params.request)
  const { address } = context.get(visitContext)
  await openPrivateLink(
    { limits: shop.limits, address, token },
    (secret) => findOwnRequest(shop.db, requestId, secret),
    requestNotFound,
  )
  throw redirect(`/dealers/answer/${requestId}`, {
    headers: { ...privatePageHeaders, 'Set-Cookie': requestCookie(requestId, token, shop) },
  })
}

export async function action(args: Route.ActionArgs) {
  const shop = args.context.get(shopContext)
  const request = await requireOwnRequest(args)
  const form = await readForm(args.request)
  const parsed = parseForm(answerInput, form)
  const { given } = parsed
  if (!parsed.ok) return formError(422, parsed.fieldErrors, given)
  const limit = await shop.limits.take('orderChange', request.id)
  if (!limit.ok) return formError(429, { form: [tooManyWords(limit.retryAfterSeconds)] }, given)
  const sent = form.get('license')
  const copy = sent instanceof File && sent.size > 0 && parsed.value.answer === 'accept' ? sent : undefined
  // Several files that could not be read are enough for a while.
  const file = copy ? await shop.limits.mayTake('unreadableFile', request.id) : allowed
  if (!file.ok) return formError(429, { license: [tooManyWords(file.retryAfterSeconds)] }, given)
  const done = await answerWith(shop, request.id, parsed.value, { copy, signal: args.request.signal })
  if (done.ok) return redirect(`/dealers/answer/${request.id}`, 303)
  if (done.why === 'unreadable') await shop.limits.take('unreadableFile', request.id)
  if (done.why === 'busy')
    return formError(503, { license: [uploadRefusalWords.busy] }, given, { 'Retry-After': '30' })
  return isUploadRefusal(done.why)
    ? formError(done.why === 'too_many' ? 409 : 422, { license: [uploadRefusalWords[done.why]] }, given)
    : formError(409, { form: [answerRefusalWords[done.why]] }, given)
}

export default function Answer({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AnswerPage
      {...loaderData}
      given={actionData?.given ?? loaderData.given}
      errors={actionData?.fieldErrors ?? {}}
    />
  )
}

/** Both or neither: an answer whose copy cannot be stored is refused, and a copy without its answer is not stored. */
async function answerWith(
  shop: Shop,
  requestId: string,
  answer: AnswerInput,
  { copy, signal }: { copy: File | undefined; signal: AbortSignal },
): Promise<{ ok: true } | AnswerRefusal | Refusal<UploadRefusal>> {
  const record = (upload?: StoredUpload) =>
    transact(shop, (work) =>
      unlessRefused(work, async (part): Promise<{ ok: true } | AnswerRefusal | Refusal<UploadRefusal>> => {
        const done = await answerRequest(part, requestId, answer)
        return done.ok && upload ? addUpload(part, requestId, upload) : done
      }),
    )
  if (!copy) return record()
  const content = new Uint8Array(await copy.arrayBuffer())
  return storeUpload(shop, content, record, { sender: requestId, signal })
}

function isUploadRefusal(why: string): why is UploadRefusal {
  return why in uploadRefusalWords
}
