import { redirect } from 'react-router'
import { readForm } from '#app/http/read-form.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { privatePageHeaders } from '#app/http/private-page.server.ts'
import { quantityInput } from '../input.ts'
import { keyOf, maxQuantityOf, setQuantity } from '../rules.ts'
import { findGood } from '../store.server.ts'
import type { Route } from './+types/quantity'
import { cartHeader, readSettledCart } from './cart-cookie.server.ts'
import { findOpenGoods } from './open-goods.server.ts'

export const headers = () => privatePageHeaders

/** Changing a quantity has no page. */
export function loader() {
  return redirect('/cart')
}

/**
 * Sets a line's quantity, up to what is available; 0 removes it. The visitor has seen the current price, so it
 * becomes the price to compare with.
 */
export async function action(args: Route.ActionArgs) {
  const { context, request } = args
  const shop = context.get(shopContext)
  const form = parseForm(quantityInput, await readForm(request.clone()))
  const { cart, held } = await readSettledCart(args)
  const line = form.ok && cart.lines.find((each) => keyOf(each) === keyOf(form.value))
  if (!form.ok || !line) return toCart(privatePageHeaders)
  const good = await findGood(shop.db, await findOpenGoods(context), line, held, shop.now())
  const quantity = Math.min(form.value.quantity, good ? maxQuantityOf(good) : 0)
  const changed = setQuantity(cart, {
    ...line,
    quantity,
    priceWhenAddedCents: good?.unitCents ?? line.priceWhenAddedCents,
  })
  return toCart({ ...privatePageHeaders, 'Set-Cookie': cartHeader(changed, shop) })
}

function toCart(headers: Record<string, string>) {
  return redirect('/cart', { status: 303, headers })
}
