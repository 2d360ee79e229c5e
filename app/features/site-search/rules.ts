import type { SearchEntry, SearchKind } from '#app/kit/search-entry.ts'

export const searchPath = '/search'
/** Words beyond these add nothing to a search, and cost time. */
export const maxQueryLength = 80

export type Found = Pick<SearchEntry, 'title' | 'about' | 'path'> & { marks: string[] }
export type FoundGroup = { kind: SearchKind; found: Found[]; more: number }

/** Where `isPartial`, nothing has every word. */
export type SearchAnswer = {
  query: string
  kind: SearchKind | null
  groups: FoundGroup[]
  isPartial: boolean
}

export function searchAddress(query: string, kind?: SearchKind): string {
  return `${searchPath}?${new URLSearchParams({ q: query, ...(kind && { kind }) })}`
}

export function countFound(groups: readonly FoundGroup[]): number {
  return groups.reduce((sum, { found, more }) => sum + found.length + more, 0)
}

export function markedPieces(text: string, marks: readonly string[]): { text: string; isMatch: boolean }[] {
  if (!marks.length) return [{ text, isMatch: false }]
  const escaped = marks.map((mark) => mark.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return text
    .split(new RegExp(`(${escaped.toSorted((one, other) => other.length - one.length).join('|')})`))
    .map((piece, index) => ({ text: piece, isMatch: index % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}
