import {
  type Catalog,
  emptySelection,
  isPlatformId,
  type Part,
  partsFor,
  type Selection,
  singleSteps,
} from '../rules.ts'
import { buildFaults, caliberMixes, exclusions, requiredSteps } from './buildable.ts'

/** Something in the catalog of the builder that contradicts itself, with the item to be opened. */
export type Contradiction = { kind: 'platforms' | 'parts' | 'packages'; key: string; words: string }

/** A package with its build, if it has one. */
export type PackageSelection = { id: string; name: string; selection: Selection | null }

/**
 * Names what cannot be: a platform on sale without a complete build, a part that is in no build, one that excludes what is not
 * there, and a package that could not be submitted.
 */
export function findContradictions(catalog: Catalog, packages: readonly PackageSelection[]): Contradiction[] {
  return [
    ...catalog.platforms
      .filter(({ isAvailable }) => isAvailable)
      .flatMap(({ id, name }) => platformFaults(id, name, catalog)),
    ...catalog.parts.flatMap((part) => partFaults(part, catalog)),
    ...packages.flatMap((one) => packageFaults(one, catalog)),
  ]
}

function platformFaults(id: string, name: string, catalog: Catalog): Contradiction[] {
  const fault = (words: string) => [{ kind: 'platforms' as const, key: id, words }]
  if (!isPlatformId(id)) return fault(`${name} is available but has no drawing, so nobody can configure it`)
  const missing = requiredSteps.filter((step) => partsFor(catalog, id, step).length === 0)
  if (missing.length > 0) return fault(`${name} has no part for ${missing.join(', ')}`)
  return isCompletable(emptySelection(id), catalog)
    ? []
    : fault(`${name} has no complete build: its parts do not go together`)
}

function partFaults(part: Part, catalog: Catalog): Contradiction[] {
  const fault = (words: string) => ({ kind: 'parts' as const, key: part.id, words })
  const platforms = catalog.platforms.filter(
    ({ id, isAvailable }) => isAvailable && (part.platformId === null || part.platformId === id),
  )
  const unknown = part.excludes.filter((id) => !catalog.parts.some((other) => other.id === id))
  const fits = platforms.some(({ id }) => isPlatformId(id) && isCompletable(withPart(id, part), catalog))
  return [
    ...unknown.map((id) => fault(`${part.name} excludes ${id}, which is not on offer`)),
    // While its platform is coming, a part cannot be in a build yet.
    ...(platforms.length > 0 && !fits
      ? [fault(`${part.name} fits nothing: no complete build can have it`)]
      : []),
  ]
}

function withPart(platformId: Selection['platformId'], part: Part): Selection {
  const empty = emptySelection(platformId)
  return part.step === 'accessories'
    ? { ...empty, accessories: [part.id] }
    : { ...empty, parts: { [part.step]: part.id } }
}

/**
 * Whether the selection can be completed: some choice of the missing steps fits together. A depth-first search that
 * stops at the first part that contradicts the selection.
 */
function isCompletable(selection: Selection, catalog: Catalog): boolean {
  if (caliberMixes(selection, catalog).length > 0 || exclusions(selection, catalog).length > 0) return false
  const step = singleSteps.find(
    (one) =>
      requiredSteps.includes(one) &&
      !selection.parts[one] &&
      partsFor(catalog, selection.platformId, one).length > 0,
  )
  if (!step) return buildFaults(selection, catalog).length === 0
  return partsFor(catalog, selection.platformId, step).some(({ id }) =>
    isCompletable({ ...selection, parts: { ...selection.parts, [step]: id } }, catalog),
  )
}

function packageFaults({ id, name, selection }: PackageSelection, catalog: Catalog): Contradiction[] {
  if (!selection) return []
  const fault = (words: string) => [{ kind: 'packages' as const, key: id, words }]
  const offered = (partId: string) => catalog.parts.some((part) => part.id === partId)
  const chosen = [...Object.values(selection.parts), ...selection.accessories]
  const gone = chosen.filter((partId) => !offered(partId))
  if (gone.length > 0) return fault(`${name} has ${gone.join(', ')}, which is not on offer`)
  return buildFaults(selection, catalog).length > 0 ? fault(`${name} cannot be built as it is`) : []
}
