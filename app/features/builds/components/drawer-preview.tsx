import { BlueprintDrawing } from '#app/art/blueprint/blueprint-drawing.tsx'
import { renderBlueprint } from '#app/art/blueprint/blueprint.ts'
import type { Build } from '#app/art/blueprint/build.ts'
import { wholeFrame } from '#app/art/blueprint/frame.ts'
import { completedSteps, type ConfiguratorState } from '../rules.ts'
import type { Preview } from '../rules/preview.ts'
import { PreviewNote } from './preview-note.tsx'

type Props = {
  configurator: ConfiguratorState
  build: Build
  preview: Preview | undefined
  totalCents: number
}

/** The drawing above the parts, where the drawer covers that of the page. Its frame is the same for every part. */
export function DrawerPreview({ configurator, build, preview, totalCents }: Props) {
  const { selection, step } = preview?.configurator ?? configurator
  const sheet = renderBlueprint(preview?.build ?? build, {
    pxPerInch: sheetPx / wholeFrame.width,
    frame: wholeFrame,
    chosen: completedSteps(selection),
    focus: step,
    dimensions: false,
  })
  return (
    <div className="drawer-preview" data-preview={preview ? '' : undefined}>
      <BlueprintDrawing sheet={sheet} label="" small />
      <PreviewNote preview={preview} totalCents={totalCents} />
    </div>
  )
}

const sheetPx = 400
