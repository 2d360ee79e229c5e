import Check from 'lucide-react/icons/check'
import ChevronUp from 'lucide-react/icons/chevron-up'
import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { PartStep } from '#app/art/blueprint/build.ts'
import { trapField } from '#app/http/sender-fields.ts'
import { Button } from '#app/ui/button.tsx'
import { Tooltip } from '#app/ui/tooltip.tsx'
import { TrapField } from '#app/ui/trap-field.tsx'
import type { BuildFault } from '../rules/checks.ts'
import {
  type FinishColors,
  type FinishId,
  finishesFor,
  finishIn,
  isStandard,
  type BuildPrice,
  type Catalog,
  type ConfiguratorState,
  canGoTo,
  chosenParts,
  completedSteps,
  type Platform,
  type Selection,
  singleSteps,
  steps,
} from '../rules.ts'
import {
  configuratorWords,
  faultWords,
  finishPriceWords,
  finishWords,
  priceWords,
  stepWords,
} from '../words.ts'
import { BuildFields } from './build-parts.tsx'
import { buildFormId } from './builder-drawing.tsx'

const submitPath = '/build/submit'

function nextStep({ selection, step }: ConfiguratorState): PartStep | undefined {
  return completedSteps(selection).includes(step) ? undefined : step
}

function StepButton(props: {
  step: PartStep
  onOpen: (step: PartStep) => void
  className: string
  children: ReactNode
}) {
  return (
    <button
      className={props.className}
      type="submit"
      form={buildFormId}
      name="step"
      value={props.step}
      aria-haspopup="dialog"
      onClick={(event) => {
        event.preventDefault()
        props.onOpen(props.step)
      }}
    >
      {props.children}
    </button>
  )
}

type TrackProps = { configurator: ConfiguratorState; catalog: Catalog; onGoTo: (step: PartStep) => void }

export function StepTrack({ configurator, catalog, onGoTo }: TrackProps) {
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
      className="relative overflow-x-auto [scrollbar-width:none] lg:[grid-area:steps] max-lg:mx-[calc(-1_*_var(--spacing-gutter))] max-lg:px-gutter border-b border-control print:hidden"
      aria-label="Build steps"
    >
      <p className="sr-only" id="build-progress">
        {done.length} of {steps.length} steps completed
      </p>
      <ol
        className="grid divide-x divide-hairline max-xl:w-max max-xl:grid-cols-[repeat(8,auto)] xl:grid-cols-8"
        ref={list}
      >
        {steps.map((step, index) => {
          const isHere = step === configurator.step
          const isDone = done.includes(step)
          const names = chosen.filter((part) => part.step === step).map(({ name }) => name)
          return (
            <li key={step}>
              <button
                className="group relative grid min-h-11 w-full grid-cols-[28px_minmax(0,1fr)] content-center items-center gap-x-2 px-3 py-1.5 text-left text-muted disabled:cursor-not-allowed aria-[current]:after:absolute aria-[current]:after:inset-x-0 aria-[current]:after:-bottom-px aria-[current]:after:h-0.5 aria-[current]:after:bg-accent aria-[current]:forced-colors:outline-2 aria-[current]:forced-colors:-outline-offset-2"
                type="submit"
                form={buildFormId}
                name="step"
                value={step}
                disabled={!canGoTo(configurator, step)}
                aria-current={isHere ? 'step' : undefined}
                onClick={(event) => {
                  event.preventDefault()
                  onGoTo(step)
                }}
              >
                <span
                  className={`row-span-2 grid size-7 low:row-span-1 place-items-center rounded-full border font-display text-sm leading-none font-medium transition-colors duration-normal ${
                    isDone
                      ? 'border-ink bg-ink text-page'
                      : isHere
                        ? 'border-accent text-accent'
                        : 'border-control group-disabled:text-faint'
                  }`}
                  aria-hidden
                >
                  {isDone ? <Check className="size-4 stroke-2" /> : index + 1}
                </span>
                <b
                  className={`font-display text-xs leading-snug font-medium tracking-wide wrap-anywhere group-disabled:text-faint group-not-disabled:group-hover:text-accent ${isDone || isHere ? 'text-ink' : ''}`}
                >
                  {stepWords[step].short}
                </b>
                <small
                  className={`line-clamp-1 min-w-0 text-xs wrap-anywhere max-xl:max-w-[160px] low:sr-only ${isDone ? 'text-muted' : 'text-faint'}`}
                >
                  {names.join(', ') || (isHere ? 'Choose now' : 'Not chosen')}
                </small>
                {isDone && <span className="sr-only">, completed</span>}
              </button>
            </li>
          )
        })}
      </ol>
      <span
        className="absolute -bottom-px left-0 h-px bg-ink transition-[width] duration-slow ease-out max-xl:hidden"
        style={{ width: `${(done.length / steps.length) * 100}%` }}
        aria-hidden
      />
    </nav>
  )
}

