import { data, redirect } from 'react-router'
import { readForm } from '#app/http/read-form.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { holdProofField } from '#app/http/hold-proof.ts'
import { parseForm } from '#app/http/form.ts'
import { refused } from '#app/http/refused.ts'
import { siteHeaders } from '#app/http/site-request.ts'
import { privatePageHeaders } from '#app/http/private-page.server.ts'
import { holdHeaders, listHeld, proofHeaders, proveHolder } from '#app/features/checkout/access.server.ts'
import { sellablesContext } from '#app/features/orders/store.server.ts'
import { formatMoment } from '#app/features/orders/words.ts'
import { holdLimitWords } from '#app/features/checkout/words.ts'
import { siteTitle } from '#app/kit/brand.ts'
import { CartDrawer } from '../components/cart-drawer.tsx'
import { CartPage } from '../components/cart-page.tsx'
import { checkOut } from '../flows.server.ts'
import { checkoutInput } from '../input.ts'
import { findCart } from '../store.server.ts'
import { cartWords, checkoutRefusalWords, notAddedWords } from '../words.ts'
import type { Route } from './+types/cart'
import { cartHeader, readSettledCart } from './cart-cookie.server.ts'
import { findOpenGoods } from './open-goods.server.ts'

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

/** Checks out: starts one order for the whole cart. */
export async function action(args: Route.ActionArgs) {
  const { context, request } = args
  const shop = context.get(shopContext)
  const sent = await readForm(request.clone())
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
