import {
  type Catalogue,
  chosenParts,
  configurable,
  priceBuild,
  type Selection,
  withoutMissing,
} from '../rules.ts'
import type { SavedBuild } from '../store/saved-builds.server.ts'

/** What a page shows of a selection: the build as it can be made today, with no more of the catalogue than that takes. */
export function showSelection(args: Selection, catalogue: Catalogue) {
  const { selection, missing } = withoutMissing(args, catalogue)
  const platform = configurable(catalogue, selection.platformId)
  return {
    selection,
    missing: missing.length,
    platformName: platform?.name ?? selection.platformId,
    price: priceBuild(selection, catalogue),
    catalogue: {
      platforms: catalogue.platforms.filter(({ id }) => id === selection.platformId),
      parts: chosenParts(selection, catalogue),
    },
  }
}

/** The same for a saved build: its code, and what it came to when it was saved. */
export function showBuild({ code, selection, price, savedAt }: SavedBuild, catalogue: Catalogue) {
  return { ...showSelection(selection, catalogue), code, savedAt, saved: price }
}

/** A build as a page shows it. */
export type ShownBuild = ReturnType<typeof showBuild>
