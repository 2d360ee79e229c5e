import { renderBlueprint } from '#app/art/blueprint/blueprint.ts'
import { BlueprintDrawing } from '#app/art/blueprint/blueprint-drawing.tsx'
import type { Build } from '#app/art/blueprint/build.ts'
import type { Frame } from '#app/art/blueprint/frame.ts'
import {
  type Catalog,
  chosenParts,
  completedSteps,
  findConfigurablePlatform,
  type Selection,
} from '../rules.ts'
import { drawingLabel, buildForDrawing, classifyBuild } from '../rules/build-class.ts'
import { useWidth } from './use-width.ts'

type Props = {
  selection: Selection
  catalog: Catalog
  /** The part of the sheet to show, for drawings that are compared: they are drawn small. Default: the whole sheet. */
  frame?: Frame
  /** Approximate display width, until it is measured. */
  widthPx: number
}

/** A build with its dimensions, lettered for the width it is shown at: chosen parts in ink, the others in phantom line. */
export function BuildDrawing({ selection, catalog, frame, widthPx: guess }: Props) {
  const [view, widthPx] = useWidth<HTMLDivElement>(guess)
  const build: Build = buildForDrawing(selection, catalog)
  const platform = findConfigurablePlatform(catalog, selection.platformId)
  const isSmall = frame !== undefined || widthPx < 500
  const sheet = renderBlueprint(build, {
    pxPerInch: widthPx / (frame?.width ?? 36.2),
    chosen: completedSteps(selection),
    terse: isSmall,
    limits: !isSmall,
    ...(isSmall ? {} : { rulerY: 10.5 }),
    ...(frame && { frame }),
  })
  const chosen = chosenParts(selection, catalog)
  const label = drawingLabel(platform?.name ?? selection.platformId, classifyBuild(build, chosen), chosen)
  return (
    <div ref={view}>
      <BlueprintDrawing sheet={sheet} label={label} small={isSmall} />
    </div>
  )
}
