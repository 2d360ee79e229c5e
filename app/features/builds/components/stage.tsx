import Redo2 from 'lucide-react/icons/redo-2'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Undo2 from 'lucide-react/icons/undo-2'
import { useState } from 'react'
import type { Build } from '#app/art/blueprint/build.ts'
import { measure } from '#app/art/blueprint/measure.ts'
import { useHydrated } from '#app/ui/hydrated.ts'
import { type Catalog, chosenParts, type Platform } from '../rules.ts'
import { benchWords } from '../words.ts'
import { advisoriesOf } from './advisories.ts'
import { drawingLabel, readOut } from './drawn-build.ts'
import { frameOf, StageView } from './stage-view.tsx'
import { TitleBlock } from './title-block.tsx'
import type { BuildState } from './use-build.ts'
import { useWidth } from './use-width.ts'

/** Narrower than this the sheet is drawn taller, with short dimensions. */
const phoneSheetPx = 640

type Props = { state: BuildState; catalog: Catalog; platform: Platform; build: Build }

/** The drafting sheet: what the build is, its drawing with the eight hotspots, and the title block. */
export function Stage({ state, catalog, platform, build }: Props) {
  const [view, width] = useWidth<HTMLDivElement>(876)
  const [wantsCloseUp, setCloseUp] = useState(false)
  const isHydrated = useHydrated()
  const sheet = width < phoneSheetPx ? 'phone' : 'wide'
  const isCloseUp = wantsCloseUp && sheet === 'phone'
  const { bench } = state
  const chosen = chosenParts(bench.selection, catalog)
  const read = readOut(build, chosen)
  const frame = frameOf(build, measure(build), sheet, isCloseUp ? bench.step : undefined)
  return (
    <div className="stage">
      <div className="stage-t">
        <div className="cls">
          <p className={read.drawn.class ? 'cls-code is-drawn' : 'cls-code'}>{read.code}</p>
          <p className="cls-why">{read.because}</p>
          <p className="cls-src">{benchWords.illustration}</p>
        </div>
        <div className="stage-tools">
          {isHydrated && (
            <div className="seg" role="group" aria-label="View">
              <button type="button" aria-pressed={!wantsCloseUp} onClick={() => setCloseUp(false)}>
                Fit
              </button>
              <button type="button" aria-pressed={wantsCloseUp} onClick={() => setCloseUp(true)}>
                Close-up
              </button>
            </div>
          )}
          {isHydrated && (
            <div className="undo">
              <button type="button" aria-label="Undo" disabled={!state.canUndo} onClick={state.undo}>
                <Undo2 aria-hidden />
              </button>
              <button type="button" aria-label="Redo" disabled={!state.canRedo} onClick={state.redo}>
                <Redo2 aria-hidden />
              </button>
            </div>
          )}
        </div>
        <Advisories advisories={advisoriesOf(bench.selection, catalog, build)} />
      </div>
      <div className="view" ref={view} data-plain={!isHydrated || undefined}>
        <StageView
          {...{ build, bench, catalog, width, sheet, isCloseUp }}
          label={drawingLabel(platform.name, read, chosen)}
          justChosen={state.justChosen}
          onOpen={state.show}
        />
      </div>
      <TitleBlock {...{ platform, read, chosen }} scale={`1 : ${(96 / (width / frame.width)).toFixed(1)}`} />
    </div>
  )
}

/** What the parts say against each other: plain words, and nothing is refused for them. */
function Advisories({ advisories }: { advisories: ReturnType<typeof advisoriesOf> }) {
  return (
    <div className="notes" role="status">
      {advisories.map(({ text }) => (
        <p key={text}>
          <TriangleAlert aria-hidden />
          <span>{text}</span>
        </p>
      ))}
    </div>
  )
}
