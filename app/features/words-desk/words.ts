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
  '## Part {#anchor}, # Group, > term | value | remark, - point, | cell | cell |, [label](/page) on its own line. Every other line is a paragraph. Words in braces are tokens: the list below says which this page fills in.'

/** The tokens of a page, for whoever wrote another one. */
export function knownTokenWords(tokens: readonly string[]): string {
  if (tokens.length === 0) return 'This page fills in no tokens.'
  const plain = tokens.filter((token) => !token.includes(':'))
  const forms = plain.length < tokens.length ? claimFormWords : ''
  return `Known: ${plain.join(', ')}.${forms}`
}

const claimFormWords =
  ' Each is the figure; with :time before the last brace it is the figure through time, with :text the whole sentence.'
