import { data, Form, redirect } from 'react-router'
import { ownColorStyle } from '#app/art/art-theme.ts'
import { DataPlate } from '#app/art/data-plate.tsx'
import { transact } from '#app/db/db.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { readForm } from '#app/http/form.ts'
import { submittedFields, typedIn } from '#app/http/submitted-fields.ts'
import { tooManyWords } from '#app/http/errors.ts'
import { openMailedLink, requireOwnOrder } from '#app/features/orders/access.server.ts'
import { mayPay } from '#app/features/orders/rules.ts'
import { tryParse } from '#app/features/orders/sellable.ts'
import { sellablesContext } from '#app/features/orders/store/lines.server.ts'
import { formatMoment } from '#app/features/orders/words.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { Button } from '#app/ui/button.tsx'
import { RefusalNotice } from '#app/ui/refusal-notice.tsx'
import { Deposit, VariantChoice } from '../components/drop-parts.tsx'
import { parseVariant } from '../input.ts'
import { chosenVariant } from '../rules.ts'
import { ownColorsOf } from '../rules/art.ts'
import { chooseOfferedVariant, findVariantChoice, dropUnit } from '../store/units.server.ts'
import { findDrop } from '../store/drops.server.ts'
import { type RefusalText, refusalWords } from '../words.ts'
import '../drop-page.css'
import type { Route } from './+types/offer'
import { withPhotos } from './drop-view.server.ts'

export const meta = () => [{ title: siteTitle('Choose the variant') }]

/** The link in the offer email opens the checkout of the held number. Without its secret: the choice of the variant. */
export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  if (new URL(args.request.url).searchParams.has('key'))
    return openMailedLink(args, (orderId) => `/checkout/${orderId}`)
  const { order } = await requireOwnOrder(args)
  const [line] = order.lines
  const toCheckout = redirect(`/checkout/${order.id}`)
  if (line?.kind !== 'drop_unit' || !line.plate || !mayPay(order, shop.now()).ok) throw toCheckout
  const ref = tryParse(dropUnit.parseRef, line.ref)
  if (!ref) throw toCheckout
  const { slug, variant } = ref
  const [choice, drop] = await Promise.all([
    findVariantChoice(shop.db, order.id, ref),
    findDrop(shop.db, slug, shop.now()),
  ])
  if (!choice || !drop) throw toCheckout
  return {
    theme: drop.theme,
    ownColors: ownColorStyle(ownColorsOf(drop)),
    plate: line.plate,
    depositCents: line.unitCents,
    variants: await withPhotos(shop, drop),
    variant,
    until: formatMoment(order.expiresAt, shop.timeZone),
  }
}

export async function action(args: Route.ActionArgs) {
  const shop = args.context.get(shopContext)
  const { order } = await requireOwnOrder(args)
  const limit = await shop.limits.take('orderChange', order.id)
  if (!limit.ok)
    return refused(429, { title: 'One moment, please', text: tooManyWords(limit.retryAfterSeconds) })
  const chosen = typedIn(submittedFields(await readForm(args.request)), 'variant')
  if (!chosen) return refused(422, refusalWords.variant_missing)
  const variant = parseVariant(chosen)
  if (!variant) return refused(422, refusalWords.variant_gone)
  const settled = await transact(shop, (work) =>
    chooseOfferedVariant(work, args.context.get(sellablesContext), { orderId: order.id, variant }),
  )
  if (!settled.ok && settled.why === 'variant_gone') return refused(409, refusalWords.variant_gone)
  // The checkout says what became of an order that is over.
  return redirect(`/checkout/${order.id}`, 303)
}

function refused(status: 409 | 422 | 429, refusal: RefusalText) {
  return data({ refusal }, { status })
}

export default function Offer({ loaderData, actionData }: Route.ComponentProps) {
  // A mailed link is answered with a redirect and renders nothing.
  if (loaderData instanceof Response) return null
  const { plate, depositCents, variants, variant, until } = loaderData
  const refusal = actionData?.refusal
  return (
    <section className="section border-t-0" aria-labelledby="offer">
      <div className="wrap grid items-center gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <DataPlate {...plate} isEngraving />
        <div className="grid justify-items-start gap-4">
          <h1 className="h1" id="offer">
            Number {plate.unitNumber} is held for you
          </h1>
          <p className="lead">Choose its variant. The price you see here is the one you reserve it at.</p>
          {refusal && (
            <div role="alert">
              <RefusalNotice {...refusal} />
            </div>
          )}
          <Form className="grid w-[min(100%,420px)] gap-4" method="post">
            <VariantChoice variants={variants} chosen={chosenVariant(variants, variant)} />
            <Button variant="primary" block busyLabel="One moment...">
              Continue to Checkout
            </Button>
          </Form>
          <p className="text-sm text-muted">
            Held for you until {until}. You can choose again until you pay the deposit.
          </p>
          <Deposit cents={depositCents} />
        </div>
      </div>
    </section>
  )
}
