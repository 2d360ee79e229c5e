import type { TextKey } from '#app/features/texts/rules.ts'

export const wordsPath = '/staff/words'

export const textTitles: Record<TextKey, string> = {
  faq: 'FAQ',
  terms: 'Terms',
  refunds: 'Refund policy',
  privacy: 'Privacy policy',
  accessibility: 'Accessibility statement',
  services: 'Services',
  learn: 'Learn',
  'process-guide': 'Process guide',
}
