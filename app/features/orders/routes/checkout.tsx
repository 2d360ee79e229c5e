import { data, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import '../checkout.css'
import '../order.css'
import { rememberedRead } from '#app/db/remembered-read.server.ts'
import { claimInForce } from '#app/features/claims/rules.ts'
import { listClaimHistory } from '#app/features/claims/store.server.ts'
import { findKnownRules } from '#app/features/compliance/store.server.ts'
import { shopContext, visitContext } from '#app/http/context.server.ts'
import { type FieldErrors, type Given, parseForm } from '#app/http/form.ts'
import { tooManyWords } from '#app/http/refused.ts'
import { secretToken } from '#app/kit/ids.ts'
import { carriesCardData } from '#app/payments/card-data.ts'
import { privateHeaders, requireOwnLines, requireOwnOrder } from '../access.server.ts'
import { DepositSummary } from '../components/deposit-summary.tsx'
import { HoldBar, LetGo } from '../components/hold-bar.tsx'
import { HoldOver } from '../components/hold-over.tsx'
import { OrderPlate } from '../components/order-plate.tsx'
import { ReservationForm } from '../components/reservation-form.tsx'
import { payOrder } from '../flows.server.ts'
import { reservationInput } from '../input.ts'
import { isAtCap, isSettling, mayPay } from '../rules.ts'
import { findOrder, type OrderView, sellablesContext } from '../store.server.ts'
import { cutOffWords, declineWords, payRefusalWords } from '../words/checkout.ts'
import { cardDataWords } from '../words/payment.ts'
import { heldThing, nounOf, theHeldThing, thingOf } from '../words/thing.ts'
import type { Route } from './+types/checkout'
import { noticesOf, refusedFields } from './state-notices.server.ts'

export const headers = () => privateHeaders

const findAgeClaims = rememberedRead((db) => listClaimHistory(db, ['age.sbr']))

export const meta = () => [{ title: 'Checkout | PACo' }, { name: 'robots', content: 'noindex' }]

export async function loader(asked: Route.LoaderArgs) {
  const shop = asked.context.get(shopContext)
  const { order } = await requireOwnOrder(asked)
  const now = shop.now()
  const [line] = order.lines
  const { itemClass = null } = line ?? {}
  const thing = thingOf(order.lines)
  const shown = { orderId: order.id, ...thing, theme: thing.plate?.theme ?? 'noir' }

  const payable = mayPay(order, now)
  if (!payable.ok) {
    if (payable.why === 'already_paid' || payable.why === 'already_paying')
      throw redirect(`/orders/${order.id}`, { headers: privateHeaders })
    return { ...shown, over: payable.why }
  }
  const [rules, ages] = await Promise.all([findKnownRules(shop.db, now), findAgeClaims(shop.db, now)])
  return {
    ...shown,
    over: null,
    totalCents: order.totalCents,
    now,
    expiresAt: order.expiresAt,
    canRenew: !isAtCap(order),
    formKey: secretToken(),
    way: shop.gateway.checkout,
    age: itemClass === 'sbr' ? claimInForce(ages, now, shop.timeZone)?.figure : undefined,
    notices: itemClass ? noticesOf(itemClass, rules, now) : { buyer: {}, dealer: {} },
    given: givenBefore(order),
    declined: declineOf(order),
  }
}

export async function action(asked: Route.ActionArgs) {
  const { context, request } = asked
  const shop = context.get(shopContext)
  const { orderId, lines } = await requireOwnLines(asked)
  const form = await request.formData()
  if (carriesCardData(form)) return sayNo(422, { fieldErrors: { form: [cardDataWords] }, given: {} })
  const parsed = parseForm(reservationInput, form)
  // A test card's name is no secret: it is chosen again, as everything else that was typed.
  const { checkout: way } = shop.gateway
  const cards = way.kind === 'test-cards' ? way.cards : []
  const card = cards.find(({ token }) => token === form.get('paymentToken'))?.token
  const given: Given = { ...typedBefore(form), ...(card && { paymentToken: card }) }
  if (!parsed.ok) return sayNo(422, { fieldErrors: parsed.fieldErrors, given })

  const { address } = context.get(visitContext)
  for (const verdict of await Promise.all([
    shop.limits.take('payment', orderId),
    shop.limits.take('paymentFrom', address),
  ]))
    if (!verdict.ok)
      return sayNo(429, { fieldErrors: { form: [tooManyWords(verdict.retryAfterSeconds)] }, given })

  const paid = await payOrder(shop, context.get(sellablesContext), orderId, parsed.value, lines)
  if (!paid.ok && paid.why === 'refused_by_state' && 'verdict' in paid)
    return sayNo(409, { fieldErrors: refusedFields(paid.verdict), given })
  if (!paid.ok && paid.why === 'key_reused')
    return sayNo(409, { fieldErrors: { form: [payRefusalWords.key_reused] }, given })
  if (paid.ok && paid.isPaid) return redirect(`/orders/${orderId}`, 303)
  // Everything else is said by a page that can be reloaded: the order's own once money is involved, else this one.
  const after = await findOrder(shop.db, orderId)
  const isInvolved = after && (isSettling(after.state) || after.paidAt !== null)
  return redirect(isInvolved ? `/orders/${orderId}` : `/checkout/${orderId}`, 303)
}

/**
 * A press whose answer was lost is said in words. The form keeps what was typed and its key: pressed again, it asks for
 * the same payment, and never pays twice.
 */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData()
  try {
    return await serverAction()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const [formKey, card] = [form.get('formKey'), form.get('paymentToken')].map(String)
    const given: Given = { ...typedBefore(form), paymentToken: card ?? '' }
    return { fieldErrors: { form: [cutOffWords] }, given, formKey: formKey ?? '', isUnanswered: true }
  }
}

