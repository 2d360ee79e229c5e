import { z } from 'zod'
import { startKey } from '#app/features/checkout/input.ts'
import { sellableKinds } from '#app/features/orders/sellable.ts'
import { isQuantity } from './rules.ts'

const item = { kind: z.enum(sellableKinds), id: z.string().regex(/^[\w-]{1,64}$/) }
const quantity = z.coerce.number().refine(isQuantity)

/** The form of "Add to Cart". */
export const addInput = z.object({ ...item, quantity: quantity.default(1) })

/** The form that sets a line's quantity. 0 removes it. */
export const quantityInput = z.object({ ...item, quantity: quantity.or(z.literal('0').transform(() => 0)) })

/** The checkout form: an idempotency key, and the displayed subtotal in US cents. */
export const checkoutInput = z.object({ key: startKey, subtotal: z.coerce.number().int().min(0) })
