import { z } from 'zod'
import { startKey } from '#app/features/checkout/input.ts'
import { rosterMarks } from './rules/roster.ts'

/** The form of step two: the session, and the idempotency key of this rendering. */
export const schedulingInput = z.object({
  session: z.uuid({ error: 'Choose a date first.' }),
  key: startKey,
})

/** The form that moves a booked seat. */
export const moveInput = z.object({ session: z.uuid() })

/** Sets or unsets one mark of one student. */
export const rosterMarkInput = z.object({
  order: z.string().regex(/^[0-9A-Z]{6,20}$/),
  mark: z.enum(rosterMarks),
  to: z.enum(['set', 'unset']),
})
