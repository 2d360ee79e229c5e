import { renderBlueprint } from '#app/art/blueprint/blueprint.ts'
import { BlueprintDrawing } from '#app/art/blueprint/blueprint-drawing.tsx'
import type { Frame } from '#app/art/blueprint/frame.ts'
import { completedSteps } from '../rules.ts'
import type { ReadBuild } from '../rules/checks.ts'

type Props = {
  build: Pick<ReadBuild, 'selection' | 'drawn' | 'label'>
  frame?: Frame
  widthPx: number
}

const phonePx = 380
const maxSmallPx = 500

/** Drawn for large screens and for phones, because each is lettered for the width that it is shown at. */
export function BuildDrawing({ build: { selection, drawn, label }, frame, widthPx }: Props) {
  const sheetFor = (width: number) => {
    const isSmall = frame !== undefined || width < maxSmallPx
    return renderBlueprint(drawn, {
      pxPerInch: width / (frame?.width ?? 36.2),
      chosen: completedSteps(selection),
      terse: isSmall,
      limits: !isSmall,
      ...(isSmall ? {} : { rulerY: 10.5 }),
      ...(frame && { frame }),
    })
  }
  return (
    <div role="img" aria-label={label}>
      {widthPx >= maxSmallPx && (
        <div className="max-md:hidden print:block">
          <BlueprintDrawing sheet={sheetFor(widthPx)} label="" small={frame !== undefined} />
        </div>
      )}
      <div className={widthPx >= maxSmallPx ? 'md:hidden print:hidden' : ''}>
        <BlueprintDrawing sheet={sheetFor(Math.min(widthPx, phonePx))} label="" small />
      </div>
    </div>
  )
}
