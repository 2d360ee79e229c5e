import { DefinitionList } from '#app/ui/definition-list.tsx'
import { Ticks } from '#app/ui/ticks.tsx'
import { countOf, formatCount } from '#app/kit/count.ts'
import { formatCents } from '#app/kit/money.ts'
import { countUnits, type DropStatus, strokeStates, percentSold, type UnitState } from '../rules.ts'
import type { DropView } from '../routes/drop-view.server.ts'

type Props = { drop: DropView; story: string; status: DropStatus; units: readonly UnitState[] }

/** The story of a drop beside its patch, and the drop in four figures. */
export function DropStory({ drop, story, status, units }: Props) {
  return (
    <section className="section" aria-labelledby="story">
      <div className="wrap">
        <div className="grid items-center gap-x-6 gap-y-12 lg:grid-cols-12">
          <img
            className="mx-auto h-auto w-full max-w-[500px] lg:col-span-5"
            src={drop.patch.src}
            srcSet={drop.patch.srcSet}
            sizes="(width < 900px) 80vw, 460px"
            width={480}
            height={490}
            alt={`The patch of ${drop.name}`}
            loading="lazy"
          />
          <div className="lg:col-[7/13]">
            <h2 className="h2 mb-6" id="story">
              The Story
            </h2>
            <div className="prose">
              {story.split(/\n{2,}/).map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          </div>
        </div>
        <div className="mt-16 lg:mt-24">
          <DefinitionList look="wide" items={figures(drop, status, units)} />
          {drop.smallPrint && (
            <div className="mt-6 grid max-w-[72ch] gap-2 text-sm text-muted">
              {drop.smallPrint.split(/\n+/).map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          )}
        </div>
      </div>
    </section>
  )
}

function figures(drop: DropView, status: DropStatus, units: readonly UnitState[]) {
  const { total, remaining } = countUnits(units)
  // Units not taken before the end are never made.
  const available = status === 'archived' ? 0 : remaining
  const percent = Math.round(percentSold({ total, remaining }))
  return [
    {
      term: 'Units available',
      value: (
        <>
          {formatCount(available)} of {formatCount(total)}
          <span className="mt-2 block">
            <Ticks
              units={status === 'archived' ? units.map(() => 'taken') : strokeStates(status, units)}
              label={`${formatCount(available)} of ${countOf(total, 'unit')} remain, ${percent} percent sold`}
            />
          </span>
        </>
      ),
    },
    { term: 'Starting price', value: formatCents(drop.basePrice) },
    { term: 'Certificate', value: 'Numbered', note: 'Signed, matches the receiver' },
    { term: 'Patch', value: 'Included', note: '3.5 in, merrowed edge' },
  ]
}
