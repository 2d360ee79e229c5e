import { Link } from 'react-router'
import { UnitLines } from '#app/features/console/components/unit-lines.tsx'
import { Figure, Frame } from '#app/features/console/components/marks.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Shape } from '#app/features/console/components/shape.tsx'
import { LiveCount } from '#app/features/drops/components/drop-parts.tsx'
import {
  type DropLiveState,
  unpackUnits,
  fillFigures,
  figuresOf,
  followDrop,
} from '#app/features/drops/rules.ts'
import { type TodayView, todayViews } from '../rules.ts'

type HeadProps = {
  view: TodayView
  counts: Record<'over' | 'today' | 'later' | TodayView, number>
}

const viewWords: Record<TodayView, string> = { everyone: 'Everyone', mine: 'Mine', snoozed: 'Snoozed' }

export function TodayHead({ view, counts }: HeadProps) {
  return (
    <div className="flex grow flex-wrap items-center gap-2 print:hidden">
      {counts.over > 0 && (
        <Frame>
          <span className="flex items-center gap-2">
            <Shape kind="over" tone="stop" />
            {`${counts.over} over`}
          </span>
        </Frame>
      )}
      {counts.today > 0 && (
        <Frame>
          <span>{`${counts.today} today`}</span>
        </Frame>
      )}
      {counts.later > 0 && (
        <Frame>
          <span>{`${counts.later} later`}</span>
        </Frame>
      )}
      <nav className="flex flex-wrap gap-2 md:ml-auto" aria-label="Whose items">
        {todayViews.map((each) => (
          <Frame key={each}>
            <Link
              to={each === 'everyone' ? '/staff' : `/staff?show=${each}`}
              aria-current={each === view ? 'page' : undefined}
            >
              {each === 'everyone' ? viewWords[each] : `${viewWords[each]} ${counts[each]}`}
            </Link>
          </Frame>
        ))}
      </nav>
    </div>
  )
}

export function NoDrop() {
  return (
    <Section title="Drops">
      <p className="text-muted">No drop is live.</p>
    </Section>
  )
}

type DropProps = {
  drop: { name: string; slug: string; path: string; board: string | null; live: DropLiveState }
}

export function DropPanel({ drop }: DropProps) {
  const { status, paused } = drop.live
  const units = unpackUnits(drop.live.units)
  const figures = figuresOf(units)
  const label = '{open} open, {held} held, {taken} taken of {total}'
  return (
    <div {...followDrop(drop.slug, drop.live)}>
      <Section title={drop.name} note={paused ? 'paused' : status.replaceAll('_', ' ')}>
        <UnitLines units={units} label={fillFigures(label, figures)} follows={label} />
        <div className="mt-3 grid grid-cols-3 gap-2">
          <Figure label="Open" value={<LiveCount words="{open}" figures={figures} />} />
          <Figure label="Held" value={<LiveCount words="{held}" figures={figures} />} />
          <Figure label="Taken" value={<LiveCount words="{taken}" figures={figures} />} />
        </div>
        <p className="mt-3 flex flex-wrap gap-4">
          {drop.board && (
            <Link to={drop.board} className="con-link">
              Live board
            </Link>
          )}
          <a href={drop.path} className="con-link">
            As visitors see it
          </a>
        </p>
      </Section>
    </div>
  )
}
