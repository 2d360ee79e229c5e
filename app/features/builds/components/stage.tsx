import Redo2 from 'lucide-react/icons/redo-2'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Undo2 from 'lucide-react/icons/undo-2'
import { type ReactNode, useState } from 'react'
import type { Build } from '#app/art/blueprint/build.ts'
import { measure } from '#app/art/blueprint/measure.ts'
import { Tooltip } from '#app/ui/tooltip.tsx'
import { type Catalog, chosenParts, type Platform } from '../rules.ts'
import { configuratorWords, faultWords } from '../words.ts'
import { findAdvisories } from '../rules/advisories.ts'
import { drawingLabel, classifyBuild } from '../rules/build-class.ts'
import { frameOf, StageView } from './stage-view.tsx'
import type { Preview } from '../rules/preview.ts'
import { PreviewNote } from './preview-note.tsx'
import { TitleBlock } from './title-block.tsx'
import type { BuildState } from './use-build.ts'
import { useWidth } from './use-screen.ts'

/** Below this width the sheet is drawn taller, with short dimensions. */
const phoneSheetPx = 640

type Props = {
  state: BuildState
  catalog: Catalog
  platform: Platform
  build: Build
  /** The build with the part that is looked at: drawn, measured and classed in place of the build. */
  preview: Preview | undefined
}

/** The drafting sheet: the build's class, its drawing with the eight hotspots, and the title block. */
export function Stage({ state, catalog, platform, build: own, preview }: Props) {
  const [view, width] = useWidth<HTMLDivElement>(876)
  const [wantsCloseUp, setCloseUp] = useState(false)
  const sheet = width < phoneSheetPx ? 'phone' : 'wide'
  const isCloseUp = wantsCloseUp && sheet === 'phone'
  const { configurator, build } = preview ?? { configurator: state.configurator, build: own }
  const chosen = chosenParts(configurator.selection, catalog)
  const buildClass = classifyBuild(build, chosen)
  const frame = frameOf(build, measure(build), sheet, isCloseUp ? configurator.step : undefined)
  return (
    <div className="relative flex min-w-0 flex-col border-hairline max-xl:border-b xl:border-r [--bp-sheet:var(--page)]">
      <div className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 pt-6 low:order-1 low:pt-3 xl:pr-6">
        <div>
          <p
            className={`font-display text-3xl leading-none font-book ${buildClass.asDrawn.class ? 'text-muted' : 'text-accent'}`}
          >
            {buildClass.code}
          </p>
          <p className="mt-1.5 text-sm text-muted">{buildClass.reason}</p>
          <p className="text-xs text-faint">{configuratorWords.illustration}</p>
        </div>
        <div className="flex min-w-0 items-start gap-3 noscript:hidden print:hidden max-sm:flex-col-reverse max-sm:items-end max-sm:gap-1">
          <ViewSwitch isCloseUp={wantsCloseUp} onChange={setCloseUp} />
          <UndoRedo state={state} />
        </div>
        <Advisories advisories={findAdvisories(state.configurator.selection, catalog, own, faultWords)} />
      </div>
      <div
        className="stage-view relative flex flex-1 items-center max-lg:-mx-gutter max-lg:mt-2 max-lg:not-data-plain:overflow-hidden lg:min-h-[380px] xl:mr-6"
        ref={view}
        data-plain={!state.isAlive || undefined}
        data-preview={preview ? '' : undefined}
      >
        {preview && (
          <PreviewNote
            className="absolute top-3 right-0 z-3 max-w-full bg-page py-1 pl-3 max-xl:hidden"
            preview={preview}
            totalCents={preview.totalCents}
          />
        )}
        <StageView
          build={build}
          configurator={configurator}
          catalog={catalog}
          width={width}
          sheet={sheet}
          isCloseUp={isCloseUp}
          label={drawingLabel(platform.name, buildClass, chosen)}
          justChosen={state.justChosen}
          onOpen={state.openDrawer}
        />
      </div>
      <TitleBlock
        platform={platform}
        buildClass={buildClass}
        chosen={chosen}
        scale={`1 : ${(96 / (width / frame.width)).toFixed(1)}`}
      />
    </div>
  )
}

const segment =
  'min-h-11 px-4 font-display text-xs leading-none font-medium tracking-wide text-muted aria-pressed:bg-ink aria-pressed:text-page'

/** The whole sheet or the part in hand, where the sheet is narrow. */
function ViewSwitch({ isCloseUp, onChange }: { isCloseUp: boolean; onChange: (isCloseUp: boolean) => void }) {
  return (
    <div className="flex rounded-control border border-control lg:hidden" role="group" aria-label="View">
      <button className={segment} type="button" aria-pressed={!isCloseUp} onClick={() => onChange(false)}>
        Fit
      </button>
      <button className={segment} type="button" aria-pressed={isCloseUp} onClick={() => onChange(true)}>
        Close-up
      </button>
    </div>
  )
}

function UndoRedo({ state }: Pick<Props, 'state'>) {
  return (
    <div className="flex">
      <Tool label="Undo" hint={configuratorWords.undoHint} isReady={state.canUndo} onClick={state.undo}>
        <Undo2 aria-hidden />
      </Tool>
      <Tool label="Redo" hint={configuratorWords.redoHint} isReady={state.canRedo} onClick={state.redo}>
        <Redo2 aria-hidden />
      </Tool>
    </div>
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

/** Compatibility notes. */
function Advisories({ advisories }: { advisories: ReturnType<typeof findAdvisories> }) {
  return (
    <div className="col-span-full grid max-w-[76ch] gap-0.5" role="status">
      {advisories.map(({ text }) => (
        <p className="flex gap-2 text-sm text-hold" key={text}>
          <TriangleAlert className="mt-0.5 size-4" aria-hidden />
          <span>{text}</span>
        </p>
      ))}
    </div>
  )
}