type SummaryProps = {
  configurator: ConfiguratorState
  platform: Platform
  price: BuildPrice
  faults: readonly BuildFault[]
  compared: readonly string[]
  onOpen: (step: PartStep) => void
  onRemove: (index: number) => void
}

const partLine = 'grid min-h-11 w-full grid-cols-[28px_minmax(0,1fr)_auto] items-center text-left lg:min-h-8'

export function SummaryCard({ configurator, platform, price, faults, compared, ...on }: SummaryProps) {
  const { selection, step: current } = configurator
  const finish = finishIn(selection)
  const next = nextStep(configurator)
  return (
    <aside
      className="lg:[grid-area:summary] lg:flex lg:flex-col lg:min-h-0 lg:border-l lg:border-l-hairline"
      aria-labelledby="your-build"
    >
      <div className="py-3 lg:flex-1 lg:min-h-0 lg:overflow-y-auto lg:py-1.5 lg:px-4 lg:[scrollbar-width:thin]">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 className="font-display text-xl font-book" id="your-build">
            Your build{' '}
            <span className="font-text text-sm leading-none font-normal text-muted">
              {completedSteps(selection).length} of {steps.length}
            </span>
          </h2>
          {next && (
            <StepButton
              className="inline-flex min-h-11 items-center font-display text-sm font-medium tracking-wide text-accent underline underline-offset-4 lg:min-h-8"
              step={next}
              onOpen={on.onOpen}
            >
              Next: {stepWords[next].short}
            </StepButton>
          )}
        </div>
        <ul className="divide-y divide-hairline border-y border-hairline text-sm">
          <li className={`${partLine} text-muted`}>
            <span />
            <span className="leading-snug">{platform.name} platform</span>
            <span className="font-display leading-snug">{priceWords(price.baseCents)}</span>
          </li>
          {singleSteps.map((step) => {
            const line = price.lines.find((one) => one.step === step)
            return (
              <StepLine key={step} step={step} isHere={step === current} line={line} onOpen={on.onOpen} />
            )
          })}
          <StepLine
            step="accessories"
            isHere={current === 'accessories'}
            line={selection.accessories.length > 0 ? { name: stepWords.accessories.label } : undefined}
            onOpen={on.onOpen}
          />
          <AccessoryLines lines={price.lines} onRemove={on.onRemove} />
          <li>
            <a className={`group ${partLine}`} href="#finish">
              <span />
              <span className="leading-snug underline-offset-4 group-hover:underline">
                <span className="sr-only">{finishWords.title}: </span>
                {finish.name}
              </span>
              <span className="text-xs text-muted">{finishPriceWords(finish)}</span>
            </a>
          </li>
        </ul>
      </div>
      <div className="grid gap-2 py-3 border-t-[1.5px] border-t-muted lg:pt-[10px] lg:px-4 lg:pb-3">
        <p className="flex items-baseline justify-between">
          <span className="text-sm text-muted">{configuratorWords.total}</span>{' '}
          <output className="font-display text-2xl leading-none font-book">
            {priceWords(price.totalCents)}
          </output>
        </p>
        <Button
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
          <p className="text-xs text-muted" id="not-yet">
            {faults.map(faultWords).join(' ')}
          </p>
        )}
        <SaveBuild selection={selection} compared={compared} isEmpty={price.itemCount === 0} />
      </div>
    </aside>
  )
}

