import type { Platform, Part, Catalog } from '../rules.ts'

/** What a part goes with, from the rules that decide whether a build can be built. */
export type PartFit = {
  /** The platforms it is offered for, those that can be built first. */
  platforms: Platform[]
  /** Parts that it cannot be built with, whichever of the two says so. */
  excluded: Part[]
}

/** Which platforms take a part, and which parts do not go with it. */
export function fitOf(part: Part, { platforms, parts }: Catalog): PartFit {
  return {
    platforms: platforms.filter(
      ({ id, isAvailable }) => isAvailable && (part.platformId === null || part.platformId === id),
    ),
    excluded: parts.filter(
      (other) =>
        other.id !== part.id && (part.excludes.includes(other.id) || other.excludes.includes(part.id)),
    ),
  }
}
