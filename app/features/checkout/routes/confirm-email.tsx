import { Form, redirect } from 'react-router'
import '#app/features/orders/forms.css'
import '#app/features/orders/order.css'
import { transact } from '#app/db/db.server.ts'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { parseForm, readForm } from '#app/http/form.ts'
import { consumeAll } from '#app/http/limits.server.ts'
import { safeLocalPath } from '#app/http/local-path.ts'
import { formError, tooManyWords } from '#app/http/errors.ts'
import { fieldsOf } from '#app/http/submitted-fields.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { secretToken } from '#app/kit/ids.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { EmailField } from '#app/ui/field.tsx'
import { confirmedCookieOf, readConfirmed } from '../access.server.ts'
import { z } from 'zod'
import { contactFields } from '#app/features/orders/input.ts'
import { confirmEmailPath } from '../words.ts'
import type { Route } from './+types/confirm-email'

export const meta = () => [{ title: siteTitle('Confirm your email') }]

const confirmEmailInput = z.object({
  email: contactFields.email,
  to: z.string().max(500).default('/'),
})

/** For a crowded network and a browser without script: the cookie is proof enough for the next presses. Nothing is stored. */
export function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const query = new URL(request.url).searchParams
  const key = query.get('key')
  if (key !== null && readConfirmed(shop, key))
    throw redirect(safeLocalPath(query.get('to'), '/'), {
      headers: { 'Set-Cookie': confirmedCookieOf(shop, key) },
    })
  const to = query.get('to') ?? cameFrom(request)
  return { to: safeLocalPath(to, '/'), sent: query.get('sent'), isInvalid: key !== null }
}

function cameFrom(request: Request): string | null {
  const referrer = request.headers.get('Referer')
  if (!referrer || !URL.canParse(referrer)) return null
  const { pathname, search } = new URL(referrer)
  return pathname === confirmEmailPath ? null : pathname + search
}

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const form = parseForm(confirmEmailInput, await readForm(request))
  if (!form.ok) return formError(422, form.fieldErrors, form.given)
  const { email } = form.value
  const to = safeLocalPath(form.value.to, '/')
  const limit = await consumeAll(shop.limits, [
    ['confirmEmail', context.get(visitContext).address],
    ['mailTo', email],
  ])
  if (!limit.ok) return formError(429, { form: [tooManyWords(limit.retryAfterSeconds)] }, { email, to })
  const payload = { email, to, requestId: secretToken() }
  await transact(shop, (work) => work.enqueue('mail-hold-confirmation', payload))
  return redirect(`${confirmEmailPath}?sent=yes`, 303)
}

export default function ConfirmEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { to, sent, isInvalid } = loaderData
  const errors = actionData?.fieldErrors ?? {}
  const field = fieldsOf({ given: actionData?.given ?? {}, errors })
  if (sent !== null)
    return (
      <section className="wrap grid max-w-[760px] gap-6 pt-8 pb-24" aria-labelledby="confirm-title">
        <h1 className="h1" id="confirm-title">
          Check your email
        </h1>
        <p className="lead" role="status">
          {sent === 'order'
            ? 'Open the link within 30 minutes. It leads back to your order; then press again. Your invoice follows by email, and everything is held until it is due.'
            : 'Open the link in this browser within 30 minutes. It leads back to where you were; then press again.'}
        </p>
      </section>
    )
  return (
    <section className="wrap grid max-w-[760px] gap-6 pt-8 pb-24" aria-labelledby="confirm-title">
      <h1 className="h1" id="confirm-title">
        Confirm your email
      </h1>
      {isInvalid && (
        <p className="lead" role="alert">
          This link has expired. Ask for a new one.
        </p>
      )}
      <p className="lead">
        Many people on your network are ordering right now. Confirm your email, and your next press goes
        through. We use it for nothing else until you order.
      </p>
      <Form
        method="post"
        action={confirmEmailPath}
        id="confirm-form"
        className="grid min-w-0 gap-12"
        noValidate
      >
        <input type="hidden" name="to" value={to} autoComplete="off" />
        <ErrorSummary errors={errors} title="Please check the form" ids={{ form: 'confirm-form' }} />
        <EmailField {...field('email')} />
        <div className="btns">
          <Button variant="primary" busyLabel="Sending">
            Send me the link
          </Button>
        </div>
      </Form>
    </section>
  )
}
