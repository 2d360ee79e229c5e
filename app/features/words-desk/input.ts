import { z } from 'zod'
import { oneLine } from '#app/kit/typed-text.ts'
import { parseBody, type TextDocument } from '#app/features/texts/rules.ts'

const line = (min: number, max: number, name: string) =>
  z.string().overwrite(oneLine).min(min, `Write ${name}.`).max(max, `Keep it under ${max} characters.`)

/** A text as its form sends it. Faults name their line. */
export const textInput = z
  .object({
    revision: z.coerce.number().int().min(0),
    title: line(1, 120, 'a title'),
    lead: line(1, 600, 'a lead'),
    description: line(1, 300, 'what search engines show'),
    body: z.string().max(120_000, 'Keep it under 120,000 characters.'),
  })
  .transform(({ revision, body, ...head }, context): { revision: number; document: TextDocument } => {
    const parsed = parseBody(body)
    if (parsed.ok) return { revision, document: { ...head, ...parsed.body } }
    const message = parsed.faults
      .slice(0, 5)
      .map(({ line: at, why }) => `Line ${at}: ${why}`)
      .join(' ')
    context.issues.push({ code: 'custom', path: ['body'], message, input: body })
    return z.NEVER
  })

/** What a verb on a draft carries: the revision that was seen. */
export const draftInput = z.object({ revision: z.coerce.number().int().min(0) })
