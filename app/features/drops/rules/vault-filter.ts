import { type DropCategory, dropCategories, type DropStatus, dropStatuses } from '../rules.ts'

/** What the vault is asked for. `all` leaves a filter out; the search looks at name and tagline. */
export type VaultFilter = { search: string; category: DropCategory | 'all'; status: DropStatus | 'all' }

/** Shows the whole vault. */
export const noFilter: VaultFilter = { search: '', category: 'all', status: 'all' }

/** The drops that meet a filter, in the order they were given. Capital or small letters make no difference. */
export function filterDrops<
  D extends { name: string; tagline: string | null; category: DropCategory; status: DropStatus },
>(drops: readonly D[], { search, category, status }: VaultFilter): D[] {
  const needle = search.trim().toLowerCase()
  return drops.filter(
    (drop) =>
      (category === 'all' || drop.category === category) &&
      (status === 'all' || drop.status === status) &&
      `${drop.name}\n${drop.tagline ?? ''}`.toLowerCase().includes(needle),
  )
}

/** The vault's filter as its address states it. What is not understood filters nothing. */
export function parseVaultFilter(query: URLSearchParams): VaultFilter {
  const raw = { category: query.get('category'), status: query.get('status') }
  return {
    search: (query.get('q') ?? '').slice(0, 80),
    category: dropCategories.find((category) => category === raw.category) ?? noFilter.category,
    status: dropStatuses.find((status) => status === raw.status) ?? noFilter.status,
  }
}

/** The address query that states a filter; what filters nothing is left out. */
export function vaultQuery({ search, category, status }: VaultFilter): URLSearchParams {
  const raw = Object.entries({ q: search.trim() && search, category, status })
  return new URLSearchParams(raw.filter(([, value]) => value && value !== 'all'))
}
