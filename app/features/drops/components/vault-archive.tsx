import { useSearchParams } from 'react-router'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Ticks } from '#app/ui/ticks.tsx'
import { useNowUntil } from '#app/ui/use-now.ts'
import { filterDrops, parseVaultFilter, type VaultFilter, vaultQuery } from '../rules/vault-filter.ts'
import type { DropView } from '../routes/drop-view.server.ts'
import { dropWords } from '../words.ts'
import { DropCard } from './drop-card.tsx'
import { useStatusChange } from './use-status-change.ts'
import { VaultFilters } from './vault-filters.tsx'

type Props = {
  drops: readonly DropView[]
  /** When the next status changes by the clock. */
  nextChangeAt: Date | null
  now: Date
}

/** The archive with its filters, which are in the address so that a search can be shared. */
export function VaultArchive({ drops, nextChangeAt, now }: Props) {
  const [query, setQuery] = useSearchParams()
  const filter = parseVaultFilter(query)
  useNowUntil(nextChangeAt ?? now, now, useStatusChange())
  const found = filterDrops(
    drops.map((drop) => ({ ...drop, status: drop.live.status })),
    filter,
  )
  const apply = (changed: VaultFilter) =>
    setQuery(vaultQuery(changed), { replace: true, preventScrollReset: true })
  return (
    <>
      <VaultFilters filter={filter} onChange={apply} />
      <p className="mt-4 mb-6 text-sm text-muted" role="status">
        {found.length} of {drops.length} drops
      </p>
      {found.length ? (
        <div className="cards cards-3">
          {found.map((drop, index) => (
            <DropCard key={drop.slug} drop={drop} isEarly={index < 3} />
          ))}
        </div>
      ) : (
        <EmptyState
          figure={<Ticks units={Array.from({ length: 40 }, () => 'taken' as const)} />}
          title={dropWords.noneFound.title}
          text={dropWords.noneFound.text}
          actions={
            <ButtonLink to="/drops/vault" replace preventScrollReset>
              Clear Filters
            </ButtonLink>
          }
        />
      )}
    </>
  )
}
