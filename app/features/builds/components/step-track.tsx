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

type Props = { bench: ConfiguratorState; catalog: Catalog; onGoTo: (step: PartStep) => void }

/** The eight steps and how far one has come. A step further on is out of reach until its turn, or until it holds a part. */
export function StepTrack({ bench, catalog, onGoTo }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const done = completedSteps(bench.selection)
  const chosen = chosenParts(bench.selection, catalog)
  useEffect(() => {
    const row = list.current?.parentElement
    const here = list.current?.querySelector<HTMLElement>('[aria-current]')?.parentElement
    if (row && here) row.scrollLeft = here.offsetLeft - row.offsetLeft - 40
  }, [bench.step])
  return (
    <nav className="track" aria-label="Build steps">
      <p className="vh" id="build-progress">
        {done.length} of {steps.length} steps completed
      </p>
      <ol ref={list}>
        {steps.map((step, at) => {
          const isHere = step === bench.step
          const isDone = done.includes(step)
          const names = chosen.filter((part) => part.step === step).map((part) => part.name)
          return (
            <li key={step} className={[isDone && 'done', isHere && 'cur'].filter(Boolean).join(' ')}>
              <button
                type="submit"
                form={buildFormId}
                name="step"
                value={step}
                disabled={!canGoTo(bench, step)}
                aria-current={isHere ? 'step' : undefined}
                onClick={(event) => {
                  event.preventDefault()
                  onGoTo(step)
                }}
              >
                <span className="n" aria-hidden>
                  {isDone ? <Check /> : at + 1}
                </span>
                <b>{stepWords[step].short}</b>
                <small>{names.join(', ') || (isHere ? 'Choose now' : 'Not chosen')}</small>
                {isDone && <span className="vh">, completed</span>}
              </button>
            </li>
          )
        })}
      </ol>
      <span className="track-run" style={{ width: `${(done.length / steps.length) * 100}%` }} aria-hidden />
    </nav>
  )
}
