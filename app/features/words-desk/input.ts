import { z } from 'zod'
import { oneLine } from '#app/kit/typed-text.ts'
import { parseBody, type TextDocument, type TextFault, unknownTokens } from '#app/features/texts/rules.ts'
import { knownTokenWords } from './words.ts'

const line = (min: number, max: number, name: string) =>
  z
    .string()
    .overwrite(oneLine)
    .min(min, `Write ${name}.`)
    .max(max, `Keep it under ${max} characters.`)
    .regex(/^(?!.*\{[^{}]*\})/, 'Tokens in braces are filled in only in the parts.')

/** A text as its form sends it, on a page that fills in these tokens. Faults name their line. */
export const textInput = (tokens: readonly string[]) =>
  z
    .object({
      revision: z.coerce.number().int().min(0),
      title: line(1, 120, 'a title'),
      lead: line(1, 600, 'a lead'),
      description: line(1, 300, 'what search engines show'),
      body: z.string().max(120_000, 'Keep it under 120,000 characters.'),
    })
    .transform(({ revision, body, ...head }, context): { revision: number; document: TextDocument } => {
      const parsed = parseBody(body)
      const unknown = unknownTokens(body, tokens)
      if (parsed.ok && unknown.length === 0) return { revision, document: { ...head, ...parsed.body } }
      const message = [
        faultWords([...(parsed.ok ? [] : parsed.faults), ...unknown]),
        ...(unknown.length > 0 ? [knownTokenWords(tokens)] : []),
      ].join(' ')
      context.issues.push({ code: 'custom', path: ['body'], message, input: body })
      return z.NEVER
    })

/** What a verb on a draft carries: the revision that was seen. */
export const draftInput = z.object({ revision: z.coerce.number().int().min(0) })

/** What is wrong in a body, as one message: the first faults, each with its line. */
function faultWords(faults: readonly TextFault[]): string {
  return faults
    .slice(0, 5)
    .map(({ line: at, why }) => `Line ${at}: ${why}`)
    .join(' ')
}
