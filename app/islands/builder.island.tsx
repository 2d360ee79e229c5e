import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ChangeEvent, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { PartStep } from '#app/art/blueprint/build.ts'
import { BuildFields, ClassStatement } from '#app/features/builds/components/build-parts.tsx'
import { Drawing } from '#app/features/builds/components/builder-drawing.tsx'
import { type ChoiceProps, Steps } from '#app/features/builds/components/builder-steps.tsx'
import { buildPath, parseBuildAddress, parseBuildForm } from '#app/features/builds/rules/build-address.ts'
import {
  type BuildClass,
  caliberOf,
  findAdvisories,
  markAsDrawn,
  readBuild,
} from '#app/features/builds/rules/checks.ts'
import {
  type BuildPrice,
  canGoTo,
  completedSteps,
  currentStep,
  finishIn,
  isPlatformId,
  isStandard,
  needsAttention,
  type Part,
  type Platform,
  removeMissingParts,
  type Selection,
  steps,
} from '#app/features/builds/rules.ts'
import { configuratorWords, groupSame, priceWords, stepWords } from '#app/features/builds/words.ts'
import { trapField } from '#app/http/proofs.ts'
import { isChanged } from '#app/site/markup.ts'
import { Button } from '#app/ui/button.tsx'
import { Tooltip } from '#app/ui/tooltip.tsx'
import { TrapField } from '#app/ui/trap-field.tsx'

export type BuilderSheet = Pick<
  ChoiceProps,
  'selection' | 'catalog' | 'photos' | 'drawings' | 'finishColors' | 'suppressorNotice'
> & { platform: Platform; missing: number }

/** Its radios make the address of a build, so it opens in every browser and Back takes a choice back. Without script a button asks the server. */
export default function Builder(props: BuilderSheet) {
  const { platform, catalog, missing } = props
  const { form, selection, justChosen, isAlive, change } = useSelection(props)
  const build = readBuild(selection, catalog)
  const { chosen, buildClass, price, faults } = build
  const finish = finishIn(selection)
  const coat = isStandard(finish) ? undefined : props.finishColors[finish.id]
  const current = currentStep(selection)
  return (
    <section
      id="configurator"
      className="builder"
      aria-label="Configurator"
      data-alive={isAlive || undefined}
    >
      <form
        className="contents"
        method="get"
        action="/build#configurator"
        autoComplete="off"
        ref={form}
        onSubmit={(event) => {
          // All but the button that leads on: the drawing is here already.
          if (!event.nativeEvent.submitter?.hasAttribute('formaction')) event.preventDefault()
        }}
      >
        <input type="hidden" name="platform" value={platform.id} />
        <div className="stage-view">
          <Drawing build={build} catalog={catalog} coat={coat} justChosen={justChosen} />
          <Button className="stage-update" size="sm">
            Update the Drawing
          </Button>
        </div>
        <header className="grid gap-2 py-3 lg:[grid-area:head] lg:px-6">
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <h1 className="font-display text-2xl font-book">
              {platform.name} <span className="sr-only">{configuratorWords.builder}</span>
            </h1>
            <PlatformTabs platform={platform} platforms={catalog.platforms} />
          </div>
          <div className="grid gap-1 text-sm text-muted" role="status">
            <p>
              <ClassStatement buildClass={buildClass} /> {buildClass.reason}.
            </p>
            {missing > 0 && <p className="text-hold">{configuratorWords.missing(missing)}</p>}
            {findAdvisories(selection, catalog).map(({ text }) => (
              <p className="flex gap-2 text-hold" key={text}>
                <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
                <span>{text}</span>
              </p>
            ))}
          </div>
        </header>
        <div className="lg:relative lg:[grid-area:steps] lg:overflow-y-auto lg:border-l lg:border-control lg:[scrollbar-width:thin] print:hidden">
          <Steps
            {...props}
            selection={selection}
            isLowerMolded={build.drawn.lower === 'polymer'}
            onChange={change}
          />
        </div>
        <PartsList selection={selection} price={price} />
        <TitleBlock platform={platform} buildClass={buildClass} chosen={chosen} />
        <div className="lg:[grid-area:sign] lg:border-t-[1.5px] lg:border-l lg:border-t-muted lg:border-l-control lg:overflow-y-auto lg:px-6 lg:py-3 print:hidden">
          <div
            data-foot-bar
            className="build-bar flex items-center gap-x-4 gap-y-2 lg:flex-wrap max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-30 max-lg:border-t max-lg:border-hairline max-lg:bg-sheet max-lg:px-gutter max-lg:py-3 low:py-1 short:static"
          >
            <div className="mr-auto grid min-w-0 justify-items-start leading-tight">
              <span className="text-xs text-muted">
                {configuratorWords.total}, {price.itemCount === 1 ? '1 item' : `${price.itemCount} items`}
              </span>
              <output className="font-display text-2xl leading-none font-book">
                {priceWords(price.totalCents)}
              </output>
              {needsAttention(selection, current) && (
                <a
                  className="inline-flex min-h-11 items-center text-sm text-accent underline underline-offset-4"
                  href={`#step-${current}`}
                >
                  Next: {stepWords[current].short}
                </a>
              )}
            </div>
            <Button
              variant="primary"
              formAction="/builds"
              formMethod="post"
              name="then"
              value="submit"
              disabled={faults.length > 0}
              aria-describedby={faults.length > 0 ? 'not-yet' : undefined}
            >
              {configuratorWords.submit}
            </Button>
          </div>
          {faults.length > 0 && (
            <p className="pt-3 text-xs text-muted lg:pt-1" id="not-yet">
              {faults.map(({ text }) => text).join(' ')}
            </p>
          )}
        </div>
      </form>
      <form
        className="grid content-end justify-items-start gap-1 pb-4 lg:[grid-area:save] lg:border-l lg:border-control lg:px-6 lg:pb-3 print:hidden"
        method="post"
        action="/builds"
      >
        <BuildFields selection={selection} />
        <TrapField name={trapField} />
        <Tooltip
          text={
            price.itemCount === 0
              ? 'Choose a part first.'
              : 'Keeps the build and its price under a link of its own.'
          }
        >
          <Button size="sm" busyLabel="Saving" disabled={price.itemCount === 0}>
            Save Build for Later
          </Button>
        </Tooltip>
      </form>
    </section>
  )
}

