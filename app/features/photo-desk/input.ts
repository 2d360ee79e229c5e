import { z } from 'zod'
import { maxAlt } from '#app/features/photos/rules.ts'
import { parseSubject } from './rules.ts'

/** The description of a photograph. Required: not everybody sees it. */
const alt = z
  .string('Say what the photograph shows.')
  .trim()
  .min(1, 'Say what the photograph shows, for those who do not see it.')
  .max(maxAlt, `At most ${maxAlt} characters.`)

const hash = z.string().regex(/^[0-9a-f]{32}$/, 'Choose a photograph.')
const subject = z.string().transform((value, context) => {
  const parsed = parseSubject(value)
  if (parsed) return parsed
  context.issues.push({ code: 'custom', message: 'Choose what it is attached to.', input: value })
  return z.NEVER
})
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([z.literal('').transform(() => undefined), schema]).optional()

export const uploadInput = z.object({ alt, subject: optional(subject), replaces: optional(hash) })

const percent = z.coerce
  .number('Enter a whole number from 0 to 100.')
  .int('Enter a whole number from 0 to 100.')
  .min(0, 'At least 0.')
  .max(100, 'At most 100.')

export const photoInput = z.object({
  alt,
  x: percent,
  y: percent,
  revision: z.coerce.number().int().min(0),
})

export const useVerbs = ['attach', 'detach', 'earlier', 'later', 'cover', 'gallery'] as const

export const useInput = z.object({
  verb: z.enum(useVerbs, 'Choose what to do.'),
  subject,
  photo: hash,
  next: z.string().optional(),
})
