import { z } from 'zod'
import { trackingInput } from '#app/features/orders/input.ts'
import { carriers } from '#app/features/orders/parcels.ts'

/** The fields of a shipment to a dealer. Both may be empty: only the move that hands it over needs them. */
export const shipmentFields = {
  carrier: z
    .union([z.enum(carriers), z.literal('').transform(() => undefined)], 'Choose the carrier')
    .optional(),
  tracking: trackingInput,
}
