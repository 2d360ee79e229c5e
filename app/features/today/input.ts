import { z } from 'zod'

/** A press on an item of the day's list. */
export const markInput = z.object({
  key: z.string('Choose an item').min(1).max(300),
  mark: z.enum(['take', 'leave', 'snooze', 'wake', 'done'], 'Choose what to do'),
})
