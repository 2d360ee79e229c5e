import type { PartStep } from '#app/art/blueprint/build.ts'
import { Button } from '#app/ui/button.tsx'
import { type Catalog, completedSteps, type Platform, priceBuild, singleSteps, steps } from '../rules.ts'
import type { BuildFault } from '../rules/buildable.ts'
import { finishIn } from '../rules/finishes.ts'
import { configuratorWords, faultWords, priceWords, stepWords } from '../words.ts'
import { finishPriceWords, finishWords } from '../words/finish.ts'
import { AccessoryLines } from './accessory-lines.tsx'
import { buildFormId, submitPath } from './build-form.tsx'
import { SaveBuild } from './save-build.tsx'
import { StepButton } from './step-button.tsx'
import { SuppressorToggle } from './suppressor-toggle.tsx'
import type { BuildState } from './use-build.ts'

type Props = {
  state: BuildState
  catalog: Catalog
  platform: Platform
  /** Why the build cannot be submitted. */
  faults: readonly BuildFault[]
  /** Legal notice about suppressors, from the claim in force. */
  suppressorNotice: string
}

/** A row of the parts list: number, name, price. */
const partLine = 'grid min-h-11 w-full grid-cols-[28px_minmax(0,1fr)_auto] items-center text-left lg:min-h-10'

/** The parts list with prices, and the buttons that submit and save the build. */
export function SummaryCard({ state, catalog, platform, faults, suppressorNotice }: Props) {
  const { selection, step: current } = state.configurator
  const price = priceBuild(selection, catalog)
  const finish = finishIn(selection)
  return (
    <aside className="flex flex-col py-6 xl:pl-6" aria-labelledby="your-build">
      <h2 className="flex items-baseline justify-between font-display text-2xl font-book" id="your-build">
        {configuratorWords.yourBuild}{' '}
        <span className="font-text text-sm leading-none font-normal text-muted">
          {completedSteps(selection).length} of {steps.length}
        </span>
      </h2>
      <ul className="mt-4 divide-y divide-hairline border-y border-hairline">
        <li className={`${partLine} text-muted`}>
          <span />
          <span className="leading-snug">{platform.name} platform</span>
          <span className="font-display leading-snug">{priceWords(price.baseCents)}</span>
        </li>
        {singleSteps.map((step) => {
          const line = price.lines.find((one) => one.step === step)
          return <StepLine key={step} step={step} current={current} line={line} onOpen={state.openDrawer} />
        })}
        <StepLine
          step="accessories"
          current={current}
          line={selection.accessories.length > 0 ? accessoriesLine : undefined}
          onOpen={state.openDrawer}
        />
        <AccessoryLines lines={price.lines} onRemove={state.remove} />
        <li>
          <a className={`group ${partLine}`} href="#finish">
            <span />
            <span className="leading-snug underline-offset-4 group-hover:underline">
              <span className="sr-only">{finishWords.title}: </span>
              {finish.name}
            </span>
            <span className="text-sm text-muted">{finishPriceWords(finish)}</span>
          </a>
        </li>
      </ul>
      <SuppressorToggle
        isOn={selection.isSuppressorOptimized}
        notice={suppressorNotice}
        onToggle={state.toggle}
      />
      <p className="mt-auto flex items-baseline justify-between border-t-2 border-ink pt-4">
        <span className="text-muted">{configuratorWords.total}</span>{' '}
        <output className="font-display text-3xl leading-none font-book">
          {priceWords(price.totalCents)}
        </output>
      </p>
      <Button
        className="mt-4"
        variant="primary"
        block
        form={buildFormId}
        formAction={submitPath}
        disabled={faults.length > 0}
        aria-describedby={faults.length > 0 ? 'not-yet' : undefined}
      >
        {configuratorWords.submit}
      </Button>
      {faults.length > 0 && (
        <p className="mt-2 text-sm text-muted" id="not-yet">
          {faults.map(faultWords).join(' ')}
        </p>
      )}
      <SaveBuild selection={selection} compared={state.compared} isEmpty={price.itemCount === 0} />
    </aside>
  )
}

/** Each accessory has its own row below. */
const accessoriesLine = { name: stepWords.accessories.label, cents: null }

type LineProps = {
  step: PartStep
  current: PartStep
  line: { name: string; cents: number | null } | undefined
  onOpen: (step: PartStep) => void
}

function StepLine({ step, current, line, onOpen }: LineProps) {
  const isHere = step === current
  const { label, short } = stepWords[step]
  return (
    <li>
      <StepButton className={`group ${partLine}`} step={step} onOpen={onOpen}>
        <span className="font-display text-xs leading-none text-faint" aria-hidden>
          {steps.indexOf(step) + 1}
        </span>
        <span
          className={`leading-snug underline-offset-4 group-hover:underline ${line ? '' : isHere ? 'text-accent' : 'text-faint'}`}
        >
          {line && <span className="sr-only">{label}: </span>}
          {line?.name ?? (isHere ? `${short}, choose now` : short)}
        </span>
        <span className="font-display leading-snug">
          {line && line.cents !== null && priceWords(line.cents)}
        </span>
      </StepButton>
    </li>
  )
}
