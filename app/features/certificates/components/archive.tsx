import { DefinitionList } from '#app/ui/definition-list.tsx'
import { Section } from '#app/ui/section.tsx'
import type { Figures } from '../rules.ts'
import { durationWords, shareWords } from '../words.ts'
import { ArchiveTable } from './archive-table.tsx'
import { RunChart } from './run-chart.tsx'
import { SellOutChart } from './sell-out-chart.tsx'
import type { ShownRun } from './shown-run.ts'

type Props = { runs: readonly ShownRun[]; figures: Figures }

/** What the registry adds up to: four figures, two charts, and the same as a table. */
export function Archive({ runs, figures }: Props) {
  const { drops, units, taken, toCome, fastestMs } = figures
  if (!drops) return null
  const soldOut = runs.filter(({ sellOutMs }) => sellOutMs !== null)
  return (
    <Section title="The archive in figures" lead="Counted from the units themselves, at this moment.">
      <DefinitionList
        look="stats"
        items={[
          { term: 'Drops', value: drops },
          { term: 'Units', value: units, ...(toCome && { note: `${toCome} more to come` }) },
          { term: 'Taken', value: shareWords(taken, units), note: `${taken} of ${units} units` },
          {
            term: 'Fastest sell-out',
            value: fastestMs === null ? 'None yet' : durationWords(fastestMs),
            ...(fastestMs !== null && { note: runs.find((run) => run.sellOutMs === fastestMs)?.name }),
          },
        ]}
      />
      <RunChart runs={runs} />
      {soldOut.length > 0 && <SellOutChart runs={soldOut} />}
      <ArchiveTable runs={runs} />
    </Section>
  )
}
