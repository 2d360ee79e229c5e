import { z } from 'zod'
import { parseTopic } from '#app/features/subscriptions/rules.ts'
import { mayWriteTo, paragraphsOf } from '#app/features/subscriptions/rules/written.ts'
import { formKey } from '#app/kit/form-key.ts'
import { momentIn } from '#app/kit/zoned-time.ts'

const line = (name: string, max: number) =>
  z
    .string(`Write the ${name}`)
    .transform((text) => text.replaceAll(/\s+/g, ' ').trim())
    .pipe(z.string().min(1, `Write the ${name}`).max(max, `Keep the ${name} under ${max} characters`))

const topic = z.string('Choose a list').transform((text, ctx) => {
  const found = parseTopic(text)
  if (found && mayWriteTo(found)) return found
  ctx.addIssue({ code: 'custom', message: 'Choose a list' })
  return z.NEVER
})

/** What staff write. The button leads to a page of this shop. */
export const writingInput = z.object({
  topic,
  subject: line('subject', 120),
  body: z
    .string('Write the text')
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .pipe(z.string().max(8_000, 'Keep the text under 8,000 characters'))
    .refine((text) => paragraphsOf(text).length > 0, 'Write the text'),
  button: line('words of the button', 40),
  path: z
    .string('Where does the button lead?')
    .trim()
    .regex(/^\/(?:[\w.~-]+(?:\/[\w.~-]+)*)?(?:[?#][\w=&.~#-]*)?$/, 'Enter a page of this shop, like /drops')
    .max(200, 'Keep the address under 200 characters'),
})

/** What the form of a new announcement, or of a test, carries beside its fields. */
export const newInput = z.object({ key: formKey })

/** The revision that a form was made from. */
export const revisionInput = z.object({
  revision: z.coerce.number('Open the announcement again').int().min(1),
})

/** When it goes out: now, or at a time on the shop's clock. */
export function sendingInput(timeZone: string) {
  return z
    .object({
      revision: z.coerce.number().int().min(1),
      when: z.enum(['now', 'later'], 'Choose when it goes out'),
      at: z.string().optional(),
      confirm: z.literal('yes', 'Check the box: nothing takes a sent email back'),
    })
    .transform(({ when, at, revision }, ctx) => {
      if (when === 'now') return { revision, sendAt: 'now' as const }
      const sendAt = momentIn(timeZone, at ?? '')
      if (sendAt) return { revision, sendAt }
      ctx.addIssue({ code: 'custom', path: ['at'], message: 'Enter a day and a time' })
      return z.NEVER
    })
}

/** Taking an address off one list, or off all. */
export const removalInput = z.object({
  subscriber: z.uuid(),
  topic: z
    .string()
    .optional()
    .transform((text) => (text ? parseTopic(text) : undefined)),
  q: z.string().max(200).optional(),
})
