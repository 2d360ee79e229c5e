import { redirect } from 'react-router'
import { z } from 'zod'
import { sellableKinds } from '#app/features/orders/goods.ts'
import { parseForm, readForm } from '#app/http/form.ts'
import {
  addQuantity,
  cartIdForm,
  isQuantity,
  keyOf,
  maxQuantityOf,
  mayAddToGroup,
  setQuantity,
} from './rules.ts'
import { openCart } from './store.server.ts'
import type { Route } from './+types/changes'

const item = { kind: z.enum(sellableKinds), id: z.string().regex(cartIdForm) }
const quantity = z.coerce.number().refine(isQuantity)

/** The form of "Add to Cart". A form without script sends the variant of an item beside its id. */
const addInput = z
  .object({ ...item, quantity: quantity.default(1), variant: z.uuid().or(z.literal('')).default('') })
  .transform(({ variant, ...added }) => ({ ...added, id: variant ? `${added.id}_${variant}` : added.id }))

const quantityInput = z.object({ ...item, quantity: quantity.or(z.literal('0').transform(() => 0)) })

export function loader() {
  return redirect('/cart')
}

export async function action(args: Route.ActionArgs) {
  switch (args.params.change) {
    case 'lines':
      return add(args)
    case 'quantities':
      return change(args)
    case 'settlement':
      return settle(args)
    default:
      throw new Response(null, { status: 404 })
  }
}

async function add(args: Route.ActionArgs) {
  const form = parseForm(addInput, await readForm(args.request))
  const { goods, cart: before, find, write } = await openCart(args)
  const good = form.ok ? await find(form.value) : undefined
  if (!form.ok || !good) return toRefusal('not_sold')
  const max = maxQuantityOf(good)
  if (max === 0) return toRefusal('gone')
  const kind = goods[form.value.kind]
  if (kind && !mayAddToGroup(before, form.value, kind, good.maxPerBuyer))
    return toRefusal(`max_${good.maxPerBuyer ?? 0}`)

  const cart = addQuantity(before, { ...form.value, priceWhenAddedCents: good.unitCents }, max)
  const key = keyOf(form.value)
  const had = before.lines.find((line) => keyOf(line) === key)?.quantity ?? 0
  const has = cart.lines.find((line) => keyOf(line) === key)?.quantity ?? 0
  if (has <= had) return toRefusal(has === 0 ? 'full' : 'all_of_it')
  const headers = { 'Set-Cookie': write(cart) }
  return redirect(`/cart?${new URLSearchParams({ added: key })}`, { status: 303, headers })
}

function toRefusal(why: string) {
  return redirect(`/cart?refused=${why}`, 303)
}

/** The visitor has seen the current price, so it becomes the price to compare with. */
async function change(args: Route.ActionArgs) {
  const form = parseForm(quantityInput, await readForm(args.request))
  const { cart, find, write } = await openCart(args)
  const line = form.ok && cart.lines.find((each) => keyOf(each) === keyOf(form.value))
  if (!form.ok || !line) return redirect('/cart', 303)
  const good = await find(line)
  const changed = setQuantity(cart, {
    ...line,
    quantity: Math.min(form.value.quantity, good ? maxQuantityOf(good) : 0),
    priceWhenAddedCents: good?.unitCents ?? line.priceWhenAddedCents,
  })
  return redirect('/cart', { status: 303, headers: { 'Set-Cookie': write(changed) } })
}

/** Called by the badge after a started checkout, because pages are the same for everyone. */
async function settle(args: Route.ActionArgs) {
  const { cart, isChanged, write } = await openCart(args)
  return new Response(null, { status: 204, headers: isChanged ? { 'Set-Cookie': write(cart) } : {} })
}
