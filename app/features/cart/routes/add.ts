import { data, redirect } from 'react-router'
import { readForm } from '#app/http/read-form.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { privatePageHeaders } from '#app/http/private-page.server.ts'
import { addInput } from '../input.ts'
import { addQuantity, keyOf, mayAddToGroup, maxQuantityOf, type ShownCart } from '../rules.ts'
import { findCart, findGood } from '../store.server.ts'
import { notAddedWords } from '../words.ts'
import type { Route } from './+types/add'
import { cartHeader, readSettledCart, wantsPage } from './cart-cookie.server.ts'
import { findOpenGoods } from './open-goods.server.ts'

/** The response to a script: the cart with the added line, or why nothing was added. */
export type AddAnswer =
  | { cart: ShownCart; added: string; refusal?: never }
  | { refusal: string; cart?: never; added?: never }

export const headers = () => privatePageHeaders

/** Adding has no page. */
export function loader() {
  return redirect('/cart')
}

/** Adds a quantity to the cart, up to what is available. */
export async function action(args: Route.ActionArgs) {
  const { context, request } = args
  const shop = context.get(shopContext)
  const goods = await findOpenGoods(context)
  const form = parseForm(addInput, await readForm(request.clone()))
  const { cart: before, held } = await readSettledCart(args)
  const good = form.ok ? await findGood(shop.db, goods, form.value, held, shop.now()) : undefined
  if (!form.ok || !good) return refuse(request, 'not_sold', form.ok ? 409 : 422)
  const max = maxQuantityOf(good)
  if (max === 0) return refuse(request, 'gone')
  const kind = goods[form.value.kind]
  if (kind && !mayAddToGroup(before, form.value, kind, good.maxPerBuyer))
    return refuse(request, `max_${good.maxPerBuyer ?? 0}`)

  const cart = addQuantity(before, { ...form.value, priceWhenAddedCents: good.unitCents }, max)
  const key = keyOf(form.value)
  const had = before.lines.find((line) => keyOf(line) === key)?.quantity ?? 0
  const has = cart.lines.find((line) => keyOf(line) === key)?.quantity ?? 0
  if (has <= had) return refuse(request, has === 0 ? 'full' : 'all_of_it')
  const written = { ...privatePageHeaders, 'Set-Cookie': cartHeader(cart, shop) }
  if (wantsPage(request)) return redirect('/cart', { status: 303, headers: written })
  const shown = await findCart(shop.db, goods, cart, held, shop.now())
  return data<AddAnswer>({ cart: shown, added: key }, { headers: written })
}

/** Browsers without script are redirected to the cart, which says why. */
function refuse(request: Request, why: string, status = 409) {
  if (wantsPage(request))
    return redirect(`/cart?refused=${why}`, { status: 303, headers: privatePageHeaders })
  return data<AddAnswer>({ refusal: notAddedWords(why) ?? '' }, { status, headers: privatePageHeaders })
}
