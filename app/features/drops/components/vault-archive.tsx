import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PageLinks } from '#app/ui/page-links.tsx'
import { Ticks } from '#app/ui/ticks.tsx'
import type { Paging } from '#app/kit/paging.ts'
import { countOf, formatCount } from '#app/kit/count.ts'
import { type VaultFilter, vaultPath, vaultQuery } from '../rules/vault-filter.ts'
import type { DropView } from '../routes/drop-view.server.ts'
import { dropWords } from '../words.ts'
import { DropCard } from './drop-card.tsx'

type Props = Paging & {
  /** The drops of this page. */
  drops: readonly DropView[]
  /** How many there are without the filter. */
  total: number
  /** When the next status changes by the clock. */
  nextChangeAt: Date | null
  now: Date
  filter: VaultFilter
}

/** The drops of the archive that the filter leaves. */
export function VaultArchive({ drops, total, nextChangeAt, now, filter, ...paging }: Props) {
  return (
    <>
      {nextChangeAt && <i hidden data-until={nextChangeAt.toISOString()} data-now={now.toISOString()} />}
      <p
        className="mt-4 mb-6 scroll-mt-6 text-sm text-muted outline-none"
        role="status"
        id="drops"
        tabIndex={-1}
      >
        {foundWords(paging.found, total)}
      </p>
      {drops.length ? (
        <div className="cards cards-3">
          {drops.map((drop, index) => (
            <DropCard key={drop.slug} drop={drop} isEarly={index < 3} />
          ))}
        </div>
      ) : (
        <EmptyState
          figure={<Ticks units={Array.from({ length: 40 }, () => 'taken' as const)} />}
          title={dropWords.noneFound.title}
          text={dropWords.noneFound.text}
          actions={<ButtonLink to={`${vaultPath}#drops`}>Clear Filters</ButtonLink>}
        />
      )}
      <PageLinks paging={paging} path={vaultPath} filter={vaultQuery(filter)} label="Drops" begin="drops" />
    </>
  )
}

function foundWords(found: number, total: number) {
  return `${formatCount(found)} of ${countOf(total, 'drop')}`
}
