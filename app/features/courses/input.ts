import { z } from 'zod'
import { startKey } from '#app/features/checkout/input.ts'

/** The form of step two: the session, and the idempotency key of this rendering. */
export const schedulingInput = z.object({
  session: z.uuid({ error: 'Choose a date first.' }),
  key: startKey,
})

/** The form that moves a booked seat. */
export const moveInput = z.object({ session: z.uuid() })
