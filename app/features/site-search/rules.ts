import type { SearchEntry, SearchKind } from '#app/kit/search-entry.ts'

/** The page of the search. */
export const searchPath = '/search'
/** Words beyond these add nothing to a search, and cost time. */
export const maxQueryLength = 80

/** Something found. `marks` are the words of its title and line that matched, as they are written there. */
export type Found = Pick<SearchEntry, 'title' | 'about' | 'path'> & { marks: string[] }
/** What was found of one kind, best first, and how many more there are. */
export type FoundGroup = { kind: SearchKind; found: Found[]; more: number }

/**
 * What a search answers. The query is as it was understood: trimmed, and not too long. With a kind, only that kind, and all of it. Where
 * `isPartial`, nothing has every word.
 */
export type SearchAnswer = {
  query: string
  kind: SearchKind | null
  groups: FoundGroup[]
  isPartial: boolean
}

/** The page that lists what a query finds; with a kind, all of that kind. */
export function searchAddress(query: string, kind?: SearchKind): string {
  return `${searchPath}?${new URLSearchParams({ q: query, ...(kind && { kind }) })}`
}

/** How many things were found in all. */
export function countFound(groups: readonly FoundGroup[]): number {
  return groups.reduce((sum, { found, more }) => sum + found.length + more, 0)
}

/** Cuts a text into pieces, those that match and those between. */
export function markedPieces(text: string, marks: readonly string[]): { text: string; isMatch: boolean }[] {
  if (!marks.length) return [{ text, isMatch: false }]
  const escaped = marks.map((mark) => mark.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return text
    .split(new RegExp(`(${escaped.toSorted((one, other) => other.length - one.length).join('|')})`))
    .map((piece, index) => ({ text: piece, isMatch: index % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}
