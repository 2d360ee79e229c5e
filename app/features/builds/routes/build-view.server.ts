import { buildFaults } from '../rules/checks.ts'
import {
  type Catalog,
  chosenParts,
  findConfigurablePlatform,
  priceBuild,
  type Selection,
  removeMissingParts,
} from '../rules.ts'
import type { SavedBuild } from '../store.server.ts'

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

export function toBuildView({ code, selection, price, savedAt }: SavedBuild, catalog: Catalog) {
  return { ...toSelectionView(selection, catalog), code, savedAt, saved: price }
}

export type BuildView = ReturnType<typeof toBuildView>
