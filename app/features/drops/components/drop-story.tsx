import { DefinitionList } from '#app/ui/definition-list.tsx'
import { Ticks } from '#app/ui/ticks.tsx'
import { countOf } from '#app/kit/count.ts'
import { formatCents } from '#app/kit/money.ts'
import { strokeStates, type UnitState } from '../rules.ts'
import { fillFigures, figuresOf } from '../rules/following.ts'
import type { DropView } from '../routes/drop-view.server.ts'
import { LiveCount } from './live-count.tsx'

type Props = { drop: DropView; story: string; units: readonly UnitState[] }

/** The story of a drop beside its patch, and the drop in four figures. */
export function DropStory({ drop, story, units }: Props) {
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
          <DefinitionList look="wide" items={factsOf(drop, units)} />
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

function factsOf(drop: DropView, units: readonly UnitState[]) {
  const { status } = drop.live
  const figures = figuresOf(units)
  // Units not taken before the end are never made.
  const left = status === 'archived' ? '0' : '{remaining}'
  const label = `${left} of ${countOf(units.length, 'unit')} remain, {percent} percent sold`
  return [
    {
      term: 'Units available',
      value: (
        <>
          <LiveCount words={`${left} of {total}`} figures={figures} />
          <span className="mt-2 block">
            <Ticks
              units={status === 'archived' ? units.map(() => 'taken') : strokeStates(status, units)}
              label={fillFigures(label, figures)}
              follows={label}
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
