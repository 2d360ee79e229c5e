import { redirect, Form } from 'react-router'
import { transact } from '#app/db/db.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { type FieldErrors, parseForm, readForm } from '#app/http/form.ts'
import { consumeAll } from '#app/http/limits.server.ts'
import { formError, tooManyWords } from '#app/http/errors.ts'
import { requireOwnOrder } from '#app/features/orders/access.server.ts'
import { mayChooseDealer } from '#app/features/orders/refunds.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { askDealer, askInput } from '../store/requests.server.ts'
import { findDealerByKey } from '../store/search.server.ts'
import { confirmWords, firearmSheets, wordsFor } from '../rules.ts'
import type { Route } from './+types/ask'
import { typedIn } from '#app/http/submitted-fields.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'
import { formatPhone } from '#app/kit/text.ts'

export const meta = () => [{ title: siteTitle('Ask your dealer') }]

export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const { order } = await requireOwnOrder(args)
  if (!mayChooseDealer(order, shop.now()).ok || order.dealerName === null)
    throw redirect(`/orders/${order.id}`)
  const listed = order.dealerKey ? await findDealerByKey(shop.db, order.dealerKey) : undefined
  // One whom the buyer named has to be found on the federal list first.
  if (!listed) throw redirect(`/orders/${order.id}/dealer`)
  const line = order.lines.find(({ fulfillment }) => fulfillment === 'ffl_transfer')
  return {
    orderId: order.id,
    theme: line?.plate?.theme ?? 'noir',
    hasEarlierRequest: order.dealerAnswer !== null,
    kind: wordsFor(firearmSheets(order.lines)),
    dealer: {
      name: order.dealerName,
      street: listed.street,
      city: order.dealerCity ?? '',
      state: order.dealerState ?? '',
      zip: listed.zip,
      phone: listed.phone ?? '',
    },
  }
}

export async function action(args: Route.ActionArgs) {
  const shop = args.context.get(shopContext)
  const { order } = await requireOwnOrder(args)
  const parsed = parseForm(askInput, await readForm(args.request))
  if (!parsed.ok) return formError(422, parsed.fieldErrors, parsed.given)
  const { dealerEmail } = parsed.value
  const limit = await consumeAll(shop.limits, [
    ['orderChange', order.id],
    ['mailTo', dealerEmail],
  ])
  if (!limit.ok) return formError(429, { form: [tooManyWords(limit.retryAfterSeconds)] }, { dealerEmail })
  // The transfer form names the dealer: after that no dealer gets a request.
  if (!mayChooseDealer(order, shop.now()).ok) return redirect(`/orders/${order.id}`, 303)
  const done = await transact(shop, (work) => askDealer(work, order, { email: dealerEmail, source: 'buyer' }))
  if (!done.ok) return formError(409, { form: [refusalWords[done.why]] }, { dealerEmail })
  return redirect(`/orders/${order.id}`, 303)
}

const refusalWords: Record<'no_dealer' | 'unlisted' | 'no_licensee' | 'asked_enough', string> = {
  no_dealer: 'Choose a dealer first.',
  unlisted: 'We write to dealers of the federal list only. Search for yours there.',
  no_licensee:
    'We can’t write to your dealer yet. Please try again in a few days, or write to us at /contact.',
  asked_enough: 'You’ve sent three requests today. Please try again tomorrow, or write to us at /contact.',
}

export default function Ask({ loaderData, actionData }: Route.ComponentProps) {
  const { orderId, theme, hasEarlierRequest, kind, dealer } = loaderData
  const errors: FieldErrors = actionData?.fieldErrors ?? {}
  return (
    <section className="wrap grid gap-12 pt-8 pb-24" aria-labelledby="ask-title" data-page-theme={theme}>
      <header className="grid max-w-[760px] gap-4">
        <h1 className="h1" id="ask-title">
          Ask this dealer?
        </h1>
        <p className="lead wrap-anywhere">
          {dealer.name} is your dealer now. Give us their email address and we’ll ask them to accept and to
          tell you their fee and hours. {confirmWords[kind]}
        </p>
      </header>
      <div className="grid items-start gap-16 lg:grid-cols-[1.15fr_1fr]">
        <address className="grid gap-1.5 rounded-control border border-hairline p-6 text-muted not-italic wrap-anywhere">
          <p className="h3 mb-2 text-ink">{dealer.name}</p>
          {dealer.street && <p>{dealer.street}</p>}
          <p>
            {dealer.city}, {dealer.state} {dealer.zip}
          </p>
          {dealer.phone && (
            <p>
              <a href={`tel:+1${dealer.phone}`}>{formatPhone(dealer.phone)}</a>
            </p>
          )}
        </address>
        <Form method="post" className="grid min-w-0 gap-6" noValidate>
          <ErrorSummary errors={errors} title="Please check the form" ids={{ form: 'ask-title' }} />
          <TextField
            name="dealerEmail"
            id="dealerEmail"
            label="Dealer’s email"
            type="email"
            inputMode="email"
            autoComplete="off"
            required
            error={errors.dealerEmail}
            defaultValue={typedIn(actionData?.given ?? {}, 'dealerEmail')}
            hint="They get one email from us with a private link, and one reminder. It names your order, not you."
          />
          <div className="btns">
            <Button variant="primary" busyLabel="Asking...">
              {hasEarlierRequest ? 'Ask them again' : 'Ask this dealer'}
            </Button>
            <ButtonLink href={`/orders/${orderId}`}>I don’t have their email</ButtonLink>
          </div>
          <p className="max-w-text text-sm text-faint">No email? We’ll call them before we file your form.</p>
        </Form>
      </div>
    </section>
  )
}
