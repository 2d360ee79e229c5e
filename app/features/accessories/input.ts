import { type AccessoryFilter, categories } from './rules.ts'

const maxSearchLength = 80

/**
 * Reads the filter of an address. A category nobody knows is all of them. The browser reads it too: a schema would bring
 * 23 kB of script along.
 */
export function parseAccessoryFilter(query: URLSearchParams): AccessoryFilter {
  const requested = query.get('category')
  return {
    search: (query.get('q') ?? '').slice(0, maxSearchLength),
    category: categories.find((category) => category === requested) ?? 'all',
  }
}

/** The query that asks for a filter, without what asks for nothing. */
export function accessoryQuery({ search, category }: AccessoryFilter): URLSearchParams {
  return new URLSearchParams({
    ...(search.trim() && { q: search }),
    ...(category !== 'all' && { category }),
  })
}
