import { z } from 'zod'

export const claimInput = z
  .object({
    key: z.string().regex(/^[a-z0-9]+(\.[a-z0-9]+)*$/, 'A key is lower-case words with dots between them.'),
    text: z
      .string()
      .trim()
      .min(1, 'State the claim in one sentence.')
      .max(600, 'Keep the claim under 600 characters.'),
    figure: z
      .string()
      .trim()
      .min(1, 'Give only the figure.')
      .max(200, 'Keep the figure under 200 characters.'),
    source: z.string().trim().min(1, 'State the source of the claim.'),
    reviewedOn: z.iso.date('Give the date of the check.'),
    effectiveFrom: z.iso.date('Give a date, or leave it open.').nullable(),
    effectiveTo: z.iso.date('Give a date, or leave it open.').nullable(),
    period: z.string().trim().max(120, 'Keep the period under 120 characters.'),
  })
  .refine((claim) => !claim.effectiveFrom || !claim.effectiveTo || claim.effectiveFrom <= claim.effectiveTo, {
    error: 'A claim cannot end before it begins.',
    path: ['effectiveTo'],
  })
  .refine(({ key, figure }) => key !== 'support.email' || z.email().safeParse(figure).success, {
    error: 'Give an address like desk@example.com: mail to the staff goes there.',
    path: ['figure'],
  })
export type ClaimInput = z.infer<typeof claimInput>
