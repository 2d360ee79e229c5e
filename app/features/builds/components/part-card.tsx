import Check from 'lucide-react/icons/check'
import Plus from 'lucide-react/icons/plus'
import { memo } from 'react'
import type { Sheet } from '#app/art/blueprint/blueprint.ts'
import { BlueprintDrawing } from '#app/art/blueprint/blueprint-drawing.tsx'
import type { Build } from '#app/art/blueprint/build.ts'
import { renderPart } from '#app/art/blueprint/part-sheet.ts'
import type { Part } from '../rules.ts'
import { priceWords } from '../words.ts'
import { buildFormId } from './build-form.tsx'
import { buildWith } from './drawn-build.ts'

type Props = {
  part: Part
  build: Build
  /** How often the build has it. */
  times: number
  onChoose: () => void
}

/** One part of the drawer: its drawing at the scale of its neighbors, what it costs, what it is, what it goes with. */
export const PartCard = memo(function PartCard({ part, build, times, onChoose }: Props) {
  const sheet = sheetOf(part, build)
  return (
    <button
      type="submit"
      form={buildFormId}
      name={part.step}
      value={part.id}
      className="part"
      aria-pressed={times > 0}
      onClick={(event) => {
        event.preventDefault()
        onChoose()
      }}
    >
      {sheet && (
        <span className="part-dr">
          <BlueprintDrawing sheet={sheet} label="" small />
        </span>
      )}
      <span className="part-tx">
        <span className="part-nm">{part.name}</span>
        <span className="part-pr">{priceWords(part.priceCents)}</span>
        <span className="part-ds">{part.description}</span>
        <span className="part-sp">
          {part.specs.map((spec) => (
            <span key={spec}>{spec}</span>
          ))}
        </span>
        <span className="part-tg">
          {part.tags.map((tag) => (
            <span key={tag}>{tag}</span>
          ))}
          {times > 0 && <Chosen step={part.step} times={times} />}
        </span>
      </span>
    </button>
  )
})

function Chosen({ step, times }: { step: Part['step']; times: number }) {
  if (step !== 'accessories')
    return (
      <b>
        <Check aria-hidden /> Selected
      </b>
    )
  return (
    <b>
      <Plus aria-hidden /> Added{times > 1 && ` ${times} times`}
    </b>
  )
}

/** Nothing is drawn of an accessory that the drawing does not know. */
function sheetOf(part: Part, build: Build): Sheet | undefined {
  if (part.step !== 'accessories') return renderPart(buildWith(build, part), { step: part.step })
  const [accessory] = part.outline.accessories ?? []
  return accessory && renderPart(build, { step: 'accessories', accessory })
}
