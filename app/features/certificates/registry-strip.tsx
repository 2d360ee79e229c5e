import { dropNumberText } from '#app/art/drawing.ts'
import { strokeStates, type DropStatus, type DropTheme, type UnitState } from '#app/features/drops/rules.ts'

export type RunView = {
  slug: string
  name: string
  theme: DropTheme
  dropNumber: number
  totalUnits: number
  status: DropStatus
  units: readonly UnitState[]
}

type Props = {
  runs: readonly RunView[]
  isAll: boolean
  mine: { slug: string; number: number } | undefined
}

/** More runs than this are no lines any more but gray. */
const maxRuns = 13

/** On a phone as many have room for their lines and their numbers, two in a row. */
const maxPhoneRuns = 6

export function RegistryStrip({ runs, isAll, mine }: Props) {
  const oldestFirst = runs.slice(0, maxRuns).toReversed()
  const total = oldestFirst.reduce((sum, { totalUnits }) => sum + totalUnits, 0)
  if (!total) return null
  const firstOnPhone = oldestFirst.length - maxPhoneRuns
  const newest = (count: number) => `Every unit of the ${count} newest runs on this page`
  const caption = isAll && runs.length <= maxRuns ? 'Every unit in the registry' : newest(oldestFirst.length)
  return (
    <figure className="wrap mt-10 lg:mt-12">
      <div
        className={`gap-1.5 sm:flex sm:gap-3 lg:gap-5 ${firstOnPhone > 0 ? 'max-sm:grid max-sm:grid-cols-2 max-sm:gap-4' : 'flex'}`}
        aria-hidden
      >
        {oldestFirst.map((run, index) => (
          <div
            key={run.slug}
            className={`min-w-0 basis-0 bg-transparent ${index < firstOnPhone ? 'max-sm:hidden' : ''}`}
            data-theme={run.theme}
            style={{ flexGrow: run.totalUnits }}
          >
            <UnitStrokes run={run} mine={mine?.slug === run.slug ? mine.number : undefined} />
            <span className="mt-2 block border-t border-control pt-1.5 font-display text-xs leading-none tracking-wider text-muted">
              {dropNumberText(run.dropNumber)}
            </span>
          </div>
        ))}
      </div>
      <figcaption className="mt-4 text-sm text-faint">
        {firstOnPhone > 0 ? (
          <>
            <span className="max-sm:hidden">{caption}</span>
            <span className="sm:hidden">{newest(maxPhoneRuns)}</span>
          </>
        ) : (
          caption
        )}
        , one line each: lit while open, dashed while held or still to come, quiet once taken. What a closed
        run left lit was never made.
      </figcaption>
    </figure>
  )
}

type StrokesProps = {
  run: Pick<RunView, 'status' | 'units'>
  mine?: number | undefined
}

/** One stroke per unit, as wide in pixels of the screen however far the strip is stretched. */
const strokes = {
  taken: 'pen stroke-faint stroke-1 opacity-50 sm:stroke-[1.5px]',
  held: 'pen stroke-accent stroke-1 opacity-80 [stroke-dasharray:3_4] sm:stroke-[1.5px]',
  open: 'pen stroke-accent stroke-1 sm:stroke-[1.5px]',
} as const

const step = 4
const height = 40

function UnitStrokes({ run: { status, units }, mine }: StrokesProps) {
  const states = strokeStates(status, units)
  const pathOf = (state: string) =>
    states
      .flatMap((other, index) =>
        other === state && index + 1 !== mine ? [`M${index * step + step / 2} 0v${height}`] : [],
      )
      .join('')
  return (
    <svg
      className="block h-20 w-full overflow-visible lg:h-32"
      viewBox={`0 0 ${units.length * step} ${height}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      {(['taken', 'held', 'open'] as const).map((state) => (
        <path key={state} className={strokes[state]} d={pathOf(state)} />
      ))}
      {mine && <path className="pen stroke-ink stroke-4" d={`M${mine * step - step / 2} 0v${height}`} />}
    </svg>
  )
}
