import MiniSearch from 'minisearch'
import type { SearchEntry, SearchKind } from '#app/kit/search-entry.ts'

/** Words beyond these add nothing to a search, and cost time. */
export const maxQueryLength = 80
const maxPerKind = 20

export type FoundGroup = { kind: SearchKind; found: SearchEntry[] }

export type SearchIndex = { entries: readonly SearchEntry[]; words: MiniSearch }

export function indexEntries(entries: readonly SearchEntry[]): SearchIndex {
  const words = new MiniSearch({
    fields: ['title', 'about', 'text'],
    tokenize: wordsOf,
    processTerm: termsOf,
    searchOptions: {
      boost: { title: 5, about: 2 },
      tokenize: (query) => plainUnits(query).split(betweenWords),
      processTerm: (term) => singular(plain(term)) || null,
      // One letter begins a good part of all words: it has to be one.
      prefix: (term) => term.length > 1,
    },
  })
  words.addAll(entries.map(({ title, about, text }, id) => ({ id, title, about, text })))
  return { entries, words }
}

/** A slip of the finger in a long word is forgiven; in a short one it is another word. */
const forgiving = { fuzzy: (term: string) => (term.length > 4 ? 0.2 : false) }

/** What matches every word; else what nearly does; else what has any of them: then it is partial. The kind of the best match comes first. */
export function findEntries(
  { entries, words }: SearchIndex,
  query: string,
): { groups: FoundGroup[]; isPartial: boolean } {
  const typed = query.slice(0, maxQueryLength)
  let results = words.search(typed, { combineWith: 'AND' })
  if (results.length === 0) results = words.search(typed, { combineWith: 'AND', ...forgiving })
  const isPartial = results.length === 0
  if (isPartial) results = words.search(typed, forgiving)
  const found = results.flatMap(({ id }) => entries[id as number] ?? [])
  const groups = Array.from(
    Map.groupBy(found, ({ kind }) => kind),
    ([kind, each]) => ({
      kind,
      found: each.slice(0, maxPerKind),
    }),
  )
  return { groups, isPartial }
}

const betweenWords = /[\s\p{P}\p{S}]+/u

/** The words of a text. One that is written with a hyphen or a space before its number is also one word: `AR-15`, `Form 4`. */
function wordsOf(text: string): string[] {
  const plainText = plainUnits(text)
  const joined = Array.from(
    plainText.matchAll(/(?<![\p{L}\p{N}])\p{L}[\p{L}.]{0,5}[- ]\d{1,3}(?![\p{L}\p{N}])/gu),
    ([word]) => word.replaceAll(/[^\p{L}\p{N}]/gu, ''),
  )
  const hyphened = Array.from(plainText.matchAll(/\p{L}+(?:-\p{L}+)+/gu), ([word]) =>
    word.replaceAll('-', ''),
  )
  return [...plainText.split(betweenWords), ...joined, ...hyphened]
}

/** Measures in one spelling: `10.3"`, `10.3-inch` and `10.3 in` are 10.3 inch, `9 mm` is 9mm, `30rd` is 30 round. */
function plainUnits(text: string): string {
  return text
    .replaceAll(/(\d)(?:\s*["″”]|[\s-]*in(?:ch(?:es)?)?\b\.?)/giu, '$1 inch')
    .replaceAll(/(\d)[\s-]*mm\b/giu, '$1mm')
    .replaceAll(/(\d)[\s-]*(?:rds?|rounds?)\b/giu, '$1 round')
}

function termsOf(word: string): string[] {
  const term = plain(word)
  return term === '' ? [] : [term, ...(synonyms[singular(term)] ?? [])]
}

function singular(term: string): string {
  return term.length > 3 ? term.replace(/s$/, '') : term
}

const synonyms: Record<string, readonly string[]> = {
  suppressor: ['silencer', 'can'],
  dealer: ['ffl', 'licensee'],
  licensee: ['ffl', 'dealer'],
  magazine: ['mag', 'clip'],
  optic: ['scope', 'sight', 'reflex'],
  handguard: ['forend', 'rail'],
  stock: ['buttstock'],
  receiver: ['frame'],
  muzzle: ['brake', 'compensator', 'comp'],
  short: ['sbr'],
  sbr: ['short'],
  concealed: ['ccw'],
  ccw: ['concealed'],
  refund: ['return', 'cancel', 'cancellation'],
  shipping: ['delivery', 'postage'],
  clas: ['course', 'training', 'lesson'],
  course: ['class', 'training', 'lesson'],
  pistol: ['handgun'],
  handgun: ['pistol'],
  patch: ['badge'],
  gunsmithing: ['gunsmith'],
  tax: ['stamp'],
}

function plain(word: string): string {
  return word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
