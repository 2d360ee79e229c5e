import { type DropCategory, dropCategories, type DropStatus, dropStatuses } from '../rules.ts'

export const vaultPath = '/drops/vault'

/** The vault's filter. `all` means no filter; the search covers name and tagline. */
export type VaultFilter = { search: string; category: DropCategory | 'all'; status: DropStatus | 'all' }

export const noFilter: VaultFilter = { search: '', category: 'all', status: 'all' }

/** Parses the vault's filter from its address. Unknown values are ignored. */
export function parseVaultFilter(query: URLSearchParams): VaultFilter {
  const raw = { category: query.get('category'), status: query.get('status') }
  return {
    search: (query.get('q') ?? '').slice(0, 80),
    category: dropCategories.find((category) => category === raw.category) ?? noFilter.category,
    status: dropStatuses.find((status) => status === raw.status) ?? noFilter.status,
  }
}

export function vaultQuery({ search, category, status }: VaultFilter): URLSearchParams {
  const raw = Object.entries({ q: search.trim() && search, category, status })
  return new URLSearchParams(raw.filter(([, value]) => value && value !== 'all'))
}
