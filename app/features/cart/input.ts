import { z } from 'zod'
import { startKey } from '#app/features/checkout/input.ts'
import { sellableKinds } from '#app/features/orders/rules/goods.ts'
import { cartIdForm, isQuantity } from './rules.ts'

const item = { kind: z.enum(sellableKinds), id: z.string().regex(cartIdForm) }
const quantity = z.coerce.number().refine(isQuantity)

/** The form of "Add to Cart". A form without script sends the variant of an item beside its id. */
export const addInput = z
  .object({ ...item, quantity: quantity.default(1), variant: z.uuid().or(z.literal('')).default('') })
  .transform(({ variant, ...added }) => ({ ...added, id: variant ? `${added.id}_${variant}` : added.id }))

/** The form that sets a line's quantity. 0 removes it. */
export const quantityInput = z.object({ ...item, quantity: quantity.or(z.literal('0').transform(() => 0)) })

/** The checkout form: an idempotency key, and the displayed subtotal in US cents. */
export const checkoutInput = z.object({ key: startKey, subtotal: z.coerce.number().int().min(0) })
