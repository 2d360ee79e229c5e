import { BlueprintDrawing } from '#app/art/blueprint/blueprint-drawing.tsx'
import { STARTING_BUILDS } from '#app/art/blueprint/build.ts'
import { BARREL_LIMIT_IN } from '#app/art/blueprint/classify.ts'
import { measure } from '#app/art/blueprint/measure.ts'
import { renderPart } from '#app/art/blueprint/part-sheet.ts'
import { BookDraft, CourseDraft, FormsDraft, RulerDraft, YearDraft } from './drafts.tsx'
import { Lettered } from './lettered.tsx'

type Props = {
  drawing: 'course' | 'bench' | 'barrel' | 'forms' | 'ruler' | 'book' | 'year'
  /** The lengths to mark on the rule, as the claims give them today. */
  limits: readonly (string | undefined)[]
}

/** The drawing on a service's ticket. It shows what is worked on, and repeats nothing that the words leave out. */
export function ServiceDrawing({ drawing, limits }: Props) {
  switch (drawing) {
    case 'course':
      return <CourseDraft seats={12} from={9} to={17} />
    case 'bench':
      return <BlueprintDrawing sheet={bench} small label="" />
    case 'barrel':
      return <BarrelDrawing />
    case 'forms':
      return <FormsDraft />
    case 'ruler':
      return <RulerDraft figures={limits} />
    case 'book':
      return <BookDraft />
    case 'year':
      return <YearDraft />
  }
}

const bench = renderPart(STARTING_BUILDS.ar15, { step: 'handguard' })
const build = { ...STARTING_BUILDS.ar15, barrelIn: 14.5 } as const
const barrel = renderPart(build, { step: 'barrel' })
const { breechX } = measure(build)
const limitX = breechX + BARREL_LIMIT_IN

/** A barrel with the limit beyond its end: the gap is what the work is about. */
function BarrelDrawing() {
  return (
    <BlueprintDrawing
      sheet={{ ...barrel, frame: { x: -1.6, y: -3.4, width: 18, height: 7.4 } }}
      small
      label=""
    >
      <path className="bp-dimension" d={`M${breechX} 0.8V2.4M${breechX} 2.1H${limitX}`} />
      <path className="bp-limit" d={`M${limitX} -1.6V2.5`} />
      <g className="bp-limit-letters">
        <Lettered text={`${BARREL_LIMIT_IN} in`} x={limitX} y={-1.95} height={0.55} anchor="end" />
      </g>
    </BlueprintDrawing>
  )
}
