import Redo2 from 'lucide-react/icons/redo-2'
import Undo2 from 'lucide-react/icons/undo-2'
import { type ReactNode, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import type { PartStep } from '#app/art/blueprint/build.ts'
import {
  buildFormId,
  ClassNote,
  Drawing,
  TitleBlock,
} from '#app/features/builds/components/builder-drawing.tsx'
import { BuildFields, ClassStatement } from '#app/features/builds/components/build-parts.tsx'
import {
  FinishChoice,
  MobileBar,
  StepTrack,
  SummaryCard,
  SuppressorToggle,
} from '#app/features/builds/components/builder-choices.tsx'
import { PartsDrawer } from '#app/features/builds/components/parts-drawer.tsx'
import {
  findAdvisories,
  buildForDrawing,
  classifyBuild,
  buildFaults,
} from '#app/features/builds/rules/checks.ts'
import { buildPath } from '#app/features/builds/rules/build-address.ts'
import {
  type FinishColors,
  finishIn,
  isStandard,
  type Catalog,
  type ConfiguratorState,
  chooseFinish,
  choosePart,
  chosenParts,
  configuratorStateOf,
  isPlatformId,
  type Platform,
  priceBuild,
  removeAccessory,
  type Selection,
  toggleSuppressor,
} from '#app/features/builds/rules.ts'
import { configuratorWords, faultWords, priceWords } from '#app/features/builds/words.ts'
import type { ShownPhoto } from '#app/features/photos/rules.ts'
import { Tooltip } from '#app/ui/tooltip.tsx'

export type BuilderSheet = {
  selection: Selection
  openStep: PartStep | undefined
  compared: readonly string[]
  platform: Platform
  catalog: Catalog
  missing: number
  photos: Readonly<Record<string, ShownPhoto>>
  finishColors: FinishColors
  suppressorNotice: string
}

type State = {
  configurator: ConfiguratorState
  at: number
  last: number
  drawer: { step: PartStep; isOpen: boolean }
  justChosen: PartStep | undefined
}

type Kept = Pick<State, 'configurator' | 'at'>

type Action =
  | { type: 'change'; configurator: ConfiguratorState; justChosen?: PartStep }
  | ({ type: 'travel' } & Kept)
  | { type: 'open'; step: PartStep }
  | { type: 'go'; step: PartStep }
  | { type: 'close' }

function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'change': {
      const at = state.at + 1
      const drawer = action.justChosen ? { ...state.drawer, isOpen: false } : state.drawer
      return { configurator: action.configurator, at, last: at, drawer, justChosen: action.justChosen }
    }
    case 'travel': {
      const { configurator, at } = action
      const drawer = { ...state.drawer, isOpen: false }
      return { configurator, at, last: Math.max(state.last, at), drawer, justChosen: undefined }
    }
    case 'open':
      return { ...state, drawer: { step: action.step, isOpen: true } }
    case 'go':
      return {
        ...state,
        configurator: { ...state.configurator, step: action.step },
        drawer: { step: action.step, isOpen: true },
        justChosen: undefined,
      }
    case 'close':
      return state.drawer.isOpen ? { ...state, drawer: { ...state.drawer, isOpen: false } } : state
  }
}

/**
 * The builder: one drafting sheet and one form. A build is an address, so it opens the same in every browser, Back takes a choice
 * back, and without script every press requests the next address; with it the drawing and the total are there at once.
 */
