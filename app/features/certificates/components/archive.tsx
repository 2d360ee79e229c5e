import { DefinitionList } from '#app/ui/definition-list.tsx'
import { Section } from '#app/ui/section.tsx'
import type { RegistryTotals } from '../rules.ts'
import { durationWords, shareWords } from '../words.ts'
import { ArchiveTable } from './archive-table.tsx'
import { RunChart } from './run-chart.tsx'
import { SellOutChart } from './sell-out-chart.tsx'
import type { RunView } from './run-view.ts'

type Props = { runs: readonly RunView[]; totals: RegistryTotals }

/** The registry's totals: four figures, two charts and a table. */
export function Archive({ runs, totals }: Props) {
  const { drops, units, taken, upcoming, fastestMs } = totals
  if (!drops) return null
  const soldOut = runs.filter(({ sellOutDurationMs }) => sellOutDurationMs !== null)
  return (
    <Section title="The archive in figures" lead="Live numbers, counted from the units themselves.">
      <DefinitionList
        look="stats"
        items={[
          { term: 'Drops', value: drops },
          { term: 'Units', value: units, ...(upcoming && { note: `${upcoming} more to come` }) },
          { term: 'Taken', value: shareWords(taken, units), note: `${taken} of ${units} units` },
          {
            term: 'Fastest sell-out',
            value: fastestMs === null ? 'None yet' : durationWords(fastestMs),
            ...(fastestMs !== null && {
              note: runs.find((run) => run.sellOutDurationMs === fastestMs)?.name,
            }),
          },
        ]}
      />
      <RunChart runs={runs} />
      {soldOut.length > 0 && <SellOutChart runs={soldOut} />}
      <ArchiveTable runs={runs} />
    </Section>
  )
}