function useSelection({ selection: first, catalog }: BuilderSheet) {
  const form = useRef<HTMLFormElement>(null)
  const [{ selection, justChosen }, setState] = useState<{ selection: Selection; justChosen?: PartStep }>({
    selection: first,
  })
  const [isAlive, setAlive] = useState(false)
  const read = (name?: string) => {
    const asked = form.current && parseBuildForm(new FormData(form.current))
    if (!asked) return
    history.pushState(null, '', buildPath(asked) + location.hash)
    const step = steps.find((each) => each === name)
    setState({ selection: asked, ...(step && { justChosen: step }) })
  }
  const travel = useCallback(() => {
    const asked = form.current?.isConnected && parseBuildAddress(location.search)
    if (!asked) return
    setState({ selection: removeMissingParts(asked, catalog).selection })
  }, [catalog])
  useLayoutEffect(() => {
    // A step back shows another build, not another place of the page.
    history.scrollRestoration = 'manual'
    setAlive(true)
    // What was chosen, or a step back that was taken, before script was there.
    if ([...(form.current?.elements ?? [])].some(isChanged)) read()
    else travel()
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, [])
  useEffect(() => {
    const sheet = form.current
    window.addEventListener('popstate', travel)
    sheet?.addEventListener('click', goToStep)
    return () => {
      window.removeEventListener('popstate', travel)
      sheet?.removeEventListener('click', goToStep)
    }
  }, [travel])
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => read(target.name)
  return { form, selection, justChosen, isAlive, change }
}

/** A jump to a step makes no entry in the history: there, Back takes a choice back. */
function goToStep(event: MouseEvent) {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  const link = (event.target as Element).closest('a[href^="#step-"]')
  const step = link && document.getElementById(link.getAttribute('href')?.slice(1) ?? '')
  if (!step) return
  event.preventDefault()
  step.scrollIntoView()
  const field = step.querySelector<HTMLElement>('input:checked') ?? step.querySelector('input')
  field?.focus({ preventScroll: true })
}

function PlatformTabs({ platform, platforms }: { platform: Platform; platforms: readonly Platform[] }) {
  const offered = platforms.filter(({ id, isAvailable }) => isAvailable && isPlatformId(id))
  if (offered.length < 2) return null
  return (
    <nav className="max-sm:w-full print:hidden" aria-label="Platform">
      <ul className="flex flex-wrap divide-x divide-control overflow-hidden rounded-control border border-control">
        {offered.map(({ id, name }) => (
          <li className="flex-auto" key={id}>
            <a
              className="grid min-h-11 place-items-center px-4 font-display text-sm leading-none tracking-wide text-muted hover:text-ink aria-[current]:bg-ink aria-[current]:text-page aria-[current]:forced-color-adjust-none forced-colors:focus-visible:outline-[CanvasText] forced-colors:aria-[current]:bg-[Highlight] forced-colors:aria-[current]:text-[HighlightText]"
              href={`/build?platform=${id}#configurator`}
              aria-current={id === platform.id || undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type ListProps = { selection: Selection; price: BuildPrice }

/** The parts list of the sheet, which is its progress, too. A step leads to its choices once it is reached. */
function PartsList({ selection, price }: ListProps) {
  const done = completedSteps(selection)
  const current = currentStep(selection)
  return (
    <nav className="border-t-[1.5px] border-muted lg:[grid-area:list]" aria-label="Build steps">
      <p className="sr-only">
        {done.length} of {steps.length} steps completed
      </p>
      <ol className="grid h-full grid-cols-2 lg:grid-cols-4">
        {steps.map((step, index) => {
          const lines = groupSame(price.lines.filter((line) => line.step === step))
          const Cell = canGoTo(selection, step) ? 'a' : 'span'
          return (
            <li
              className="grid border-hairline max-lg:border-b max-lg:odd:border-r lg:not-nth-[4n]:border-r lg:nth-[n+5]:border-t"
              key={step}
            >
              <Cell
                className="group grid min-h-16 grid-cols-[20px_minmax(0,1fr)_auto] content-center gap-x-2 px-4 py-2 text-sm"
                {...(Cell === 'a' && { href: `#step-${step}` })}
                aria-current={step === current ? 'step' : undefined}
              >
                <span className="font-display text-xs leading-snug text-faint" aria-hidden>
                  {index + 1}
                </span>
                <b
                  className={`col-span-2 font-display text-xs leading-snug font-medium tracking-wide forced-colors:group-aria-[current]:underline ${step === current ? 'text-accent' : 'text-muted'}`}
                >
                  {stepWords[step].short}
                </b>
                <span className="col-start-2 leading-snug wrap-anywhere underline-offset-4 group-[a:hover]:underline">
                  {lines.map(({ name }) => name).join(', ') || (
                    <span className="text-faint">{step === current ? 'Choose now' : 'Not chosen'}</span>
                  )}
                </span>
                <span className="font-display leading-snug">
                  {lines.length > 0 && priceWords(lines.reduce((sum, { cents }) => sum + cents, 0))}
                </span>
              </Cell>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

type TitleProps = { platform: Platform; buildClass: BuildClass; chosen: readonly Part[] }

function TitleBlock({ platform, buildClass, chosen }: TitleProps) {
  const { asDrawn } = buildClass
  const overall = asDrawn.overall ? 'Overall' : `Overall, ${buildClass.extended} extended`
  const items = [
    [`${platform.name} platform`, priceWords(platform.startingPriceCents), false],
    ['Caliber', caliberOf(platform, chosen), false],
    ['Scale', 'As ruled', false],
    ['Class', buildClass.label, asDrawn.class],
    ['Barrel', buildClass.barrel, asDrawn.barrel],
    [overall, buildClass.overall, asDrawn.overall],
  ] as const
  return (
    <dl className="grid grid-cols-3 border-t border-control lg:[grid-area:title] lg:min-h-14 lg:grid-cols-[repeat(auto-fit,minmax(7.5rem,1fr))]">
      {items.map(([term, value, isDrawn]) => (
        <div
          className="border-hairline px-3 py-2 max-lg:nth-[n+4]:border-t max-lg:not-nth-[3n+1]:border-l lg:not-first:border-l"
          key={term}
        >
          <dt className="text-xs text-faint lg:whitespace-nowrap">{markAsDrawn(term, isDrawn)}</dt>
          <dd className={`font-display text-sm leading-snug wrap-anywhere ${isDrawn ? 'text-faint' : ''}`}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
