import { countOf } from '#app/kit/count.ts'
import type { SearchKind } from '#app/kit/search-entry.ts'

export const kindTitles: Record<SearchKind, string> = {
  drop: 'Drops',
  release: 'Small batch',
  platform: 'Platforms',
  part: 'Parts',
  accessory: 'Accessories',
  class: 'Classes',
  trust: 'Trust pack',
  service: 'Services',
  question: 'Questions',
  guide: 'Guides',
  policy: 'Policies',
  page: 'Pages',
}

export const searchWords = {
  title: 'Search',
  open: 'Search the site',
  label: 'What are you looking for?',
  placeholder: 'Drops, parts, classes, questions',
  lead: 'Drops, platforms and parts, accessories, classes, questions, guides and policies.',
  button: 'Search',
  nothing: (query: string) => `Nothing here matches “${query}”.`,
  advice: 'Try fewer or other words, or ask us.',
  partial: (query: string) => `Nothing has every word of “${query}”. These have some of them.`,
  found: (count: number) => countOf(count, 'result'),
  more: (count: number, kind: SearchKind) => `Show ${count} more in ${kindTitles[kind]}`,
  allKinds: (query: string) => `All results for “${query}”`,
}

export function isSearchKind(text: string | null): text is SearchKind {
  return text !== null && Object.hasOwn(kindTitles, text)
}
