import { DefinitionList } from '#app/ui/definition-list.tsx'
import { Section } from '#app/ui/section.tsx'
import type { Paging } from '#app/kit/paging.ts'
import { countOf } from '#app/kit/count.ts'
import { PageLinks } from '#app/ui/page-links.tsx'
import type { DropTotals } from '../../drops/store.server.ts'
import { durationWords, shareWords } from '../words.ts'
import { ArchiveTable } from './archive-table.tsx'
import { RunChart } from './run-chart.tsx'
import { SellOutChart } from './sell-out-chart.tsx'
import type { RunView } from './run-view.ts'

type Props = { runs: readonly RunView[]; totals: DropTotals; paging: Paging }

/** The registry's totals: four figures, two charts and a table. */
export function Archive({ runs, totals, paging }: Props) {
  const { drops, units, taken, upcoming, fastest } = totals
  if (!drops) return null
  const soldOut = runs.filter(({ sellOutDurationMs }) => sellOutDurationMs !== null)
  return (
    <Section title="The archive in figures" lead="Live numbers, counted from the units themselves.">
      <DefinitionList
        look="stats"
        items={[
          { term: 'Drops', value: drops },
          { term: 'Units', value: units, ...(upcoming && { note: `${upcoming} more to come` }) },
          { term: 'Taken', value: shareWords(taken, units), note: `${taken} of ${countOf(units, 'unit')}` },
          {
            term: 'Fastest sell-out',
            value: fastest ? durationWords(fastest.ms) : 'None yet',
            ...(fastest && { note: fastest.name }),
          },
        ]}
      />
      <RunChart runs={runs} />
      {soldOut.length > 0 && <SellOutChart runs={soldOut} />}
      <ArchiveTable runs={runs} />
      <PageLinks paging={paging} path="/vault" label="Runs" begin="runs" />
    </Section>
  )
}
