import { data, Form, Link, redirect } from 'react-router'
import { z } from 'zod'
import { startKey as startKeyForm } from '#app/features/checkout/input.ts'
import { heldWords, holdLimitWords } from '#app/features/checkout/words.ts'
import { holdHeaders, listHeld, proofHeaders, proveHolder } from '#app/features/checkout/access.server.ts'
import { sellablesContext } from '#app/features/orders/store/lines.server.ts'
import { formatMoment } from '#app/features/orders/words.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { holdProofField } from '#app/http/hold-proof.ts'
import { privatePageHeaders } from '#app/http/private-page.server.ts'
import { heldProof } from '#app/http/proof-marks.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { refused } from '#app/http/refused.ts'
import { siteHeaders } from '#app/http/site-request.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { countOf } from '#app/kit/count.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { LinkedText } from '#app/ui/linked-text.tsx'
import { CartDrawer, CartRow } from './lines.tsx'
import type { ShownCart } from './rules.ts'
import { cartHeader, checkOut, findCart, findOpenGoods, readSettledCart } from './store.server.ts'
import { cartWords, checkoutRefusalWords, notAddedWords } from './words.ts'
import type { Route } from './+types/page'

const checkoutInput = z.object({ key: startKeyForm, subtotal: z.coerce.number().int().min(0) })

export async function loader(args: Route.LoaderArgs) {
  const shop = args.context.get(shopContext)
  const { cart, open, held, isChanged } = await readSettledCart(args)
  const shown = await findCart(shop.db, await findOpenGoods(args.context), cart, held, shop.now())
  const { searchParams } = new URL(args.request.url)
  return data(
    {
      cart: shown,
      openOrder: open?.id,
      added: searchParams.get('added') ?? '',
      notAdded: notAddedWords(searchParams.get('refused') ?? ''),
      held: (await listHeld(args))
        .filter(({ id }) => id !== open?.id)
        .map(({ id, what, until }) => ({ id, what, until: formatMoment(new Date(until), shop.timeZone) })),
      startKey: Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url'),
    },
    { headers: { ...privatePageHeaders, ...(isChanged && { 'Set-Cookie': cartHeader(cart, shop) }) } },
  )
}

export async function action(args: Route.ActionArgs) {
  const { context, request } = args
  const shop = context.get(shopContext)
  const sent = await readForm(request)
  const form = parseForm(checkoutInput, sent)
  if (!form.ok) return refused(checkoutRefusalWords.key_reused)
  const work = { what: 'cart', key: form.value.key, proof: sent.get(holdProofField) }
  const known = await proveHolder(args, work)

  const goods = await findOpenGoods(context)
  const { cart, open, held } = await readSettledCart(args)
  const shown = await findCart(shop.db, goods, cart, held, shop.now())
  // The displayed subtotal must still be right; otherwise the page shows the change first.
  if (shown.subtotalCents !== form.value.subtotal) return refused(checkoutRefusalWords.changed)
  const checkoutContext = { ctx: shop, sellables: context.get(sellablesContext), goods }
  const wantedOrder = { shown, open, key: form.value.key, holder: known?.holder }
  const started = await checkOut(checkoutContext, wantedOrder)
  if (!started.ok) {
    const limited = holdLimitWords(started)
    if (limited)
      return data({ refusal: limited.text }, { status: 409, headers: proofHeaders(started, work.what) })
    return refused(
      hasRefusalWords(started.why) ? checkoutRefusalWords[started.why] : checkoutRefusalWords.try_again,
    )
  }

  const headers = holdHeaders(shop, started, known)
  for (const [name, value] of Object.entries(privatePageHeaders)) headers.set(name, value)
  headers.append('Set-Cookie', cartHeader({ ...cart, orderId: started.orderId }, shop))
  // A parcel's total depends on its address, so a new checkout would lead there by itself, a round trip later.
  const asksAddress = shown.hasParcel && started.orderId !== open?.id
  return redirect(`/checkout/${started.orderId}${asksAddress ? '/details' : ''}`, { status: 303, headers })
}

function hasRefusalWords(why: string): why is keyof typeof checkoutRefusalWords {
  return Object.hasOwn(checkoutRefusalWords, why)
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  const wanted = actionHeaders.get(siteHeaders.needsProof)
  return { ...privatePageHeaders, ...(wanted && { [siteHeaders.needsProof]: wanted }) }
}