type LineProps = {
  step: PartStep
  isHere: boolean
  line: { name: string; cents?: number } | undefined
  onOpen: (step: PartStep) => void
}

function StepLine({ step, isHere, line, onOpen }: LineProps) {
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
          {line?.cents !== undefined && priceWords(line.cents)}
        </span>
      </StepButton>
    </li>
  )
}

function AccessoryLines({
  lines,
  onRemove,
}: {
  lines: BuildPrice['lines']
  onRemove: (index: number) => void
}) {
  const added = lines.filter(({ step }) => step === 'accessories')
  const kinds = [...new Set(added.map(({ id }) => id))]
  return kinds.map((id) => {
    const same = added.filter((line) => line.id === id)
    const index = added.findLastIndex((line) => line.id === id)
    const name = same[0]?.name ?? id
    return (
      <li key={id} className={partLine}>
        <button
          className="-ml-1.5 grid h-11 w-7 place-items-center text-faint hover:text-stop lg:h-8"
          type="submit"
          form={buildFormId}
          name="remove"
          value={index}
          aria-label={same.length > 1 ? `Remove one ${name}` : `Remove ${name}`}
          onClick={(event) => {
            event.preventDefault()
            onRemove(index)
          }}
        >
          <X className="size-4" aria-hidden />
        </button>
        <span className="text-muted">
          {name}
          {same.length > 1 && ` × ${same.length}`}
        </span>
        <span className="font-display leading-snug">
          {priceWords(same.reduce((sum, { cents }) => sum + cents, 0))}
        </span>
      </li>
    )
  })
}

type SaveProps = { selection: Selection; compared: readonly string[]; isEmpty: boolean }

function SaveBuild({ selection, compared, isEmpty }: SaveProps) {
  const hint = useId()
  return (
    <form method="post" action="/builds">
      {compared.length > 0 && (
        <p className="mb-1 text-xs text-muted">Saved beside {compared.join(', ')}, to compare.</p>
      )}
      <BuildFields selection={selection} compared={compared} />
      <TrapField name={trapField} />
      <Button
        size="sm"
        block
        disabled={isEmpty}
        busyLabel="Saving"
        aria-describedby={isEmpty ? hint : undefined}
      >
        {compared.length > 0 ? 'Save and Compare' : 'Save Build for Later'}
      </Button>
      {isEmpty && (
        <span className="sr-only" id={hint}>
          Choose a part first.
        </span>
      )}
    </form>
  )
}

type FinishProps = {
  selection: Selection
  isLowerMolded: boolean
  colors: FinishColors
  onChoose: (id: FinishId) => void
}

export function FinishChoice({ selection, isLowerMolded, colors, onChoose }: FinishProps) {
  const chosen = finishIn(selection)
  return (
    <section
      id="finish"
      className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1"
      aria-labelledby="finish-title"
    >
      <h2 className="font-display text-base leading-none font-book max-lg:w-full" id="finish-title">
        {finishWords.title}
      </h2>
      <div
        className="grid max-lg:w-full max-lg:grid-cols-2 lg:flex print:hidden"
        role="group"
        aria-labelledby="finish-title"
      >
        {finishesFor(selection.platformId).map((finish) => {
          const isChosen = finish === chosen
          return (
            <Tooltip key={finish.id} text={`${finish.name}: ${finishPriceWords(finish)}`}>
              <button
                className="group flex min-h-11 w-full items-center gap-2 text-left text-sm lg:justify-center lg:px-1.5"
                type="submit"
                form={buildFormId}
                name="finish"
                value={finish.id}
                aria-pressed={isChosen}
                onClick={(event) => {
                  event.preventDefault()
                  if (!isChosen) onChoose(finish.id)
                }}
              >
                <span
                  className="grid size-7 shrink-0 place-items-center rounded-full border border-muted outline-offset-2 outline-accent forced-color-adjust-none group-aria-pressed:outline-2 forced-colors:group-aria-pressed:outline-[Highlight]"
                  style={{ backgroundColor: colors[finish.id] }}
                  aria-hidden
                />
                <span className="leading-snug lg:sr-only">{finish.name}</span>
                <span className="sr-only"> {finishPriceWords(finish)}</span>
              </button>
            </Tooltip>
          )
        })}
      </div>
      <p className="min-w-0 flex-1 text-xs text-muted max-lg:basis-full">
        <b className="font-medium text-ink">{chosen.name}</b>, on the receiver and the handguard.{' '}
        {isStandard(chosen)
          ? 'Included in the build total.'
          : `Not in the build total: its price comes with your agreement, which you accept before we build anything.${chosen.isMetalOnly && isLowerMolded ? ' It is for metal: your polymer lower stays black.' : ''}`}
      </p>
    </section>
  )
}

