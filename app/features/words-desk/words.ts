import type { TextKey } from '#app/features/texts/rules.ts'

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
  home: 'Home',
  about: 'About',
}

/** Why a verb was refused. */
export const refusalWords = {
  changed:
    'Somebody else saved this text while you wrote. Their words are below yours; save again to keep yours.',
  gone: 'The draft has been published or deleted.',
} as const

/** How a text is written. */
export const syntaxWords =
  '## Part {#anchor}, # Group, > term | value | remark, - point, | cell | cell |, [label](/page) on its own line. Every other line is a paragraph. {deposit}, {email}, {postal}, {hours} and {age} are filled in on policies, and claims such as {tax.sbr} in the FAQ.'
