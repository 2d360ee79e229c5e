import { dropNumberText } from '#app/art/drawing.ts'
import type { RunView } from './run-view.ts'
import { UnitStrokes } from './unit-strokes.tsx'

type Props = {
  runs: readonly RunView[]
  mine: { slug: string; number: number } | undefined
}

/** The whole registry in one row: every unit there is, oldest drop first. Decoration: the archive says it in figures. */
export function RegistryStrip({ runs, mine }: Props) {
  const oldestFirst = runs.toReversed()
  const total = runs.reduce((sum, { totalUnits }) => sum + totalUnits, 0)
  if (!total) return null
  return (
    <figure className="wrap reg-spine">
      <div className="reg-runs" aria-hidden>
        {oldestFirst.map((run) => (
          <div key={run.slug} data-theme={run.theme} style={{ flexGrow: run.totalUnits }}>
            <UnitStrokes run={run} mine={mine?.slug === run.slug ? mine.number : undefined} />
            <span>{dropNumberText(run.dropNumber)}</span>
          </div>
        ))}
      </div>
      <figcaption className="cap">
        Every unit in the registry, one line each: lit while open, dashed while held or still to come, quiet
        once taken. What a closed run left lit was never made.
      </figcaption>
    </figure>
  )
}
