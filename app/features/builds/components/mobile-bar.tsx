import ChevronUp from 'lucide-react/icons/chevron-up'
import type { PartStep } from '#app/art/blueprint/build.ts'
import { Button } from '#app/ui/button.tsx'
import { type BuildPrice, type ConfiguratorState, completedSteps, steps } from '../rules.ts'
import type { BuildFault } from '../rules/buildable.ts'
import { configuratorWords, priceWords, shortFaultWords, stepWords } from '../words.ts'
import { buildFormId, submitPath } from './build-form.tsx'
import { StepButton } from './step-button.tsx'

type Props = {
  configurator: ConfiguratorState
  price: BuildPrice
  faults: readonly BuildFault[]
  onOpen: (step: PartStep) => void
}

/** The bar on phones: total, items and step in one button that opens the parts of that step, and Submit Build. */
export function MobileBar({ configurator, price: { itemCount, totalCents }, faults, onOpen }: Props) {
  if (totalCents === 0) return null
  const { selection, step } = configurator
  const isBuildable = faults.length === 0
  const isChosen = completedSteps(selection).includes(step)
  const conflict = faults.find(({ kind }) => kind !== 'incomplete')
  return (
    <div
      data-foot-bar
      className="build-bar fixed inset-x-0 bottom-0 z-30 flex items-center gap-4 border-t border-hairline bg-sheet px-gutter pt-3 low:pt-1 short:hidden lg:hidden print:hidden"
      role="group"
      aria-label={configuratorWords.yourBuild}
    >
      <StepButton
        className="mr-auto grid min-h-12 min-w-0 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 text-left leading-tight"
        step={step}
        onOpen={onOpen}
      >
        <span className="flex items-baseline gap-2">
          <b className="font-display text-xl leading-none font-book">{priceWords(totalCents)}</b>{' '}
          <small className="text-sm text-muted">{itemCount === 1 ? '1 item' : `${itemCount} items`}</small>
        </span>
        <ChevronUp className="size-5 text-muted" aria-hidden />
        <small className={`col-span-full text-sm ${isChosen ? 'text-muted' : 'text-accent'}`}>
          {configuratorWords.step(steps.indexOf(step) + 1, steps.length, stepWords[step].short)}
          {!isChosen && <span className="sr-only">, {configuratorWords.chooseNow}</span>}
        </small>
        {conflict && <small className="col-span-full text-sm text-hold">{shortFaultWords(conflict)}</small>}
      </StepButton>
      <Button
        className="shrink-0"
        variant="primary"
        form={buildFormId}
        formAction={submitPath}
        disabled={!isBuildable}
        aria-describedby={isBuildable ? undefined : 'bar-not-yet'}
      >
        {configuratorWords.submitShort}
      </Button>
      {!isBuildable && (
        <span className="sr-only" id="bar-not-yet">
          {faults.map(shortFaultWords).join(' ')}
        </span>
      )}
    </div>
  )
}