/** With a broken line loading anew would take the page away, and what was typed with it. */
export function shouldRevalidate({ actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const result: unknown = actionResult
  const isUnanswered = typeof result === 'object' && result !== null && 'isUnanswered' in result
  return !isUnanswered && defaultShouldRevalidate
}

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.over !== null) return <HoldOver {...loaderData} why={loaderData.over} />
  const { declined } = loaderData
  const errors = actionData?.fieldErrors ?? (declined ? { paymentToken: [declined.text] } : {})
  return (
    <div className="wrap checkout" data-page-theme={loaderData.theme}>
      <section className="checkout-side" aria-labelledby="held">
        <h1 className="h1" id="held">
          Reserve {theHeldThing(loaderData)}
        </h1>
        <OrderPlate {...loaderData} engraving />
        <HoldBar {...loaderData} what={heldThing(loaderData)} />
        <DepositSummary {...loaderData} />
        <LetGo orderId={loaderData.orderId} noun={nounOf(loaderData)} />
      </section>
      <ReservationForm
        {...loaderData}
        given={actionData?.given ?? loaderData.given}
        errors={errors}
        formKey={actionData?.formKey ?? loaderData.formKey}
        answer={actionData?.formKey ?? declined?.attemptId ?? 'none yet'}
        problem={!actionData && declined ? 'Payment declined' : 'Please check the form'}
      />
    </div>
  )
}

/** Whatever was refused was not charged under this form's key, but may have been sent under it: a new key each time. */
function sayNo(status: 409 | 422 | 429, { fieldErrors, given }: { fieldErrors: FieldErrors; given: Given }) {
  return data({ fieldErrors, given, formKey: secretToken() }, { status })
}

/** What the order knows of its buyer from an earlier try fills the form after a decline or a reload. */
function givenBefore(order: OrderView): Given {
  const { buyerName, buyerEmail, buyerPhone, buyerState, dealerName, dealerCity, dealerState } = order
  return {
    name: buyerName ?? '',
    email: buyerEmail ?? '',
    phone: buyerPhone ?? '',
    state: buyerState ?? '',
    dealer: dealerName || dealerCity || dealerState ? 'now' : 'later',
    dealerName: dealerName ?? '',
    dealerCity: dealerCity ?? '',
    dealerState: dealerState ?? '',
    ...(order.attestedAt && { attestation: 'yes' }),
  }
}

/** Everything typed, except the key of the form and how it was to be paid. */
function typedBefore(form: FormData): Given {
  const typed = [...form].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
  return Object.fromEntries(typed.filter(([name]) => name !== 'formKey' && name !== 'paymentToken'))
}

function declineOf({ lastAttempt }: OrderView) {
  if (lastAttempt?.state !== 'declined' && lastAttempt?.state !== 'abandoned') return null
  return { attemptId: lastAttempt.id, text: declineWords(lastAttempt.declineReason) }
}
