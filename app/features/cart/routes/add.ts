import { redirect } from 'react-router'
import { readForm } from '#app/http/read-form.server.ts'
import { shopContext } from '#app/http/context.server.ts'
import { parseForm } from '#app/http/form.ts'
import { privatePageHeaders } from '#app/http/private-page.server.ts'
import { addInput } from '../input.ts'
import { addQuantity, keyOf, mayAddToGroup, maxQuantityOf } from '../rules.ts'
import { findGood } from '../store.server.ts'
import type { Route } from './+types/add'
import { cartHeader, readSettledCart } from './cart-cookie.server.ts'
import { findOpenGoods } from './open-goods.server.ts'

export const headers = () => privatePageHeaders

/** Adding has no page. */
export function loader() {
  return redirect('/cart')
}

/** Adds a quantity to the cart, up to what is available. The cart page says what was added, or why nothing was. */
export async function action(args: Route.ActionArgs) {
  const { context, request } = args
  const shop = context.get(shopContext)
  const goods = await findOpenGoods(context)
  const form = parseForm(addInput, await readForm(request.clone()))
  const { cart: before, held } = await readSettledCart(args)
  const good = form.ok ? await findGood(shop.db, goods, form.value, held, shop.now()) : undefined
  if (!form.ok || !good) return refuse('not_sold')
  const max = maxQuantityOf(good)
  if (max === 0) return refuse('gone')
  const kind = goods[form.value.kind]
  if (kind && !mayAddToGroup(before, form.value, kind, good.maxPerBuyer))
    return refuse(`max_${good.maxPerBuyer ?? 0}`)

  const cart = addQuantity(before, { ...form.value, priceWhenAddedCents: good.unitCents }, max)
  const key = keyOf(form.value)
  const had = before.lines.find((line) => keyOf(line) === key)?.quantity ?? 0
  const has = cart.lines.find((line) => keyOf(line) === key)?.quantity ?? 0
  if (has <= had) return refuse(has === 0 ? 'full' : 'all_of_it')
  const written = { ...privatePageHeaders, 'Set-Cookie': cartHeader(cart, shop) }
  return redirect(`/cart?${new URLSearchParams({ added: key })}`, { status: 303, headers: written })
}

function refuse(why: string) {
  return redirect(`/cart?refused=${why}`, { status: 303, headers: privatePageHeaders })
}
