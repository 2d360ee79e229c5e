import type { Balloon } from '#app/art/blueprint/balloons.ts'
import type { PartStep } from '#app/art/blueprint/build.ts'
import type { Frame } from '#app/art/blueprint/frame.ts'
import { type ConfiguratorState, type Catalog, chosenParts, needsAttention, steps } from '../rules.ts'
import { stepWords } from '../words.ts'
import { buildFormId } from './build-form.tsx'

type Props = {
  balloon: Balloon
  frame: Frame
  configurator: ConfiguratorState
  catalog: Catalog
  onOpen: (step: PartStep) => void
}

/** A numbered balloon on the drawing that opens the parts of its step. */
export function Hotspot({ balloon: { step, x, y }, frame, configurator, catalog, onOpen }: Props) {
  const names = chosenParts(configurator.selection, catalog)
    .filter((part) => part.step === step)
    .map((part) => part.name)
  const state = needsAttention(configurator, step) ? 'calling' : names.length > 0 ? 'chosen' : 'open'
  return (
    <button
      type="submit"
      form={buildFormId}
      name="step"
      value={step}
      className="hot"
      data-state={state}
      data-current={step === configurator.step || undefined}
      style={{
        left: `${(((x - frame.x) / frame.width) * 100).toFixed(3)}%`,
        top: `${(((y - frame.y) / frame.height) * 100).toFixed(3)}%`,
      }}
      aria-haspopup="dialog"
      aria-label={`${steps.indexOf(step) + 1}. ${stepWords[step].label}: ${names.join(', ') || stateWords[state]}`}
      onClick={(event) => {
        event.preventDefault()
        onOpen(step)
      }}
    >
      {steps.indexOf(step) + 1}
    </button>
  )
}

const stateWords = { calling: 'choose now', chosen: 'chosen', open: 'not chosen yet' }
