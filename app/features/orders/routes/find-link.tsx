import { data, Form, Link, redirect } from 'react-router'
import { siteTitle } from '#app/kit/brand.ts'
import '../forms.css'
import '../order.css'
import { transact } from '#app/db/work.server.ts'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { type FieldErrors, type SubmittedFields, parseForm } from '#app/http/form.ts'
import { fieldsOf } from '#app/http/submitted-fields.ts'
import { consumeAll } from '#app/http/limits.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { tooManyWords } from '#app/http/refused.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { EmailField, TextField } from '#app/ui/field.tsx'
import { fingerprint, secretToken } from '#app/kit/ids.ts'
import { findLinkPath } from '../access.server.ts'
import { findLinkInput } from '../input.ts'
import { emailForLink, findLinkWords as words } from '../links.ts'
import { listPaidOrdersOf } from '../store/links.server.ts'
import type { Route } from './+types/find-link'

export const meta = () => [
  { title: siteTitle(words.title) },
  { name: 'description', content: words.description },
]

export function loader({ request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  return { path: findLinkPath, isSent: query.has('sent'), isClosed: query.has('closed'), key: secretToken() }
}

/** Response and work are the same for every order and email: a job checks later whether they match. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const parsed = parseForm(findLinkInput, await readForm(request))
  if (!parsed.ok) return refuse(422, parsed.fieldErrors, parsed.given)
  const { key = secretToken(), orderCode, orderEmail } = parsed.value
  const limit = await consumeAll(shop.limits, [
    ['findLink', context.get(visitContext).address],
    ['mailTo', orderEmail],
  ])
  if (!limit.ok)
    return refuse(429, { form: [tooManyWords(limit.retryAfterSeconds)] }, { orderCode, orderEmail })
  const emailHash = shop.keyedHash(emailForLink(orderEmail))
  const [latest = ''] = await listPaidOrdersOf(shop.db, orderEmail, 1)
  const requestId = fingerprint(JSON.stringify([key, orderCode, emailHash]))
  const wanted = { orderId: orderCode || latest, requestId, emailHash, isAll: orderCode === '' }
  await transact(shop, (work) => work.enqueue('find-order-link', wanted))
  return redirect(`${findLinkPath}?sent=yes`, 303)
}

export default function FindLinkPage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <section className="wrap grid max-w-[760px] gap-6 pt-8 pb-24" aria-labelledby="find-title">
      {loaderData.isSent ? (
        <>
          <h1 className="h1" id="find-title">
            {words.sent.title}
          </h1>
          <p className="lead" role="status">
            {words.sent.text}
          </p>
          <div className="btns">
            <ButtonLink to={loaderData.path}>{words.sent.again}</ButtonLink>
          </div>
        </>
      ) : (
        <>
          <h1 className="h1" id="find-title">
            {words.title}
          </h1>
          {loaderData.isClosed && (
            <p className="lead" role="status">
              {words.closed}
            </p>
          )}
          <p className="lead">{words.lead}</p>
          <FindLinkForm
            formKey={loaderData.key}
            errors={actionData?.fieldErrors ?? {}}
            given={actionData?.given ?? {}}
          />
        </>
      )}
      <p className="text-sm/normal text-faint">
        {words.help} <Link to="/contact?subject=orders">{words.contact}</Link>
      </p>
    </section>
  )
}

type FindLinkProps = { formKey: string; errors: FieldErrors; given: SubmittedFields }

function FindLinkForm({ formKey, errors, given }: FindLinkProps) {
  const field = fieldsOf({ given, errors })
  return (
    <Form method="post" id="find-form" className="grid min-w-0 gap-12" noValidate>
      <input type="hidden" name="key" value={formKey} autoComplete="off" />
      <ErrorSummary errors={errors} title="Please check the form" ids={{ form: 'find-form' }} />
      <TextField
        {...field('orderCode')}
        label={words.order}
        hint={words.orderHint}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        required
      />
      <EmailField {...field('orderEmail')} label={words.email} />
      <div className="btns">
        <Button variant="primary" busyLabel={words.sending}>
          {words.send}
        </Button>
      </div>
    </Form>
  )
}

function refuse(status: 422 | 429, fieldErrors: FieldErrors, given: SubmittedFields) {
  return data({ fieldErrors, given }, { status })
}