type ToggleProps = { isOn: boolean; notice: string; onToggle: () => void }

export function SuppressorToggle({ isOn, notice, onToggle }: ToggleProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <button
        className="flex min-h-11 items-center gap-3 text-left text-sm max-lg:w-full max-lg:justify-between max-lg:text-base"
        type="submit"
        form={buildFormId}
        name="suppressor"
        value={isOn ? 'no' : 'yes'}
        role="switch"
        aria-checked={isOn}
        onClick={(event) => {
          event.preventDefault()
          onToggle()
        }}
      >
        {configuratorWords.suppressor}
        <span
          className={`relative h-6 w-11 flex-none rounded-[12px] border transition-colors after:absolute after:top-[3px] after:left-[3px] after:size-4 after:rounded-full after:forced-color-adjust-none after:transition-transform ${isOn ? 'border-accent bg-accent after:translate-x-5 after:bg-on-accent' : 'border-control bg-page after:bg-muted'}`}
          aria-hidden
        />
      </button>
      {isOn && (
        <>
          <ul className="flex flex-wrap gap-1.5">
            {configuratorWords.suppressorBadges.map((badge) => (
              <li
                className="rounded-control border border-control px-2 py-1 text-xs leading-none"
                key={badge}
              >
                {badge}
              </li>
            ))}
          </ul>
          <p className="basis-full text-xs text-muted">{notice}</p>
        </>
      )}
    </div>
  )
}

type BarProps = {
  configurator: ConfiguratorState
  price: BuildPrice
  faults: readonly BuildFault[]
  onOpen: (step: PartStep) => void
}

export function MobileBar({ configurator, price: { itemCount, totalCents }, faults, onOpen }: BarProps) {
  if (totalCents === 0) return null
  const { step } = configurator
  const isBuildable = faults.length === 0
  const conflict = faults.find(({ kind }) => kind !== 'incomplete')
  const next = nextStep(configurator)
  return (
    <div
      data-foot-bar
      className="build-bar fixed inset-x-0 bottom-0 z-30 flex items-center gap-4 border-t border-hairline bg-sheet px-gutter pt-3 low:pt-1 short:hidden lg:hidden print:hidden"
      role="group"
      aria-label="Your build"
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
        <small className={`col-span-full text-sm ${next ? 'text-accent' : 'text-muted'}`}>
          {next ? `Next: ${stepWords[next].short}` : stepWords[step].short}
        </small>
        {conflict && <small className="col-span-full text-sm text-hold">{shortFault(conflict)}</small>}
      </StepButton>
      <Button
        className="shrink-0"
        variant="primary"
        form={buildFormId}
        formAction={submitPath}
        disabled={!isBuildable}
        aria-describedby={isBuildable ? undefined : 'bar-not-yet'}
      >
        Submit Build
      </Button>
      {!isBuildable && (
        <span className="sr-only" id="bar-not-yet">
          {faults.map(shortFault).join(' ')}
        </span>
      )}
    </div>
  )
}

function shortFault(fault: BuildFault): string {
  if (fault.kind === 'caliber_mix') return 'Calibers do not match.'
  if (fault.kind === 'excluded') return 'Two parts do not go together.'
  return `Still to choose: ${fault.steps.map((step) => stepWords[step].short).join(', ')}.`
}
