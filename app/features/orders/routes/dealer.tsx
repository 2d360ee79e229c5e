import { data, Form, redirect, useNavigation } from 'react-router'
import '../checkout.css'
import '../order.css'
import type { ItemClass } from '#app/features/compliance/rules.ts'
import { findKnownRules } from '#app/features/compliance/store.server.ts'
import { type Shop, shopContext } from '#app/http/context.server.ts'
import { type FieldErrors, type Given, parseForm } from '#app/http/form.ts'
import { tooManyWords } from '#app/http/refused.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { privateHeaders, requireOwnOrder } from '../access.server.ts'
import { NamedDealer } from '../components/dealer-fields.tsx'
import { OrderPlate } from '../components/order-plate.tsx'
import { chooseDealer } from '../flows.server.ts'
import { dealerInput } from '../input.ts'
import { mayChooseDealer } from '../rules/refunds.ts'
import { type OrderView, sellablesContext } from '../store.server.ts'
import { dealerRefusalWords } from '../words.ts'
import type { Route } from './+types/dealer'
import { noticesOf, refusedFields } from './state-notices.server.ts'

export const headers = () => privateHeaders

export const meta = () => [{ title: 'Your dealer | PACo' }, { name: 'robots', content: 'noindex' }]

export async function loader(asked: Route.LoaderArgs) {
  const shop = asked.context.get(shopContext)
  const { order } = await requireOwnOrder(asked)
  const line = order.lines.find(({ fulfilment }) => fulfilment === 'transfer')
  const { title = '', detail = '', plate = null, itemClass = null } = line ?? {}
  // Why it cannot be chosen any more is said on the order's own page.
  if (!mayChooseDealer(order, asked.context.get(shopContext).now()).ok) throw redirect(`/orders/${order.id}`)
  return {
    orderId: order.id,
    given: namedIn(order),
    notices: await noticesFor(shop, itemClass),
    ...{ title, detail, plate, theme: plate?.theme ?? 'noir' },
  }
}

export async function action(asked: Route.ActionArgs) {
  const shop = asked.context.get(shopContext)
  const { order } = await requireOwnOrder(asked)
  const parsed = parseForm(dealerInput, await asked.request.formData())
  if (!parsed.ok) return sayNo(422, parsed.fieldErrors, parsed.given)
  const given = parsed.value
  const limit = await shop.limits.take('orderChange', order.id)
  if (!limit.ok) return sayNo(429, { form: [tooManyWords(limit.retryAfterSeconds)] }, given)
  const chosen = await chooseDealer(shop, asked.context.get(sellablesContext), order.id, parsed.value)
  if (chosen.ok) return redirect(`/orders/${order.id}`, 303)
  if (chosen.why === 'refused_by_state') return sayNo(409, refusedFields(chosen.verdict), given)
  return sayNo(409, { form: [dealerRefusalWords[chosen.why]] }, given)
}

export default function DealerPage({ loaderData, actionData }: Route.ComponentProps) {
  const { orderId, plate, title, detail, notices } = loaderData
  const errors = actionData?.fieldErrors ?? {}
  const navigation = useNavigation()
  return (
    <section className="wrap order-status" aria-labelledby="dealer-title" data-page-theme={loaderData.theme}>
      <div className="order-plate">
        <OrderPlate plate={plate} title={title} detail={detail} />
      </div>
      <div className="order-words">
        <h1 className="h1" id="dealer-title">
          Who hands it over?
        </h1>
        <p className="lead">
          A licensed dealer near you receives it from us and does the last form with you. We confirm with them
          that they take NFA transfers before we file yours.
        </p>
        <Form method="post" id="dealer-form" className="form" noValidate>
          <ErrorSummary errors={errors} title="Please check the form" ids={{ form: 'dealer-form' }} />
          <div className="form-grid">
            <NamedDealer
              given={actionData?.given ?? loaderData.given}
              {...{ errors, notices: notices.dealer }}
            />
          </div>
          <div className="btns">
            <Button variant="primary" busy={navigation.state !== 'idle'} busyLabel="Saving...">
              Save this dealer
            </Button>
            <ButtonLink to={`/orders/${orderId}`}>Back to the order</ButtonLink>
          </div>
        </Form>
      </div>
    </section>
  )
}

function sayNo(status: 409 | 422 | 429, fieldErrors: FieldErrors, given: Given) {
  return data({ fieldErrors, given }, { status })
}

async function noticesFor({ db, now }: Shop, itemClass: ItemClass | null) {
  const moment = now()
  return itemClass
    ? noticesOf(itemClass, await findKnownRules(db, moment), moment)
    : { buyer: {}, dealer: {} }
}

function namedIn({ dealerName, dealerCity, dealerState }: OrderView): Given {
  return { dealerName: dealerName ?? '', dealerCity: dealerCity ?? '', dealerState: dealerState ?? '' }
}
