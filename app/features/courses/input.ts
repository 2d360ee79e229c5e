import { z } from 'zod'
import { startKey } from '#app/features/checkout/input.ts'
import { rosterMarks } from './rules/roster.ts'

/** The form of the second step: which session, and the key of this rendering, sent twice it holds one seat. */
export const schedulingInput = z.object({
  session: z.uuid({ error: 'Choose a date first.' }),
  key: startKey,
})

/** The form that moves a booked seat. */
export const moveInput = z.object({ session: z.uuid() })

/** One mark on the instructor's list: of which student, which mark, and whether it is set or taken back. */
export const rosterMarkInput = z.object({
  order: z.string().regex(/^[0-9A-Z]{6,20}$/),
  mark: z.enum(rosterMarks),
  to: z.enum(['set', 'unset']),
})
