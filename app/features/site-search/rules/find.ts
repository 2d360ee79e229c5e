import MiniSearch, { type SearchResult } from 'minisearch'
import type { SearchEntry, SearchKind } from '#app/kit/search-entry.ts'
import { type Found, type FoundGroup, maxQueryLength } from '../rules.ts'

/** How many of a kind are listed before `more` is counted. */
const maxPerKind = 6

/** Entries that can be searched. */
export type SearchIndex = { entries: readonly SearchEntry[]; words: MiniSearch }

/** Makes entries searchable: a title says more of a thing than its line, and the line more than the rest. */
export function indexEntries(entries: readonly SearchEntry[]): SearchIndex {
  const words = new MiniSearch({
    fields: ['title', 'about', 'text'],
    processTerm: (term) => plain(term) || null,
    searchOptions: {
      boost: { title: 5, about: 2 },
      prefix: true,
    },
  })
  words.addAll(entries.map(({ title, about, text }, id) => ({ id, title, about, text })))
  return { entries, words }
}

/** A slip of the finger in a long word is forgiven; in a short one it is another word. */
const forgiving = { fuzzy: (term: string) => (term.length > 4 ? 0.2 : false) }

/**
 * What matches every word of a query, by kind; where nothing does, what nearly matches every word; and where nothing does, what
 * has any of them. The kind of the best match comes first. An empty query finds nothing. Where `only` names
 * a kind, all that was found of it, and nothing else.
 */
export function findEntries(
  { entries, words }: SearchIndex,
  query: string,
  only: SearchKind | null = null,
): FoundGroup[] {
  const typed = query.slice(0, maxQueryLength)
  const tries = [{ combineWith: 'AND' }, { combineWith: 'AND', ...forgiving }, forgiving] as const
  let results: SearchResult[] = []
  for (const options of tries) if (!results.length) results = words.search(typed, options)
  const groups = new Map<SearchKind, Found[]>()
  for (const { id, terms } of results) {
    const entry = entries[id as number]
    if (!entry) continue
    const { kind, title, about, path } = entry
    const group = groups.get(kind) ?? []
    groups.set(kind, [...group, { title, about, path, marks: marksIn(`${title} ${about}`, terms) }])
  }
  if (only)
    return [{ kind: only, found: groups.get(only) ?? [], more: 0 }].filter(({ found }) => found.length > 0)
  return Array.from(groups, ([kind, found]) => ({
    kind,
    found: found.slice(0, maxPerKind),
    more: Math.max(0, found.length - maxPerKind),
  }))
}

/** The words of a text whose plain form was matched, as written. */
function marksIn(text: string, terms: readonly string[]): string[] {
  const matched = new Set(terms)
  return [...new Set(text.split(/[\s\p{P}]+/u).filter((word) => matched.has(plain(word))))]
}

/** A word without case and accents. */
function plain(word: string): string {
  return word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
