import { formatCents } from '#app/kit/money.ts'
import type { ShownPhoto } from '#app/features/photos/rules.ts'
import type { Start } from '../components/start-from.tsx'
import type { PriceFrom } from '../components/price-from.tsx'
import { buildPath } from '../rules/build-address.ts'
import {
  type Catalog,
  chosenParts,
  findConfigurablePlatform,
  isPlatformId,
  type Platform,
  priceBuild,
  removeMissingParts,
  type Selection,
} from '../rules.ts'
import { cheapestBuild } from '../rules/cheapest.ts'
import { drawingPath, type FactoryPackage, selectionDrawing } from '../store.server.ts'
import type { SavedBuild } from '../store/saved-builds.server.ts'

/** The packages of the page, with drawing or photograph, and their address in the configurator. */
export function packageViews(
  packages: readonly FactoryPackage[],
  photos: Readonly<Record<string, ShownPhoto>>,
) {
  return packages.map(({ drawing, selection, ...rest }) => ({
    ...rest,
    configuratorPath: selection && pathInConfigurator(selection),
    picture: drawingPath(`package-${rest.id}`, drawing),
    photo: photos[rest.id],
  }))
}

/** Finished builds of others that can still be built: platform, parts and today's price. */
export function shownStarts(builds: readonly SavedBuild[], catalog: Catalog): Start[] {
  return builds.flatMap(({ code, selection }) => {
    const platform = findConfigurablePlatform(catalog, selection.platformId)
    if (!platform || removeMissingParts(selection, catalog).missing.length > 0) return []
    const parts = new Set(chosenParts(selection, catalog).map(({ name }) => name))
    return {
      id: code,
      name: platform.name,
      text: [...parts].join(', '),
      price: formatCents(priceBuild(selection, catalog).totalCents),
      configuratorPath: pathInConfigurator(selection),
      picture: drawingPath(`build-${code.toLowerCase()}`, selectionDrawing(selection, catalog)),
      photo: undefined,
    }
  })
}

/** What a platform starts from: its cheapest complete build; its base price alone where it has none. */
export function priceFrom({ id, startingPriceCents }: Platform, catalog: Catalog): PriceFrom {
  const cheapest = isPlatformId(id) ? cheapestBuild(id, catalog) : undefined
  return {
    baseCents: startingPriceCents,
    complete: cheapest
      ? {
          totalCents: cheapest.totalCents,
          parts: cheapest.parts.map(({ name }) => name),
          path: pathInConfigurator(cheapest.selection),
        }
      : null,
  }
}

function pathInConfigurator(selection: Selection): string {
  return `${buildPath(selection)}#configurator`
}
