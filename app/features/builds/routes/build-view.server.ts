import { buildFaults } from '../rules/buildable.ts'
import {
  type Catalog,
  chosenParts,
  findConfigurablePlatform,
  priceBuild,
  type Selection,
  removeMissingParts,
} from '../rules.ts'
import type { SavedBuild } from '../store/saved-builds.server.ts'

/** What a page shows of a selection: the build as it can be made today, with no more of the catalog than that takes. */
export function toSelectionView(requested: Selection, catalog: Catalog) {
  const { selection, missing } = removeMissingParts(requested, catalog)
  const platform = findConfigurablePlatform(catalog, selection.platformId)
  return {
    selection,
    missing: missing.length,
    platformName: platform?.name ?? selection.platformId,
    price: priceBuild(selection, catalog),
    faults: buildFaults(selection, catalog),
    catalog: {
      platforms: catalog.platforms.filter(({ id }) => id === selection.platformId),
      parts: chosenParts(selection, catalog),
    },
  }
}

/** The same for a saved build: its code, and what it came to when it was saved. */
export function toBuildView({ code, selection, price, savedAt }: SavedBuild, catalog: Catalog) {
  return { ...toSelectionView(selection, catalog), code, savedAt, saved: price }
}

/** A build as a page shows it. */
export type BuildView = ReturnType<typeof toBuildView>
