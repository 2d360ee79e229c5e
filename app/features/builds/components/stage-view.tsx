import { memo } from 'react'
import { balloonsOf } from '#app/art/blueprint/balloons.ts'
import { renderBlueprint } from '#app/art/blueprint/blueprint.ts'
import { BlueprintDrawing } from '#app/art/blueprint/blueprint-drawing.tsx'
import type { Build, PartStep } from '#app/art/blueprint/build.ts'
import { closeUpFrame, type Frame, phoneFrame, sheetFrame } from '#app/art/blueprint/frame.ts'
import { Leaders } from '#app/art/blueprint/leaders.tsx'
import { type Measures, measure } from '#app/art/blueprint/measure.ts'
import { type ConfiguratorState, type Catalog, completedSteps, hotspotSteps } from '../rules.ts'
import { Hotspot } from './hotspot.tsx'

type Props = {
  build: Build
  configurator: ConfiguratorState
  catalog: Catalog
  /** The text alternative of the drawing. */
  label: string
  /** Width of the view in CSS pixels. */
  width: number
  sheet: 'wide' | 'phone'
  isCloseUp: boolean
  justChosen: PartStep | undefined
  onOpen: (step: PartStep) => void
}

/**
 * The drawing with its dimensions, and a numbered button for every step that has parts. It is the most expensive render of
 * the page, so it is skipped when the drawer opens or closes. `onOpen` is ignored because its behavior never changes.
 */
export const StageView = memo(StageDrawing, ({ onOpen: _, ...before }, { onOpen: __, ...after }) =>
  Object.entries(after).every(([name, value]) => value === before[name as keyof typeof before]),
)

function StageDrawing({
  build,
  configurator,
  catalog,
  label,
  width,
  sheet,
  isCloseUp,
  justChosen,
  onOpen,
}: Props) {
  const measures = measure(build)
  const frame = frameOf(build, measures, sheet, isCloseUp ? configurator.step : undefined)
  const pxPerInch = width / frame.width
  const chosen = completedSteps(configurator.selection)
  const blueprint = renderBlueprint(build, {
    pxPerInch,
    frame,
    chosen,
    focus: configurator.step,
    dimensions: !isCloseUp,
    ...(sheet === 'phone'
      ? {
          barrelLineY: 6.4,
          overallLineY: 11.6,
          terse: true,
          limits: false,
          letteringPx: 10,
        }
      : { rulerY: 10.5 }),
  })
  const offered = hotspotSteps(catalog, configurator.selection.platformId)
  const balloons = isCloseUp
    ? []
    : balloonsOf(build, measures, sheet).filter(({ step }) => offered.includes(step))
  return (
    <div className="stage-sheet relative w-full">
      <BlueprintDrawing sheet={blueprint} label={label} justChosen={justChosen}>
        <Leaders balloons={balloons} pxPerInch={pxPerInch} />
      </BlueprintDrawing>
      {offered
        .flatMap((step) => balloons.find((balloon) => balloon.step === step) ?? [])
        .map((balloon) => (
          <Hotspot
            key={balloon.step}
            balloon={balloon}
            frame={frame}
            configurator={configurator}
            catalog={catalog}
            onOpen={onOpen}
          />
        ))}
    </div>
  )
}

/** The part of the sheet in view. */
export function frameOf(
  build: Build,
  measures: Measures,
  sheet: 'wide' | 'phone',
  closeUp: PartStep | undefined,
): Frame {
  if (closeUp) return closeUpFrame(measures, closeUp)
  return sheet === 'phone' ? phoneFrame(measures, build.suppressor) : sheetFrame(measures, build.suppressor)
}
