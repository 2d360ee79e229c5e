import { z } from 'zod'
import { parseDollars } from './money.ts'

export const dollars = (message: string) =>
  z.string(message).transform((typed, context) => {
    const cents = parseDollars(typed)
    if (cents !== undefined) return cents
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

export const isTicked = z
  .string()
  .optional()
  .transform((value) => value === 'yes')
