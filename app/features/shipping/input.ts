import { z } from 'zod'
import { trackingInput } from '#app/features/orders/input.ts'
import { carriers, returnDecisions } from '#app/features/orders/parcels.ts'

const shippingVerbs = [
  'pack',
  'unpack',
  'send',
  'undo-send',
  'tracking',
  'delivered',
  'receive',
  'decide',
  'refund',
] as const
export type ShippingVerb = (typeof shippingVerbs)[number]

export const shippingInput = z.object({
  verb: z.enum(shippingVerbs),
  revision: z.coerce.number().int().nonnegative(),
  parcel: z.string().regex(/^[0-9A-Z]{10,20}$/),
  carrier: z.enum(carriers).default('other'),
  tracking: trackingInput,
  decision: z.enum(returnDecisions, 'Choose what you found').optional(),
  reason: z.string().trim().max(300, 'Keep the reason under 300 characters').default(''),
})
export type ShippingForm = z.infer<typeof shippingInput>

/** The quantities of a packing form, `quantity-<position>`; none where nothing was typed. */
export function quantitiesIn(form: FormData): { position: number; quantity: number }[] {
  return [...form].flatMap(([name, value]) => {
    const position = /^quantity-(\d{1,3})$/.exec(name)?.[1]
    const quantity = Number(value)
    return position && Number.isInteger(quantity) && quantity > 0
      ? [{ position: Number(position), quantity }]
      : []
  })
}

export const bulkInput = z.object({ verb: z.enum(['pack', 'send']) })