export function meta() {
  return [{ title: siteTitle(cartWords.title) }, { name: 'robots', content: 'noindex' }]
}

export default function CartRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { added, notAdded } = loaderData
  return (
    <>
      {(added || notAdded) && <CartDrawer {...loaderData} />}
      <CartPage {...loaderData} refusal={actionData?.refusal} />
    </>
  )
}

type Props = {
  cart: ShownCart
  openOrder: string | undefined
  startKey: string
  refusal: string | undefined
  notAdded: string | undefined
  held: readonly { id: string; what: string; until: string }[]
}

function CartPage({ cart, openOrder, startKey, refusal, notAdded, held }: Props) {
  return (
    <section className="section border-t-0" aria-labelledby="cart-title" data-part="cart">
      <div className="wrap">
        <h1 className="h1 mb-8 outline-none" id="cart-title" tabIndex={-1}>
          {cartWords.title}
        </h1>
        {notAdded && (
          <p role="status" className="mb-8 max-w-lead border-l-2 border-hold pl-3">
            {notAdded}
          </p>
        )}
        {held.length > 0 && <HeldList held={held} />}
        {cart.lines.length === 0 ? (
          <Empty />
        ) : (
          <div className="grid grid-cols-1 items-start gap-x-6 gap-y-12 lg:grid-cols-[minmax(0,8fr)_minmax(300px,4fr)]">
            <ul aria-label="Items in your cart">
              {cart.lines.map((line) => (
                <CartRow key={line.key} line={line} />
              ))}
            </ul>
            <Summary cart={cart} openOrder={openOrder} startKey={startKey} refusal={refusal} />
          </div>
        )}
      </div>
    </section>
  )
}

function HeldList({ held }: Pick<Props, 'held'>) {
  return (
    <section className="mb-8" aria-labelledby="held">
      <h2 className="h3 mb-3" id="held">
        {heldWords.title}
      </h2>
      <ul className="border-t border-hairline">
        {held.map(({ id, what, until }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-4 border-b border-hairline py-3"
          >
            <span>
              {what} <span className="text-sm text-muted">{heldWords.until(until)}</span>
            </span>
            <ButtonLink to={`/checkout/${id}`} size="sm">
              {heldWords.go}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Empty() {
  return (
    <EmptyState
      title={cartWords.empty}
      text={cartWords.emptyText}
      actions={
        <>
          <ButtonLink to="/accessories" variant="primary">
            Accessories
          </ButtonLink>
          <ButtonLink to="/drops">Current Drop</ButtonLink>
        </>
      }
    />
  )
}

function Summary({ cart, openOrder, startKey, refusal }: Omit<Props, 'held' | 'notAdded'>) {
  return (
    <aside
      className="panel p-panel grid gap-4 lg:sticky lg:top-[calc(var(--spacing-nav)+1.5rem)] [&_a]:underline [&_a]:underline-offset-4"
      aria-label="Summary"
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2" role="status">
        <span>
          {cartWords.subtotal}, {countOf(cart.quantity, 'item')}
        </span>
        <b className="font-display text-2xl leading-none font-book whitespace-nowrap">
          {formatCentsExact(cart.subtotalCents)}
        </b>
      </p>
      <p className="text-sm text-faint">{cartWords.later}</p>
      <div role="alert">
        {refusal && (
          <p className="field-error">
            <LinkedText text={refusal} />
          </p>
        )}
      </div>
      <Form method="post" action="/cart" {...heldProof('cart')}>
        <input type="hidden" name="key" value={startKey} />
        <input type="hidden" name="subtotal" value={cart.subtotalCents} />
        <Button variant="primary" block disabled={!cart.isReady} busyLabel={cartWords.starting}>
          {cartWords.checkOut}
        </Button>
      </Form>
      {!cart.isReady && <p className="text-sm text-muted">{cartWords.unsettled}</p>}
      {openOrder && (
        <p className="text-sm text-muted">
          You have an open checkout for this cart. <Link to={`/checkout/${openOrder}`}>Back to checkout</Link>
        </p>
      )}
      {cart.hasParcel && (
        <p className="border-t border-hairline pt-4 text-sm text-faint">{cartWords.shipping}</p>
      )}
    </aside>
  )
}
