import { redirect, Form } from 'react-router'
import { transact, unlessRefused } from '#app/db/db.server.ts'
import { sellerLines } from '#app/facts/facts.ts'
import { type Shop, shopContext, visitContext } from '#app/http/context.server.ts'
import { type FieldErrors, parseForm, readForm, type SubmittedFields } from '#app/http/form.ts'
import { formError, notFound, tooManyWords } from '#app/http/errors.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { normalizeCode } from '#app/kit/text.ts'
import { allowed } from '#app/kit/refusal.ts'
import { isHttps, openPrivateLink } from '#app/http/private-link.server.ts'
import { formatDay } from '#app/kit/dates.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import {
  answerRefusalWords,
  firearmFacts,
  firearmSheets,
  mayAnswer,
  shippingTermsWords,
  uploadRefusalWords,
  wordsFor,
} from '../rules.ts'
import { type StoredPaper, storePaper } from '#app/files/papers.server.ts'
import { addUpload, licenseLimits, listUploads } from '../store/file.server.ts'
import {
  type AnswerInput,
  answerInput,
  answerRequest,
  type DealerRequest,
  findOwnRequest,
} from '../store/requests.server.ts'
import type { Route } from './+types/answer'
import { readCookie, writeCookie } from '#app/http/cookies.server.ts'
import { day } from '#app/kit/clock.ts'
import { fieldsOf, typedIn } from '#app/http/submitted-fields.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckboxField, RadioGroup, FileField, TextAreaField, TextField } from '#app/ui/field.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { LinkedText } from '#app/ui/linked-text.tsx'

export const meta = () => [{ title: siteTitle('A transfer to your shop') }]

