import Check from 'lucide-react/icons/check'
import { useEffect, useRef } from 'react'
import type { PartStep } from '#app/art/blueprint/build.ts'
import {
  type ConfiguratorState,
  canGoTo,
  type Catalog,
  chosenParts,
  completedSteps,
  steps,
} from '../rules.ts'
import { stepWords } from '../words.ts'
import { buildFormId } from './build-form.tsx'

/** Marks the current step on the line below. */
const hereLine =
  'aria-[current]:after:absolute aria-[current]:after:inset-x-0 aria-[current]:after:-bottom-px aria-[current]:after:h-0.5 aria-[current]:after:bg-accent aria-[current]:after:forced-color-adjust-none'

type Props = { configurator: ConfiguratorState; catalog: Catalog; onGoTo: (step: PartStep) => void }

/** The eight steps and the progress. A later step is disabled until it is reached or has a part. */
export function StepTrack({ configurator, catalog, onGoTo }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const done = completedSteps(configurator.selection)
  const chosen = chosenParts(configurator.selection, catalog)
  useEffect(() => {
    const row = list.current?.parentElement
    const here = list.current?.querySelector<HTMLElement>('[aria-current]')?.parentElement
    if (row && here) row.scrollLeft = here.offsetLeft - row.offsetLeft - 40
  }, [configurator.step])
  return (
    <nav
      className="relative border-b border-control [scrollbar-width:none] max-xl:-mx-gutter max-xl:scroll-px-11 max-xl:overflow-x-auto max-xl:px-gutter print:hidden"
      aria-label="Build steps"
    >
      <p className="sr-only" id="build-progress">
        {done.length} of {steps.length} steps completed
      </p>
      <ol
        className="grid divide-x divide-hairline max-xl:w-max max-xl:grid-cols-[repeat(8,auto)] xl:grid-cols-8"
        ref={list}
      >
        {steps.map((step, index) => (
          <li key={step}>
            <StepButton
              step={step}
              index={index}
              isHere={step === configurator.step}
              isDone={done.includes(step)}
              isReachable={canGoTo(configurator, step)}
              chosen={chosen.filter((part) => part.step === step).map((part) => part.name)}
              onGoTo={onGoTo}
            />
          </li>
        ))}
      </ol>
      <span
        className="absolute -bottom-px left-0 h-px bg-ink transition-[width] duration-slow ease-out max-xl:hidden"
        style={{ width: `${(done.length / steps.length) * 100}%` }}
        aria-hidden
      />
    </nav>
  )
}

type StepProps = {
  step: PartStep
  index: number
  isHere: boolean
  isDone: boolean
  isReachable: boolean
  /** The names of its parts. */
  chosen: readonly string[]
  onGoTo: (step: PartStep) => void
}

function StepButton({ step, index, isHere, isDone, isReachable, chosen, onGoTo }: StepProps) {
  const circle = isDone
    ? 'border-ink bg-ink text-page'
    : isHere
      ? 'border-accent text-accent'
      : 'border-control group-disabled:text-faint'
  return (
    <button
      className={`group relative grid min-h-16 low:min-h-11 w-full grid-cols-[30px_minmax(0,1fr)] content-center items-center gap-x-2 pr-4 text-left text-muted disabled:cursor-not-allowed lg:min-h-[76px] xl:content-start xl:pt-5 xl:pr-2 ${index > 0 ? 'pl-4' : ''} ${isHere ? hereLine : ''}`}
      type="submit"
      form={buildFormId}
      name="step"
      value={step}
      disabled={!isReachable}
      aria-current={isHere ? 'step' : undefined}
      onClick={(event) => {
        event.preventDefault()
        onGoTo(step)
      }}
    >
      <span
        className={`row-span-2 low:row-span-1 grid size-[30px] place-items-center rounded-full border font-display text-sm leading-none font-medium transition-colors duration-normal xl:self-start ${circle} ${isHere ? 'ring-3 ring-accent-tint' : ''}`}
        aria-hidden
      >
        {isDone ? <Check className="size-4 stroke-2" /> : index + 1}
      </span>
      <b
        className={`font-display wrap-anywhere text-xs leading-snug font-medium tracking-wide group-disabled:text-faint group-not-disabled:group-hover:text-accent ${isDone || isHere ? 'text-ink' : ''}`}
      >
        {stepWords[step].short}
      </b>
      <small
        className={`min-w-0 overflow-hidden wrap-anywhere text-xs max-xl:max-w-[160px] line-clamp-2 low:sr-only ${isDone ? 'text-muted' : 'text-faint'}`}
      >
        {chosen.join(', ') || (isHere ? 'Choose now' : 'Not chosen')}
      </small>
      {isDone && <span className="sr-only">, completed</span>}
    </button>
  )
}
