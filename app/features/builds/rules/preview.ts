import type { Build } from '#app/art/blueprint/build.ts'
import {
  type Catalog,
  choosePart,
  type ConfiguratorState,
  type Part,
  partIdsAt,
  priceBuild,
  type Selection,
} from '../rules.ts'
import { findAdvisories } from './advisories.ts'
import { buildForDrawing } from './build-class.ts'
import type { BuildFault } from './buildable.ts'

/** A build as it would be with a part that is looked at and not chosen. Prices in US cents. */
export type Preview = {
  part: Part
  configurator: ConfiguratorState
  build: Build
  totalCents: number
  /** Against the build as it is. */
  differenceCents: number
}

/** The build with a part in it, at the part's step. */
export function previewOf(part: Part, configurator: ConfiguratorState, catalog: Catalog): Preview {
  const selection = selectionWith(part, configurator.selection)
  const { totalCents } = priceBuild(selection, catalog)
  return {
    part,
    configurator: { selection, step: part.step },
    build: buildForDrawing(selection, catalog),
    totalCents,
    differenceCents: totalCents - priceBuild(configurator.selection, catalog).totalCents,
  }
}

/** What a part costs more or less than the chosen one in its place; undefined where it would take nothing's place. */
export function differenceTo(chosen: readonly Part[], part: Part): number | undefined {
  const replaced = chosen.find(({ step }) => step === part.step)
  if (!replaced || part.step === 'accessories' || replaced.id === part.id) return undefined
  return part.priceCents - replaced.priceCents
}

/** What the sheet would say against a build with this part that it does not say without it. */
export function notesWith(
  part: Part,
  selection: Selection,
  catalog: Catalog,
  say: (fault: BuildFault) => string,
): string[] {
  const textsOf = (of: Selection) =>
    findAdvisories(of, catalog, buildForDrawing(of, catalog), say).map(({ text }) => text)
  const known = textsOf(without(part, selection))
  return textsOf(selectionWith(part, selection)).filter((text) => !known.includes(text))
}

function selectionWith(part: Part, selection: Selection): Selection {
  // One accessory more of a kind changes nothing but the price.
  if (part.step !== 'accessories' && partIdsAt(selection, part.step).includes(part.id)) return selection
  return choosePart({ selection, step: part.step }, part).selection
}

function without({ id, step }: Part, selection: Selection): Selection {
  if (step === 'accessories')
    return { ...selection, accessories: selection.accessories.filter((each) => each !== id) }
  const { [step]: _, ...parts } = selection.parts
  return { ...selection, parts }
}