export async function loader(args: Route.LoaderArgs) {
  const key = new URL(args.request.url).searchParams.get('key')
  if (key !== null) return openByLink(args, key)

  const shop = args.context.get(shopContext)
  const request = await openRequest(args)
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

async function openByLink(args: Route.LoaderArgs, token: string): Promise<never> {
  const { id } = await openRequest(args, token)
  const https = isHttps(args.context.get(shopContext))
  const cookie = writeCookie(cookieName(id), token, { https, maxAgeSeconds: cookieSeconds })
  throw redirect(`/dealers/answer/${id}`, { headers: { 'Set-Cookie': cookie } })
}

export async function action(args: Route.ActionArgs) {
  const shop = args.context.get(shopContext)
  const request = await openRequest(args)
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
  const isOfCopy = done.why in uploadRefusalWords
  const words = { ...answerRefusalWords, ...uploadRefusalWords }[done.why]
  const status = done.why === 'busy' ? 503 : isOfCopy && done.why !== 'too_many' ? 422 : 409
  const headers = done.why === 'busy' ? { 'Retry-After': '30' } : undefined
  return formError(status, { [isOfCopy ? 'license' : 'form']: [words] }, given, headers)
}

/** Both or neither: an answer whose copy cannot be stored is refused, and a copy without its answer is not stored. */
async function answerWith(
  shop: Shop,
  requestId: string,
  answer: AnswerInput,
  { copy, signal }: { copy: File | undefined; signal: AbortSignal },
) {
  const record = (upload?: StoredPaper) =>
    transact(shop, (work) =>
      unlessRefused(work, async (part) => {
        const done = await answerRequest(part, requestId, answer)
        return done.ok && upload ? addUpload(part, requestId, upload) : done
      }),
    )
  if (!copy) return record()
  const given = new Uint8Array(await copy.arrayBuffer())
  return storePaper(shop, { given, limits: licenseLimits, reading: { sender: requestId, signal } }, record)
}

const cookieSeconds = (30 * day) / 1_000

/** The 404 is the same for a request that does not exist and for one that is somebody else's. A key that opens nothing counts as a guess. */
async function openRequest(
  { context, params, request }: Pick<Route.LoaderArgs, 'context' | 'params' | 'request'>,
  key?: string,
): Promise<DealerRequest> {
  const shop = context.get(shopContext)
  const id = normalizeCode(params.request)
  const token = key ?? readCookie(request, cookieName(id))
  return openPrivateLink(
    { limits: shop.limits, address: context.get(visitContext).address, token },
    (secret) => findOwnRequest(shop, id, secret),
    () =>
      notFound('Nothing to Answer', {
        text: 'Open the private link from our mail on this device. It stops working when the buyer chooses another dealer.',
        link: { to: '/contact', label: 'Write to us' },
      }),
  )
}

function cookieName(requestId: string): string {
  return `paco-dealer-${requestId}`
}

const answeredWords = {
  accepted: { title: 'Thank you for accepting', text: 'We’ve sent the buyer your fee and hours.' },
  declined: { title: 'Thank you for answering', text: 'We’ve asked the buyer to choose another dealer.' },
} as const

type Props = Omit<Route.ComponentProps['loaderData'], 'given'> & {
  errors: FieldErrors
  given: SubmittedFields
}

export default function Answer({ loaderData, actionData }: Route.ComponentProps) {
  const { orderId, dealer, buyer, maker, seller, firearms, until, over, answered } = loaderData
  const given = actionData?.given ?? loaderData.given
  const props: Props = { ...loaderData, given, errors: actionData?.fieldErrors ?? {} }
  return (
    <section className="wrap grid gap-12 pt-8 pb-24" aria-labelledby="answer-title" data-page-theme="noir">
      <header className="grid max-w-[760px] gap-4">
        <h1 className="h1" id="answer-title">
          {answered ? answeredWords[answered].title : 'Will you take this transfer?'}
        </h1>
        <p className="lead wrap-anywhere">
          {answered
            ? answeredWords[answered].text
            : `${buyer || 'A customer of ours'} has chosen ${dealer || 'your shop'} for the transfer of a firearm we’re building. Please answer by ${until}.`}
        </p>
      </header>
      <div className="grid items-start gap-16 lg:grid-cols-[1.15fr_1fr]">
        <div className="grid min-w-0 gap-6">
          <h2 className="h3 border-b border-hairline pb-3">About the transfer</h2>
          <dl>
            {firearms.flatMap((sheet) =>
              firearmFacts(sheet, maker).map(({ label, value }) => (
                <Line key={`${sheet.name} ${label}`} term={label} value={value} />
              )),
            )}
            {seller.map(({ term, value }) => (
              <Line key={term} term={term} value={value} />
            ))}
            <Line term="Our order" value={orderId} />
            <Line term="Buyer" value={buyer} />
          </dl>
          <p className="max-w-text text-sm text-faint">{shippingTermsWords[wordsFor(firearms)]}</p>
        </div>
        {over && answered !== 'declined' ? (
          <p className="lead">
            <LinkedText text={over} />
          </p>
        ) : (
          !over && <AnswerForm key={`${answered} ${loaderData.uploadCount}`} {...props} />
        )}
      </div>
    </section>
  )
}

function Line({ term, value }: { term: string; value: string }) {
  return value ? (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-t border-hairline py-3 last:border-b">
      <dt className="text-muted">{term}</dt>
      <dd className="font-display text-lg/normal wrap-anywhere">{value}</dd>
    </div>
  ) : null
}

function AnswerForm({ answered, firearms, given, errors, uploadCount }: Props) {
  const field = fieldsOf({ given, errors })
  return (
    <Form
      method="post"
      encType="multipart/form-data"
      id="answer-form"
      className="group/answer grid min-w-0 gap-6"
      noValidate
    >
      <ErrorSummary errors={errors} title="Please check the form" ids={{ form: 'answer-form' }} />
      <h2 className="h3 border-b border-hairline pb-3">{answered ? 'Change your answer' : 'Your answer'}</h2>
      <RadioGroup
        name="answer"
        id="answer"
        label="Will you take it?"
        required
        error={errors.answer}
        defaultValue={typedIn(given, 'answer')}
        options={[
          { value: 'accept', label: 'Yes, we’ll take the transfer' },
          { value: 'decline', label: 'No, we can’t take it' },
        ]}
      />
      <TextField {...field('answeredBy')} label="Your name" autoComplete="name" maxLength={120} required />
      {/* Each answer asks for its own fields. */}
      <div className="grid gap-6 group-has-[[value=decline]:checked]/answer:hidden">
        <TextField
          {...field('fee')}
          label="Your transfer fee in dollars"
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          required
          hint="What the buyer pays you. Enter 0 if there’s no fee."
        />
        <TextAreaField
          {...field('hours')}
          label="Your hours"
          rows={3}
          maxLength={300}
          required
          hint="When the buyer can pick up, for example Tue to Sat 10 to 6."
        />
        <FileField
          name="license"
          id="license"
          label={
            <>
              Copy of your license <span>(optional now)</span>
            </>
          }
          hint={
            uploadCount
              ? `We have ${uploadCount === 1 ? 'a copy' : `${uploadCount} copies`} from you. You can add a newer one. PDF, JPG or PNG, up to 5 MB.`
              : 'A signed copy as a PDF, JPG or PNG, up to 5 MB. Only we see it, never the buyer. You can send it later.'
          }
          error={errors.license}
          accept="application/pdf,image/jpeg,image/png"
        />
        {wordsFor(firearms) === 'nfa' && (
          <CheckboxField
            name="nfa"
            id="nfa"
            value="yes"
            label="We’re a current SOT and can receive NFA items. We’ll send you a copy of our tax stamp."
            defaultChecked={typedIn(given, 'nfa') === 'yes'}
          />
        )}
      </div>
      <div className="grid gap-6 group-has-[[value=accept]:checked]/answer:hidden">
        <TextAreaField
          {...field('reason')}
          label={
            <>
              Why not <span>(optional, for us only)</span>
            </>
          }
          rows={2}
          maxLength={500}
        />
      </div>
      <div>
        <Button variant="primary" busyLabel="Sending...">
          Send answer
        </Button>
      </div>
    </Form>
  )
}
