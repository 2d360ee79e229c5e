import { z } from 'zod'
import { startKey } from '../orders/input.ts'
import { dropCategories, dropStatuses, noFilter, type VaultFilter } from './rules.ts'

const unitNumber = z.coerce.number().int().min(1).max(200)

/** The form that starts a reservation. An empty number takes the next open one. */
export const reserveInput = z.object({
  number: z
    .literal('')
    .transform(() => null)
    .or(unitNumber),
  key: startKey,
})

/** The number named in a page's address; `null` when there is none that could be meant. */
export function parseNumber(written: string | null): number | null {
  const parsed = unitNumber.safeParse(written || undefined)
  return parsed.success ? parsed.data : null
}

const filterInput = z.object({
  search: z.string().max(80).catch(noFilter.search),
  category: z.enum(dropCategories).or(z.literal('all')).catch(noFilter.category),
  status: z.enum(dropStatuses).or(z.literal('all')).catch(noFilter.status),
})

/** The vault's filter as its address states it. What is not understood filters nothing. */
export function parseVaultFilter(query: URLSearchParams): VaultFilter {
  return filterInput.parse({
    search: query.get('q') ?? '',
    category: query.get('category'),
    status: query.get('status'),
  })
}

/** The address query that states a filter; what filters nothing is left out. */
export function vaultQuery({ search, category, status }: VaultFilter): URLSearchParams {
  const stated = Object.entries({ q: search.trim() && search, category, status })
  return new URLSearchParams(stated.filter(([, value]) => value && value !== 'all'))
}
