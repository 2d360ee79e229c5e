import { z } from 'zod'
import { emailAddress } from '#app/kit/fields.ts'
import { oneLine } from '#app/kit/text.ts'

const trimmed = z.string().overwrite(oneLine)

export const listedInput = z.object({
  listed: z.string().regex(/^[\w-]{22}$/, 'Choose a dealer from the list'),
})

export const askInput = z.object({ dealerEmail: emailAddress({ missing: 'Enter the dealer’s email' }) })

const feeWords = 'Enter the fee in dollars, like 25 or 25.50'

const dollars = trimmed.max(20, feeWords).transform((typed, context) => {
  const plain = typed.replace(/^\$\s*/, '').replace(/\s*(usd|dollars?)$/i, '')
  const cents = /^\d{1,3}(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : undefined
  if (cents !== undefined) return cents
  context.addIssue({ code: 'custom', message: feeWords })
  return z.NEVER
})

const reason = trimmed
  .max(500, 'Keep this under 500 characters')
  .optional()
  .transform((typed) => typed || null)

export const answerInput = answerWith('Enter your name')

export const calledInput = answerWith('Enter who you spoke to')

function answerWith(nameWords: string) {
  const answeredBy = trimmed.min(2, nameWords).max(120, 'Keep the name under 120 characters')
  const accept = z.object({
    answer: z.literal('accept'),
    answeredBy,
    fee: dollars,
    hours: trimmed.min(3, 'Say when you are open').max(300, 'Keep this under 300 characters'),
    nfa: z.literal('yes').optional(),
  })
  const decline = z.object({ answer: z.literal('decline'), answeredBy, reason })
  return z.discriminatedUnion(
    'answer',
    [
      accept.transform(({ fee: feeCents, nfa, ...said }) => {
        return { ...said, feeCents, saysNfa: nfa === 'yes', reason: null }
      }),
      decline.transform((said) => ({ ...said, feeCents: null, hours: null, saysNfa: null })),
    ],
    'Choose yes or no',
  )
}
export type AnswerInput = z.infer<typeof answerInput>
