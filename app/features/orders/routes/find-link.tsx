import { Form, redirect } from 'react-router'
import { siteTitle } from '#app/kit/brand.ts'
import '../forms.css'
import '../order.css'
import { transact } from '#app/db/db.server.ts'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { type FieldErrors, parseForm, readForm } from '#app/http/form.ts'
import { fieldsOf } from '#app/http/submitted-fields.ts'
import { consumeAll } from '#app/http/limits.server.ts'
import { formError, tooManyWords } from '#app/http/errors.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { EmailField, TextField } from '#app/ui/field.tsx'
import { fingerprint, secretToken } from '#app/kit/ids.ts'
import { findLinkPath } from '../access.server.ts'
import { z } from 'zod'
import { contactFields, requiredText } from '../input.ts'
import { formKey } from '#app/kit/fields.ts'
import { normalizeCode } from '#app/kit/text.ts'
import { emailForLink, listPaidOrdersOf } from '../store/links.server.ts'
import type { Route } from './+types/find-link'

export const meta = () => [
  { title: siteTitle('Find your order') },
  {
    name: 'description',
    content:
      'Lost the private link to your order? Enter your email, and the order code if you have it, and we send you a new one.',
  },
]

export function loader({ request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  return { isSent: query.has('sent'), isClosed: query.has('closed'), key: secretToken() }
}

const findLinkInput = z.object({
  key: formKey.optional(),
  /** Empty for a link to all orders of the email. */
  orderCode: requiredText('Enter your order code, or leave this empty', 0)
    .transform(normalizeCode)
    .refine((code) => code === '' || /^[2-9A-HJKMNP-TV-Z]{10}$/.test(code), {
      error: 'Enter the ten letters and digits of the order code, or leave this empty',
    }),
  orderEmail: contactFields.email,
})

/** Response and work are the same for every order and email: a job checks later whether they match. */
export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const parsed = parseForm(findLinkInput, await readForm(request))
  if (!parsed.ok) return formError(422, parsed.fieldErrors, parsed.given)
  const { key = secretToken(), orderCode, orderEmail } = parsed.value
  const limit = await consumeAll(shop.limits, [
    ['findLink', context.get(visitContext).address],
    ['mailTo', orderEmail],
  ])
  if (!limit.ok)
    return formError(429, { form: [tooManyWords(limit.retryAfterSeconds)] }, { orderCode, orderEmail })
  const emailHash = shop.keyedHash(emailForLink(orderEmail))
  const [latest = ''] = await listPaidOrdersOf(shop.db, orderEmail, 1)
  const requestId = fingerprint(JSON.stringify([key, orderCode, emailHash]))
  const wanted = { orderId: orderCode || latest, requestId, emailHash, isAll: orderCode === '' }
  await transact(shop, (work) => work.enqueue('find-order-link', wanted))
  return redirect(`${findLinkPath}?sent=yes`, 303)
}

export default function FindLinkPage({ loaderData, actionData }: Route.ComponentProps) {
  const errors: FieldErrors = actionData?.fieldErrors ?? {}
  const field = fieldsOf({ given: actionData?.given ?? {}, errors })
  return (
    <section className="wrap grid max-w-[760px] gap-6 pt-8 pb-24" aria-labelledby="find-title">
      <h1 className="h1" id="find-title">
        {loaderData.isSent ? 'Check your email' : 'Find your order'}
      </h1>
      {loaderData.isSent ? (
        <>
          <p className="lead" role="status">
            {/* The same for everyone, so that it does not reveal whether an order exists. */}
            If we have an order with that email, a new link is on its way. It can take a few minutes.
          </p>
          <div className="btns">
            <ButtonLink href={findLinkPath}>Try Again</ButtonLink>
          </div>
        </>
      ) : (
        <>
          {loaderData.isClosed && (
            <p className="lead" role="status">
              Your orders are closed on every device. Each order still opens by its own link.
            </p>
          )}
          <p className="lead">
            Enter the email you ordered with, and the order code if you have it. We’ll email you a new private
            link.
          </p>
          <Form method="post" id="find-form" className="grid min-w-0 gap-12" noValidate>
            <input type="hidden" name="key" value={loaderData.key} autoComplete="off" />
            <ErrorSummary errors={errors} title="Please check the form" ids={{ form: 'find-form' }} />
            <TextField
              {...field('orderCode')}
              label="Order code (optional)"
              hint="Ten letters and digits, in every email about your order. Leave it empty for a link to all your orders."
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={40}
              required
            />
            <EmailField {...field('orderEmail')} label="Email" />
            <div className="btns">
              <Button variant="primary" busyLabel="Sending...">
                Send Me a New Link
              </Button>
            </div>
          </Form>
        </>
      )}
      <p className="text-sm/normal text-faint">
        Another email, or no answer? Write to us with the name on the order.{' '}
        <a href="/contact?subject=orders">Contact us</a>
      </p>
    </section>
  )
}
