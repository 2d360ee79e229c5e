import type { PartStep } from '#app/art/blueprint/build.ts'
import { Button } from '#app/ui/button.tsx'
import { type Catalog, completedSteps, type Platform, priceBuild, singleSteps, steps } from '../rules.ts'
import { benchWords, priceWords, stepWords } from '../words.ts'
import { AccessoryLines } from './accessory-lines.tsx'
import { buildFormId } from './build-form.tsx'
import { SaveBuild } from './save-build.tsx'
import { SuppressorToggle } from './suppressor-toggle.tsx'
import type { BuildState } from './use-build.ts'

type Props = {
  state: BuildState
  catalog: Catalog
  platform: Platform
  /** What the law asks of a suppressor, as the claim in force says. */
  suppressorNotice: string
}

/** The parts list with its prices, and the two things that can be done with a build. */
export function SummaryCard({ state, catalog, platform, suppressorNotice }: Props) {
  const { selection, step: current } = state.bench
  const price = priceBuild(selection, catalog)
  return (
    <aside className="sum" aria-labelledby="your-build">
      <h2 id="your-build">
        {benchWords.yourBuild}{' '}
        <span>
          {completedSteps(selection).length} of {steps.length}
        </span>
      </h2>
      <ul className="bom">
        <li className="bom-base">
          <span className="i" />
          <span className="nm">{platform.name} platform</span>
          <span className="pr">{priceWords(price.baseCents)}</span>
        </li>
        {singleSteps.map((step) => {
          const line = price.lines.find((one) => one.step === step)
          return <StepLine key={step} {...{ step, current, line }} onOpen={state.show} />
        })}
        <StepLine
          step="accessories"
          current={current}
          line={selection.accessories.length > 0 ? accessoriesLine : undefined}
          onOpen={state.show}
        />
        <AccessoryLines lines={price.lines} onRemove={state.remove} />
      </ul>
      <SuppressorToggle
        isOn={selection.isSuppressorOptimized}
        notice={suppressorNotice}
        onToggle={state.toggle}
      />
      <p className="tot">
        <span>Build total</span> <output>{priceWords(price.totalCents)}</output>
      </p>
      <Button
        className="sum-go"
        variant="primary"
        block
        form={buildFormId}
        formAction="/build/submit"
        disabled={price.itemCount === 0}
      >
        {benchWords.submit}
      </Button>
      <SaveBuild selection={selection} isEmpty={price.itemCount === 0} />
    </aside>
  )
}

/** Each of them stands on a line of its own below. */
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
  const state = [!line && 'none', isHere && !line && 'cur'].filter(Boolean).join(' ')
  return (
    <li className={state}>
      <button
        type="submit"
        form={buildFormId}
        name="step"
        value={step}
        aria-haspopup="dialog"
        onClick={(event) => {
          event.preventDefault()
          onOpen(step)
        }}
      >
        <span className="i" aria-hidden>
          {steps.indexOf(step) + 1}
        </span>
        <span className="nm">
          {line && <span className="vh">{label}: </span>}
          {line?.name ?? (isHere ? `${short}, choose now` : short)}
        </span>
        <span className="pr">{line && line.cents !== null && priceWords(line.cents)}</span>
      </button>
    </li>
  )
}