export default function Builder(props: BuilderSheet) {
  const { platform, catalog, compared } = props
  const root = useRef<HTMLElement>(null)
  const [scale, setScale] = useState('')
  const [state, dispatch] = useReducer(reduce, props, ({ selection, openStep }): State => {
    const configurator = configuratorStateOf(selection)
    const drawer = { step: openStep ?? configurator.step, isOpen: openStep !== undefined }
    return { configurator, at: 0, last: 0, drawer, justChosen: undefined }
  })
  const { configurator } = state
  const { selection } = configurator
  const isAlive = useHistory(root, state, dispatch, compared)
  const change = (next: ConfiguratorState, justChosen?: PartStep) => {
    const kept: Kept = { configurator: next, at: state.at + 1 }
    history.pushState({ build: kept }, '', buildPath(next.selection, compared) + location.hash)
    dispatch({ type: 'change', configurator: next, ...(justChosen && { justChosen }) })
  }
  const open = (step: PartStep) => dispatch({ type: 'open', step })
  const build = buildForDrawing(selection, catalog)
  const chosen = chosenParts(selection, catalog)
  const buildClass = classifyBuild(build, chosen)
  const price = priceBuild(selection, catalog)
  const faults = buildFaults(selection, catalog)
  const finish = finishIn(selection)
  return (
    <section
      id="configurator"
      className="builder"
      aria-label="Configurator"
      data-alive={isAlive || undefined}
      ref={root}
    >
      <form id={buildFormId} method="get" action="/build#configurator">
        <BuildFields selection={selection} compared={compared} />
      </form>
      <header className="flex flex-wrap items-center gap-x-6 gap-y-2 py-2 lg:[grid-area:head] lg:pt-1 lg:pr-1.5 lg:pb-1 lg:pl-4 lg:border-b lg:border-b-hairline max-lg:[&_h1]:absolute max-lg:[&_h1]:size-px max-lg:[&_h1]:overflow-hidden max-lg:[&_h1]:[clip-path:inset(50%)] max-lg:[&>nav]:-order-1 max-lg:[&>nav]:flex-[1_1_100%]">
        <h1 className="font-display text-xl leading-tight font-book">
          {platform.name} <span className="sr-only">{configuratorWords.builder}</span>
        </h1>
        <p className="max-w-[110ch] min-w-0 flex-1 text-sm leading-snug text-muted" role="status">
          <ClassStatement buildClass={buildClass} />
        </p>
        <PlatformTabs platform={platform} platforms={catalog.platforms} />
        {props.missing > 0 && (
          <p className="w-full text-sm text-hold" role="status">
            {configuratorWords.missing(props.missing)}
          </p>
        )}
      </header>
      <StepTrack
        configurator={configurator}
        catalog={catalog}
        onGoTo={(step) => {
          const kept: Kept = { configurator: { ...configurator, step }, at: state.at }
          history.replaceState({ build: kept }, '')
          dispatch({ type: 'go', step })
        }}
      />
      <div className="flex items-start gap-4 py-2 lg:[grid-area:notes] lg:pt-1 lg:pr-1 lg:pb-0 lg:pl-4">
        <ClassNote
          buildClass={buildClass}
          advisories={findAdvisories(selection, catalog, build, faultWords)}
        />
        <div className="flex noscript:hidden print:hidden">
          <Tool
            label="Undo"
            hint="Takes a change back: Ctrl+Z or ⌘Z"
            isReady={state.at > 0}
            onClick={() => history.back()}
          >
            <Undo2 aria-hidden />
          </Tool>
          <Tool
            label="Redo"
            hint="Brings it back: Ctrl+Y or ⇧⌘Z"
            isReady={state.at < state.last}
            onClick={() => history.forward()}
          >
            <Redo2 aria-hidden />
          </Tool>
        </div>
      </div>
      <div className="stage-view">
        <Drawing
          build={build}
          configurator={configurator}
          catalog={catalog}
          platform={platform}
          buildClass={buildClass}
          coat={isStandard(finish) ? undefined : props.finishColors[finish.id]}
          justChosen={state.justChosen}
          onScale={setScale}
          onOpen={open}
        />
      </div>
      <SummaryCard
        configurator={configurator}
        platform={platform}
        price={price}
        faults={faults}
        compared={compared}
        onOpen={open}
        onRemove={(index) => change(removeAccessory(configurator, index))}
      />
      <div className="grid gap-1 py-3 border-t border-t-hairline lg:[grid-area:strip] lg:flex lg:flex-wrap lg:items-center lg:gap-x-8 lg:gap-y-0 lg:py-0.5 lg:px-4 lg:[&>:first-child]:flex-[1_1_420px]">
        <FinishChoice
          selection={selection}
          isLowerMolded={build.lower === 'polymer'}
          colors={props.finishColors}
          onChoose={(id) => change(chooseFinish(configurator, id))}
        />
        <SuppressorToggle
          isOn={selection.isSuppressorOptimized}
          notice={props.suppressorNotice}
          onToggle={() => change(toggleSuppressor(configurator))}
        />
      </div>
      <TitleBlock platform={platform} buildClass={buildClass} chosen={chosen} scale={scale || 'As ruled'} />
      <PartsDrawer
        drawer={state.drawer}
        selection={selection}
        catalog={catalog}
        photos={props.photos}
        platform={platform}
        build={build}
        onChoose={(part) => change(choosePart(configurator, part), part.step)}
        onClose={() => dispatch({ type: 'close' })}
      />
      <MobileBar configurator={configurator} price={price} faults={faults} onOpen={open} />
      <p className="sr-only" role="status">
        {state.justChosen && `${configuratorWords.total} ${priceWords(price.totalCents)}`}
      </p>
    </section>
  )
}

