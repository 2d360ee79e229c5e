import type { TextKey } from '#app/features/texts/rules.ts'

/** Where the texts are. */
export const wordsPath = '/staff/words'

/** What each text is called on the desk. */
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
