import type { AccessoryFilter, Category } from './rules.ts'

const maxSearchLength = 80

/** Parses the filter of an address. An unknown category means all. */
export function parseAccessoryFilter(
  query: URLSearchParams,
  categories: readonly Pick<Category, 'slug'>[],
): AccessoryFilter {
  const requested = query.get('category')
  return {
    search: (query.get('q') ?? '').slice(0, maxSearchLength),
    category: categories.find(({ slug }) => slug === requested)?.slug ?? 'all',
  }
}

/** The query string of a filter, without empty parts. */
export function accessoryQuery({ search, category }: AccessoryFilter): URLSearchParams {
  return new URLSearchParams({
    ...(search.trim() && { q: search }),
    ...(category !== 'all' && { category }),
  })
}