/**
 * Follows the browser's history: Back and Forward, and the keys of Undo and Redo. `root` is the sheet, which another page may have
 * taken the place of. Answers whether script runs the sheet.
 */
function useHistory(
  root: { current: HTMLElement | null },
  state: State,
  dispatch: (action: Action) => void,
  compared: readonly string[],
): boolean {
  const [isAlive, setAlive] = useState(false)
  const { configurator, at, last } = state
  useLayoutEffect(() => {
    const stored = storedIn(history.state)
    const path = buildPath(configurator.selection, compared)
    if (stored && buildPath(stored.configurator.selection, compared) === path)
      dispatch({ type: 'travel', ...stored })
    else history.replaceState({ build: { configurator, at } satisfies Kept }, '', path + location.hash)
    // A step back shows another build, not another place of the page.
    history.scrollRestoration = 'manual'
    setAlive(true)
    // oxlint-disable-next-line react/exhaustive-deps -- once, with the build that was opened
  }, [])
  useEffect(() => {
    const travel = (event: PopStateEvent) => {
      if (!root.current?.isConnected) return
      const stored = storedIn(event.state)
      if (stored) dispatch({ type: 'travel', ...stored })
      // A jump within the page shows the same build.
      else history.replaceState({ build: { configurator, at } satisfies Kept }, '')
    }
    const press = (event: KeyboardEvent) => {
      const wanted = root.current?.isConnected && shortcutOf(event)
      if (!wanted) return
      event.preventDefault()
      if (wanted === 'undo' && at > 0) history.back()
      if (wanted === 'redo' && at < last) history.forward()
    }
    window.addEventListener('popstate', travel)
    document.addEventListener('keydown', press)
    return () => {
      window.removeEventListener('popstate', travel)
      document.removeEventListener('keydown', press)
    }
  })
  return isAlive
}

function storedIn(state: unknown): Kept | undefined {
  return (state as { build?: Kept } | null)?.build
}

/** Ctrl or Cmd with Z undoes, with Shift+Z or Y redoes. In a form field they keep their usual meaning. */
function shortcutOf({ ctrlKey, metaKey, altKey, shiftKey, key, target }: KeyboardEvent) {
  const isField =
    target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
  if (!(ctrlKey || metaKey) || altKey || isField) return undefined
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo'
  return key.toLowerCase() === 'y' ? 'redo' : undefined
}

function PlatformTabs({ platform, platforms }: { platform: Platform; platforms: readonly Platform[] }) {
  const offered = platforms.filter(({ id, isAvailable }) => isAvailable && isPlatformId(id))
  if (offered.length < 2) return null
  return (
    <nav className="max-sm:w-full print:hidden" aria-label="Platform">
      <ul className="flex flex-wrap divide-x divide-control overflow-hidden rounded-control border border-control">
        {offered.map(({ id, name }) => (
          <li className="max-sm:flex-1" key={id}>
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

type ToolProps = { label: string; hint: string; isReady: boolean; onClick: () => void; children: ReactNode }

function Tool({ label, hint, isReady, onClick, children }: ToolProps) {
  return (
    <Tooltip text={hint} align="end">
      <button
        className="grid size-11 place-items-center rounded-control border border-transparent text-muted not-disabled:hover:border-control not-disabled:hover:text-ink disabled:cursor-not-allowed disabled:text-control"
        type="button"
        aria-label={label}
        disabled={!isReady}
        onClick={onClick}
      >
        {children}
      </button>
    </Tooltip>
  )
}
