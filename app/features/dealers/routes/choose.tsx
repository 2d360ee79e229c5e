import { Form, redirect } from 'react-router'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm, readForm } from '#app/http/form.ts'
import { formError, tooManyWords } from '#app/http/errors.ts'
import { requireOwnOrder } from '#app/features/orders/access.server.ts'
import { mayChooseDealer } from '#app/features/orders/refunds.ts'
import { sellablesContext } from '#app/features/orders/store/lines.server.ts'
import { stateName } from '#app/features/compliance/rules/states.ts'
import { staysInState } from '#app/features/compliance/rules.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { choiceRefusalWords, confirmWords, firearmSheets, wordsFor } from '../rules.ts'
import { chooseForOrder, chosenDealer, listedInput } from '../store/requests.server.ts'
import { findDealer, type FoundDealer, limitSearch, searchDealers } from '../store/search.server.ts'
import type { Route } from './+types/choose'
import { inStateWords, verdictText } from '#app/features/compliance/words.ts'
import { formatPhone } from '#app/kit/text.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'

export const meta = () => [{ title: siteTitle('Your dealer') }]

export async function loader(args: Route.LoaderArgs) {
  const { context, request } = args
  const shop = context.get(shopContext)
  const { order } = await requireOwnOrder(args)
  if (!mayChooseDealer(order, shop.now()).ok) throw redirect(`/orders/${order.id}`)
  const typed = (new URL(request.url).searchParams.get('near') ?? '').trim().slice(0, 80)
  const limit = typed ? await limitSearch(args, order.id) : { ok: true as const }
  const line = order.lines.find(({ fulfillment }) => fulfillment === 'ffl_transfer')
  return {
    orderId: order.id,
    theme: line?.plate?.theme ?? 'noir',
    firearms: line ? [line.title, line.detail].filter(Boolean).join(', ') : '',
    kind: wordsFor(firearmSheets(order.lines)),
    onlyIn:
      order.buyerState && line?.itemClass && staysInState(line.itemClass) ? stateName(order.buyerState) : '',
    named: order.dealerKey === null ? (order.dealerName ?? '') : '',
    typed,
    found: typed && limit.ok ? await searchDealers(shop.db, typed, shop.now()) : [],
    wait: limit.ok ? '' : tooManyWords(limit.retryAfterSeconds),
  }
}

export async function action(args: Route.ActionArgs) {
  const shop = args.context.get(shopContext)
  const { order } = await requireOwnOrder(args)
  const parsed = parseForm(listedInput, await readForm(args.request))
  const listed = parsed.ok ? await findDealer(shop.db, parsed.value.listed, shop.now()) : undefined
  if (!listed) return formError(409, { form: [choiceRefusalWords.unlisted] }, {})
  const limit = await shop.limits.take('orderChange', order.id)
  if (!limit.ok) return formError(429, { form: [tooManyWords(limit.retryAfterSeconds)] }, {})
  const sellables = args.context.get(sellablesContext)
  const done = await chooseForOrder(shop, sellables, order.id, chosenDealer(listed))
  // With a known address the request is already sent; otherwise the next page asks for the address.
  if (done.ok) return redirect(`/orders/${order.id}${done.isRequested ? '' : '/dealer/request'}`, 303)
  const words = done.why === 'refused_by_state' ? verdictText(done.verdict) : choiceRefusalWords[done.why]
  return formError(409, { form: [words] }, {})
}

type Props = Route.ComponentProps['loaderData']

export default function Choose({ loaderData, actionData }: Route.ComponentProps) {
  const errors = actionData?.fieldErrors ?? {}
  const { orderId, theme, firearms, kind, onlyIn, named } = loaderData
  return (
    <section className="wrap grid gap-12 pt-8 pb-24" aria-labelledby="dealer-title" data-page-theme={theme}>
      <header className="grid max-w-[760px] gap-4">
        <h1 className="h1" id="dealer-title">
          Choose your dealer
        </h1>
        <p className="lead wrap-anywhere">
          A licensed dealer near you receives {firearms || 'it'} from us and completes the final form with
          you. {confirmWords[kind]}
        </p>
        {onlyIn && <p>{inStateWords(onlyIn)}</p>}
      </header>
      <ErrorSummary errors={errors} title="Please check the form" ids={{ form: 'dealer-title' }} />
      {named && (
        <p className="max-w-text wrap-anywhere">
          You named {named}. Find them on the federal list, so that we can write to them.
        </p>
      )}
      <DealerSearch {...loaderData} />
      <p>
        <ButtonLink href={`/orders/${orderId}`}>Back to the order</ButtonLink>
      </p>
    </section>
  )
}

function DealerSearch({ orderId, typed, found, wait }: Props) {
  const address = `/orders/${orderId}/dealer`
  return (
    <section aria-labelledby="dealer-search-title" className="grid max-w-[760px] min-w-0 gap-6">
      <h2 className="h3 border-b border-hairline pb-3" id="dealer-search-title">
        Find a dealer
      </h2>
      <Form
        method="get"
        action={address}
        role="search"
        className="grid items-start gap-4 sm:grid-cols-[1fr_auto]"
      >
        <TextField
          name="near"
          id="near"
          label="ZIP code, city or name"
          defaultValue={typed}
          autoComplete="postal-code"
          enterKeyHint="search"
          maxLength={80}
          hint="For example 33101, Miami, FL, or the number of a license."
        />
        <Button variant="primary" busyLabel="Searching..." className="sm:mt-6">
          Search
        </Button>
      </Form>
      <div aria-live="polite">
        {wait && <p className="text-sm text-muted">{wait}</p>}
        {typed && !wait && found.length === 0 && (
          <p className="text-sm text-muted wrap-anywhere">
            No dealers match “{typed}”. Try a ZIP code, more letters of the name, or the number of their
            license.
          </p>
        )}
        {found.length > 0 && (
          <p className="sr-only">
            {found.length} {found.length === 1 ? 'dealer' : 'dealers'} found
          </p>
        )}
      </div>
      {found.length > 0 && <FoundDealers found={found} action={address} />}
      <p className="max-w-text text-sm text-faint">
        From the federal list of licensees. It shows who holds a license, but not who takes NFA items. Your
        dealer isn’t on it?{' '}
        <a className="link" href="/contact">
          Write to us
        </a>
        .
      </p>
    </section>
  )
}

function FoundDealers({ found, action }: { found: readonly FoundDealer[]; action: string }) {
  return (
    <ul className="divide-y divide-hairline border-y border-hairline">
      {found.map((dealer) => (
        <li
          key={dealer.code}
          className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 py-3 sm:grid-cols-[1fr_auto_auto]"
        >
          <div className="min-w-0">
            <p className="font-bold text-ink wrap-anywhere">{dealer.name}</p>
            <p className="text-sm text-muted">
              {dealer.city}, {dealer.state} {dealer.zip}
              {dealer.phone && (
                <>
                  {' · '}
                  <span className="whitespace-nowrap">{formatPhone(dealer.phone)}</span>
                </>
              )}
            </p>
            {dealer.licensedAs && <p className="text-sm text-faint">Licensed as {dealer.licensedAs}</p>}
          </div>
          {dealer.near && <p className="col-start-1 text-sm text-faint sm:col-start-2">{dealer.near}</p>}
          <Form method="post" action={action} className="col-start-2 row-start-1 sm:col-start-3">
            <input type="hidden" name="listed" value={dealer.code} />
            <Button size="sm" busyLabel="Choosing..." aria-label={`Choose ${dealer.name}, ${dealer.city}`}>
              Choose
            </Button>
          </Form>
        </li>
      ))}
    </ul>
  )
}
