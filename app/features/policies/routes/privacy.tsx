import { redirect, Form, Link } from 'react-router'
import { transact } from '#app/db/work.server.ts'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { parseForm, type FieldErrors, type SubmittedFields } from '#app/http/form.ts'
import { verifySender, proofSubject } from '#app/http/human-proof.ts'
import { consumeAll } from '#app/http/limits.server.ts'
import { pageHead } from '#app/http/page-head.ts'
import { formError, tooManyWords } from '#app/http/refused.ts'
import { reportSender } from '#app/http/security-log.server.ts'
import { type SharedHandle, sharedPage } from '#app/http/shared-page.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { PolicyPage, showPolicyPage } from '../policy-page.tsx'
import { requestInput } from '../input.ts'
import { requestProof, requestKinds, requestPath } from '../rules.ts'
import { requestData } from '../store.server.ts'
import { requestWords, kindWords } from '../words.ts'
import type { Route } from './+types/privacy'
import { typedIn } from '#app/http/submitted-fields.ts'
import { humanProof } from '#app/http/proof-marks.ts'
import { trapField } from '#app/http/sender-fields.ts'
import { Button } from '#app/ui/button.tsx'
import { RadioGroup } from '#app/ui/choice-field.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { EmailField, TextAreaField, TextField } from '#app/ui/field.tsx'
import { TrapField } from '#app/ui/trap-field.tsx'

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

type Props = {
  /** The form has just been sent: what is said is the same whether or not we know the address. */
  isRequested: boolean
  errors: FieldErrors
  given: SubmittedFields
}

function DataRequestForm({ isRequested, errors, given }: Props) {
  if (isRequested) return <RequestSent />
  return <RequestForm errors={errors} given={given} />
}

function RequestForm({ errors, given }: Omit<Props, 'isRequested'>) {
  return (
    <>
      <p className="lead">{requestWords.lead}</p>
      <Form
        method="post"
        action={requestPath}
        noValidate
        {...humanProof(requestProof)}
        className="panel p-panel mt-6 grid gap-6"
      >
        <ErrorSummary errors={errors} ids={{ form: 'request' }} />
        <RadioGroup
          name="kind"
          id="kind"
          label="What would you like us to do?"
          required
          defaultValue={typedIn(given, 'kind') || undefined}
          error={errors.kind}
          options={requestKinds.map((kind) => ({
            value: kind,
            label: kindWords[kind].label,
            hint: kindWords[kind].hint,
          }))}
        />
        <div className="grid gap-x-4 gap-y-6 lg:grid-cols-2">
          <EmailField name="email" id="email" defaultValue={typedIn(given, 'email')} error={errors.email} />
          <TextField
            name="order"
            id="order"
            label={
              <>
                Order code <span>(optional)</span>
              </>
            }
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={24}
            defaultValue={typedIn(given, 'order')}
            error={errors.order}
          />
        </div>
        <TextAreaField
          name="details"
          id="details"
          label={
            <>
              Details <span>(required for a correction)</span>
            </>
          }
          rows={4}
          maxLength={2_000}
          defaultValue={typedIn(given, 'details')}
          error={errors.details}
        />
        <TrapField name={trapField} />
        <div>
          <Button variant="primary" busyLabel={requestWords.sending}>
            {requestWords.send}
          </Button>
        </div>
      </Form>
    </>
  )
}

function RequestSent() {
  const { title, text, again } = requestWords.sent
  return (
    <div id="requested" role="status" tabIndex={-1} className="panel p-panel mt-6 grid gap-6">
      <p className="h3">{title}</p>
      <p>{text}</p>
      <p>
        <Link className="link" to="/privacy#request">
          {again}
        </Link>
      </p>
    </div>
  )
}
