import { data, redirect } from 'react-router'
import '#app/features/orders/forms.css'
import '#app/features/orders/order.css'
import { transact } from '#app/db/db.server.ts'
import { findShippingMethods } from '#app/features/delivery/store.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { addressIn, buyerIn, savedFormValues } from '#app/features/orders/input.ts'
import { parseForm, readForm } from '#app/http/form.ts'
import { formError, tooManyWords } from '#app/http/errors.ts'
import { carriesCardData } from '#app/gateway/gateway.ts'
import { requireOwnOrder } from '#app/features/orders/access.server.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { CheckoutPage } from '../components/checkout-page.tsx'
import { deliveryInput } from '../input.ts'
import { mayPay } from '#app/features/orders/rules.ts'
import { needsOf } from '#app/features/orders/goods.ts'
import { findPrices } from '#app/features/orders/store/buyer.server.ts'
import { sellablesContext } from '#app/features/orders/store/lines.server.ts'
import { saveDelivery } from '../store/hold.server.ts'
import { cardDataWords } from '#app/features/payments/words.ts'
import { renewField } from '../words.ts'
import type { Route } from './+types/details'
import { listedCodeOf, withListedDealer, renewOwn, showCheckout } from './shown-checkout.server.ts'
import { methodsFor } from '#app/features/orders/quote.ts'
import { AddressFields } from '#app/features/orders/components/buyer-fields.tsx'
import { BuyerParts, CheckoutForm, Submit } from '../components/buyer-parts.tsx'
import { submittedFields, typedIn } from '#app/http/submitted-fields.ts'
import { formatCents } from '#app/kit/money.ts'
import { RadioGroup, FormPart } from '#app/ui/field.tsx'

export const meta = () => [{ title: siteTitle('Checkout') }]

export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const { order } = await requireOwnOrder(args)
  const now = shop.now()
  // The checkout page handles orders that cannot be paid or need no address.
  if (!mayPay(order, now).ok || !needsOf(order.lines).shipping) throw toCheckout(order.id)
  const [shown, methods] = await Promise.all([
    showCheckout(shop, args.context.get(sellablesContext), order, now),
    findShippingMethods(shop.db, now),
  ])
  const given = { ...savedFormValues(order), dealerListed: await listedCodeOf(shop, order) }
  return { ...shown, methods: methodsFor(order.lines, methods), given }
}

export async function action(args: Route.ActionArgs) {
  const shop = args.context.get(shopContext)
  const { order } = await requireOwnOrder(args)
  const form = await readForm(args.request)
  if (carriesCardData(form)) return formError(422, { form: [cardDataWords] }, {})
  if (form.has(renewField)) {
    const late = await renewOwn(args)
    return data({ fieldErrors: late, given: submittedFields(form) }, late.form ? 429 : 200)
  }
  const parsed = parseForm(deliveryInput(needsOf(order.lines)), form)
  if (!parsed.ok) return formError(422, parsed.fieldErrors, parsed.given)
  const limit = await shop.limits.take('orderChange', order.id)
  const given = Object.fromEntries(Object.entries(parsed.value).map(([name, value]) => [name, value ?? '']))
  if (!limit.ok) return formError(429, { form: [tooManyWords(limit.retryAfterSeconds)] }, given)

  const listed = await withListedDealer(shop, parsed.value)
  if (!listed.ok) return formError(409, listed.fieldErrors, given)
  const { shippingMethod } = parsed.value
  const details = { ...buyerIn(listed.form), ...addressIn(parsed.value), shippingMethod }
  const prices = await findPrices(shop)
  const saved = await transact(shop, (work) =>
    saveDelivery(work, args.context.get(sellablesContext), order.id, details, prices),
  )
  if (!saved.ok && saved.why === 'no_such_method')
    return formError(
      409,
      { shippingMethod: ['This shipping method is no longer available. Choose another one.'] },
      given,
    )
  return toCheckout(order.id)
}

function toCheckout(orderId: string) {
  return redirect(`/checkout/${orderId}`, 303)
}

export default function CheckoutDetails({ loaderData, actionData }: Route.ComponentProps) {
  const { orderId, needs, canRenew, methods } = loaderData
  const given = actionData?.given ?? loaderData.given
  const errors = actionData?.fieldErrors ?? {}
  return (
    <CheckoutPage {...loaderData} heading="Checkout">
      <CheckoutForm
        orderId={orderId}
        id="delivery"
        path="/details"
        errors={errors}
        findsDealer={needs.fflTransfer}
      >
        <BuyerParts {...loaderData} given={given} errors={errors}>
          <>
            <AddressFields given={given} errors={errors} />
            <FormPart title="Shipping">
              <RadioGroup
                name="shippingMethod"
                id="shippingMethod"
                label="Shipping method"
                error={errors.shippingMethod}
                defaultValue={typedIn(given, 'shippingMethod') || methods[0]?.code}
                options={methods.map(({ code, name, text, priceCents }) => ({
                  value: code,
                  label: `${name}, ${priceCents === 0 ? 'free' : formatCents(priceCents)}`,
                  hint: text,
                }))}
                className="cards-list"
              />
            </FormPart>
          </>
        </BuyerParts>
        <Submit
          label="Review and pay"
          busy="Calculating..."
          canRenew={canRenew}
          note="You won’t be charged yet. The next page shows shipping, tax and the total."
        />
      </CheckoutForm>
    </CheckoutPage>
  )
}
