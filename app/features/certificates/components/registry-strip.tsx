import { dropNumberText } from '#app/art/drawing.ts'
import type { RunView } from './run-view.ts'
import { UnitStrokes } from './unit-strokes.tsx'

type Props = {
  /** The runs of this page, newest first. */
  runs: readonly RunView[]
  /** Whether there are no others. */
  isAll: boolean
  mine: { slug: string; number: number } | undefined
}

/** More runs than this are no lines any more but gray. */
const maxRuns = 13

/** Every unit in one row, oldest drop first. Decorative: the archive has the figures. */
export function RegistryStrip({ runs, isAll, mine }: Props) {
  const oldestFirst = runs.slice(0, maxRuns).toReversed()
  const total = oldestFirst.reduce((sum, { totalUnits }) => sum + totalUnits, 0)
  if (!total) return null
  return (
    <figure className="wrap mt-10 lg:mt-12">
      <div className="flex gap-1.5 sm:gap-3 lg:gap-5" aria-hidden>
        {oldestFirst.map((run) => (
          <div
            key={run.slug}
            className="min-w-0 basis-0 bg-transparent"
            data-theme={run.theme}
            style={{ flexGrow: run.totalUnits }}
          >
            <UnitStrokes
              className="h-20 lg:h-32"
              run={run}
              mine={mine?.slug === run.slug ? mine.number : undefined}
            />
            <span className="mt-2 block border-t border-control pt-1.5 font-display text-xs leading-none tracking-wider text-muted">
              {dropNumberText(run.dropNumber)}
            </span>
          </div>
        ))}
      </div>
      <figcaption className="mt-4 text-sm text-faint">
        {isAll && runs.length <= maxRuns
          ? 'Every unit in the registry'
          : `Every unit of the ${oldestFirst.length} newest runs on this page`}
        , one line each: lit while open, dashed while held or still to come, quiet once taken. What a closed
        run left lit was never made.
      </figcaption>
    </figure>
  )
}
