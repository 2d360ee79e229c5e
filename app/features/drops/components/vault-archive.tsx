import { useRef } from 'react'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PageLinks } from '#app/ui/page-links.tsx'
import { Ticks } from '#app/ui/ticks.tsx'
import { useNowUntil } from '#app/ui/use-now.ts'
import type { Paging } from '#app/kit/paging.ts'
import { countOf, formatCount } from '#app/kit/count.ts'
import { type VaultFilter, vaultPath, vaultQuery } from '../rules/vault-filter.ts'
import type { DropView } from '../routes/drop-view.server.ts'
import { dropWords } from '../words.ts'
import { DropCard } from './drop-card.tsx'
import { useStatusChange } from './use-status-change.ts'

type Props = Paging & {
  /** The drops of this page. */
  drops: readonly DropView[]
  /** How many there are without the filter. */
  total: number
  /** When the next status changes by the clock. */
  nextChangeAt: Date | null
  now: Date
  filter: VaultFilter
  /** Whether the drops of another filter are on their way. */
  isSearching: boolean
}

/** The drops of the archive that the filter leaves. */
export function VaultArchive({ drops, total, nextChangeAt, now, filter, isSearching, ...paging }: Props) {
  const countLine = useRef<HTMLParagraphElement>(null)
  useNowUntil(nextChangeAt ?? now, now, useStatusChange())
  return (
    <>
      <p
        ref={countLine}
        className="mt-4 mb-6 scroll-mt-6 text-sm text-muted outline-none"
        role="status"
        id="drops"
        tabIndex={-1}
      >
        {isSearching ? 'Searching…' : foundWords(paging.found, total)}
      </p>
      {drops.length ? (
        <div className="cards cards-3" aria-busy={isSearching || undefined}>
          {drops.map((drop, index) => (
            <DropCard key={drop.slug} drop={drop} isEarly={index < 3} />
          ))}
        </div>
      ) : (
        <EmptyState
          figure={<Ticks units={Array.from({ length: 40 }, () => 'taken' as const)} />}
          title={dropWords.noneFound.title}
          text={dropWords.noneFound.text}
          actions={
            <ButtonLink to={vaultPath} replace preventScrollReset onClick={() => countLine.current?.focus()}>
              Clear Filters
            </ButtonLink>
          }
        />
      )}
      <PageLinks paging={paging} path={vaultPath} filter={vaultQuery(filter)} label="Drops" begin="drops" />
    </>
  )
}

function foundWords(found: number, total: number) {
  return `${formatCount(found)} of ${countOf(total, 'drop')}`
}
