import { Form, redirect } from 'react-router'
import { siteTitle } from '#app/kit/brand.ts'
import '../forms.css'
import '../order.css'
import { eq } from 'drizzle-orm'
import { transact, type UnitOfWork } from '#app/db/db.server.ts'
import { verdictText } from '#app/features/compliance/words.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm, readForm } from '#app/http/form.ts'
import { formError, tooManyWords } from '#app/http/errors.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { requireOwnOrder } from '../access.server.ts'
import { AddressFields, inFieldOrder } from '../components/buyer-fields.tsx'
import { type AddressDetails, addressInput, savedFormValues } from '../input.ts'
import { isTaxedAlike, type PriceList } from '../quote.ts'
import { isPaid } from '../rules.ts'
import { findPrices, mayChangeAddress } from '../store/buyer.server.ts'
import { addEvent, findOrderForUpdate, type Sellables, sellablesContext } from '../store/lines.server.ts'
import { listParcels } from '../store/parcels.server.ts'
import { judgeNow } from '../store/review.server.ts'
import { orders } from '../tables.ts'
import type { Route } from './+types/address'

export const meta = () => [{ title: siteTitle('Delivery address') }]

export async function loader(args: Route.LoaderArgs) {
  const { order } = await requireOwnOrder(args)
  // The order page says why it can no longer be changed.
  if (!mayChangeAddress(order)) throw redirect(`/orders/${order.id}`)
  return { orderId: order.id, given: savedFormValues(order) }
}

export async function action(args: Route.ActionArgs) {
  const shop = args.context.get(shopContext)
  const { order } = await requireOwnOrder(args)
  const form = await readForm(args.request)
  const parsed = parseForm(addressInput, form)
  const { given } = parsed
  if (!parsed.ok) return formError(422, parsed.fieldErrors, given)
  const limit = await shop.limits.take('orderChange', order.id)
  if (!limit.ok) return formError(429, { form: [tooManyWords(limit.retryAfterSeconds)] }, given)
  const prices = await findPrices(shop)
  const sellables = args.context.get(sellablesContext)
  const refusal = await transact(shop, (work) =>
    changeAddress(work, sellables, order.id, parsed.value, prices),
  )
  return refusal ? formError(409, { form: [refusal] }, given) : redirect(`/orders/${order.id}`, 303)
}

/** Why not, or nothing. What was paid stays the same, so the sales tax at the new address must match what was charged. */
async function changeAddress(
  work: UnitOfWork,
  sellables: Sellables,
  orderId: string,
  address: AddressDetails,
  prices: PriceList,
): Promise<string | undefined> {
  const found = await findOrderForUpdate(work, sellables, orderId)
  if (!found || !isPaid(found.order.state)) return 'This order has no paid package.'
  const { order } = found
  const lines = found.lines.map(({ line }) => line)
  if (!mayChangeAddress({ ...order, lines }))
    return 'Your package has already shipped. Write to us at /contact if you can’t receive it there.'
  // The label is on it already: staff open the parcel first.
  if ((await listParcels(work.tx, orderId)).some(({ sentAt }) => !sentAt))
    return 'Your package is packed and about to ship. Write to us at /contact and we’ll open it again.'
  const charged = { ...order, shipState: order.shipState ?? '' }
  if (!isTaxedAlike(lines, charged, address, prices))
    return 'Sales tax at that address differs from what you paid. Write to us at /contact, or return the items and order them again.'
  const verdict = await judgeNow(work, lines, { ...order, ...address })
  if (verdict.outcome === 'refused') return verdictText(verdict)
  await work.tx
    .update(orders)
    .set({ ...address, verdict })
    .where(eq(orders.id, orderId))
  await addEvent(work, orderId, 'address')
  return undefined
}

export default function AddressPage({ loaderData, actionData }: Route.ComponentProps) {
  const { orderId } = loaderData
  const errors = actionData?.fieldErrors ?? {}
  return (
    <section className="wrap grid max-w-[760px] gap-6 pt-8 pb-24" aria-labelledby="address-title">
      <h1 className="h1" id="address-title">
        Delivery address
      </h1>
      <p className="lead">You can change the address until we ship your package.</p>
      <Form method="post" id="address-form" className="grid min-w-0 gap-12" noValidate>
        <ErrorSummary
          errors={inFieldOrder(errors)}
          title="Please check the form"
          ids={{ form: 'address-form' }}
        />
        <AddressFields given={actionData?.given ?? loaderData.given} errors={errors} />
        <div className="btns">
          <Button variant="primary" busyLabel="Saving...">
            Save address
          </Button>
          <ButtonLink href={`/orders/${orderId}`}>Back to the order</ButtonLink>
        </div>
      </Form>
    </section>
  )
}
