import { z } from 'zod'
import { type AccessoryFilter, categories } from './rules.ts'

const longestSearch = 80

/** Reads the filter of an address. A category nobody knows is all of them. */
export function parseAccessoryFilter(query: URLSearchParams): AccessoryFilter {
  return {
    search: (query.get('q') ?? '').slice(0, longestSearch),
    category: z.enum(categories).safeParse(query.get('category')).data ?? 'all',
  }
}

/** The query that asks for a filter, without what asks for nothing. */
export function accessoryQuery({ search, category }: AccessoryFilter): URLSearchParams {
  return new URLSearchParams({
    ...(search.trim() && { q: search }),
    ...(category !== 'all' && { category }),
  })
}
