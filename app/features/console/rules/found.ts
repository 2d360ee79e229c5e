import type { ShapeName, Tone } from '../components/shape.tsx'

export type FoundItem = {
  key: string
  shape: ShapeName
  tone?: Tone | undefined
  words: string
  detail?: string | undefined
  code?: string | undefined
  to: string
}

export type FoundGroup = { title: string; items: readonly FoundItem[] }

export const searchPath = '/staff/search'

/** What is found, as a part of that page and of the palette. */
export const foundPart = 'found'

export function markFound(text: string, typed: string): { text: string; isMarked: boolean }[] {
  const words = typed
    .split(/[^\p{L}\p{N}№#]+/u)
    .filter((word) => word !== '')
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (words.length === 0) return [{ text, isMarked: false }]
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})`, 'giu')
  const pieces: { text: string; isMarked: boolean }[] = []
  let at = 0
  for (const { index, 0: found } of text.matchAll(pattern)) {
    if (index > at) pieces.push({ text: text.slice(at, index), isMarked: false })
    pieces.push({ text: found, isMarked: true })
    at = index + found.length
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isMarked: false })
  return pieces
}
