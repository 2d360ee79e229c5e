import { z } from 'zod'
import { trackingInput } from '#app/features/orders/input.ts'
import { documentKinds } from '#app/features/orders/review.ts'
import { carriers } from '#app/features/orders/parcels.ts'

export const documentInput = z.object({ kind: z.enum(documentKinds, 'Choose what this file is') })

/** The fields of a shipment to a dealer. Both may be empty: only the move that hands it over needs them. */
export const shipmentFields = {
  carrier: z
    .union([z.enum(carriers), z.literal('').transform(() => undefined)], 'Choose the carrier')
    .optional(),
  tracking: trackingInput,
}
