import type { Sheet } from '#app/art/blueprint/blueprint.ts'
import type { Build } from '#app/art/blueprint/build.ts'
import { renderPart } from '#app/art/blueprint/part-sheet.ts'
import type { Part } from '../rules.ts'
import { withPart } from './build-class.ts'

/** A part on its own, as a build with it shows it. An accessory without a drawing has none. */
export function sheetOf(part: Part, build: Build): Sheet | undefined {
  if (part.step !== 'accessories') return renderPart(withPart(build, part), { step: part.step })
  const [accessory] = part.outline.accessories ?? []
  return accessory && renderPart(build, { step: 'accessories', accessory })
}
