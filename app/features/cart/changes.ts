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
  quantityOf,
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
  const change = Object.hasOwn(changes, args.params.change) && changes[args.params.change]
  if (!change) throw new Response(null, { status: 404 })
  return change(args)
}

const changes: Record<string, (args: Route.ActionArgs) => Promise<Response>> = {
  async lines(args) {
    const form = parseForm(addInput, await readForm(args.request))
    const { goods, cart: before, find, write } = await openCart(args)
    const good = form.ok ? await find(form.value) : undefined
    if (!form.ok || !good) return refuseToAdd('not_sold')
    const max = maxQuantityOf(good)
    if (max === 0) return refuseToAdd('gone')
    const kind = goods[form.value.kind]
    if (kind && !mayAddToGroup(before, form.value, kind, good.maxPerBuyer))
      return refuseToAdd(`max_${good.maxPerBuyer ?? 0}`)

    const cart = addQuantity(before, { ...form.value, priceWhenAddedCents: good.unitCents }, max)
    const has = quantityOf(cart, form.value)
    if (has <= quantityOf(before, form.value)) return refuseToAdd(has === 0 ? 'full' : 'all_of_it')
    return toCart(`?${new URLSearchParams({ added: keyOf(form.value) })}`, write(cart))
  },

  /** The visitor has seen the current price, so it becomes the price to compare with. */
  async quantities(args) {
    const form = parseForm(quantityInput, await readForm(args.request))
    const { cart, find, write } = await openCart(args)
    const line = form.ok && cart.lines.find((each) => keyOf(each) === keyOf(form.value))
    if (!form.ok || !line) return toCart()
    const good = await find(line)
    const changed = setQuantity(cart, {
      ...line,
      quantity: Math.min(form.value.quantity, good ? maxQuantityOf(good) : 0),
      priceWhenAddedCents: good?.unitCents ?? line.priceWhenAddedCents,
    })
    return toCart('', write(changed))
  },

  /** Called by the badge after a started checkout, because pages are the same for everyone. */
  async settlement(args) {
    const { cart, isChanged, write } = await openCart(args)
    return new Response(null, { status: 204, headers: isChanged ? { 'Set-Cookie': write(cart) } : {} })
  },
}

const refuseToAdd = (why: string) => toCart(`?refused=${why}`)

function toCart(query = '', cookie?: string) {
  return redirect(`/cart${query}`, { status: 303, headers: cookie ? { 'Set-Cookie': cookie } : {} })
}
