import { faqDocument } from '#app/features/pages/rules/faq.ts'
import { isPageText, pageDocuments, pageLacks } from '#app/features/pages/rules/page-texts.ts'
import { policyFactNames, policyVersions } from '#app/features/policies/rules.ts'
import { policyDocuments } from '#app/features/policies/rules/documents.ts'
import {
  formatBody,
  type TextDocument,
  type TextKey,
  textKeys,
  unknownTokens,
} from '#app/features/texts/rules.ts'

/** Where the texts are. */
export const wordsPath = '/staff/words'

/** The page that a text is on. */
export const publicPathOf = (key: TextKey) => (key === 'home' ? '/' : `/${key}`)

export function isTextKey(text: string | undefined): text is TextKey {
  return (textKeys as readonly string[]).includes(text ?? '')
}

/** The text that came with the program: the first version. */
export function programText(key: TextKey): TextDocument {
  if (isPageText(key)) return pageDocuments[key]
  return key === 'faq' ? faqDocument : policyDocuments[key]
}

/** The versions that came with the program, newest first. */
export function programVersions(key: TextKey): readonly { version: string; since: string }[] {
  return key === 'faq' || isPageText(key)
    ? [{ version: '2026-11', since: '2026-11-20' }]
    : policyVersions[key]
}

/** What holds a draft back from its page: what the page needs, and tokens that it does not fill in. */
export function gatesOf(key: TextKey, draft: TextDocument, tokens: readonly string[]): string[] {
  const unknown = unknownTokens(formatBody(draft), tokens)
  return [...lacksOf(key, draft), ...unknown.map(({ line, why }) => `Line ${line}: ${why}`)]
}

/** What the page of a text needs besides being readable: sentences for whoever publishes it. */
export function lacksOf(
  key: TextKey,
  { figures, sections }: Pick<TextDocument, 'figures' | 'sections'>,
): string[] {
  if (isPageText(key)) return pageLacks(key, { figures, sections })
  if (key === 'faq')
    return [
      ...(figures.length > 0 ? ['The FAQ has no figures.'] : []),
      ...(sections[0]?.level === 1 ? [] : ['Begin with a group: # and its words.']),
    ]
  return [
    ...(figures.length === 4 ? [] : ['A policy has four figures at its top.']),
    ...(sections.every(({ level }) => level === 2) ? [] : ['A policy has parts (##), no groups.']),
    ...(sections.some(({ id }) => id === 'request')
      ? ['The anchor request belongs to the form on the privacy page.']
      : []),
  ]
}

/** How a claim can be filled in: its figure, its figure through time, its sentence. */
const claimForms = ['', ':time', ':text']

/** Every token that the page of a text fills in: facts on policies, claims where sentences are cited, none elsewhere. */
export function tokensOf(key: TextKey, claimKeys: readonly string[]): string[] {
  if (key === 'services' || key === 'home') return []
  if (key === 'faq' || isPageText(key))
    return claimKeys.flatMap((claim) => claimForms.map((form) => `{${claim}${form}}`))
  return policyFactNames.map((name) => `{${name}}`)
}
