import { outerEdges } from './blueprint.ts'
import type { Build } from './build.ts'
import { layersOf } from './layers.ts'
import { measure } from './measure.ts'

/**
 * Outer outline of a build alone: one path per piece, in inches on the sheet. Fill each path on its own and the union
 * is the silhouette; stroke them all with a wide pen first and the cut-out of a collector's case has its clearance.
 */
export function silhouette(build: Build): string[] {
  return layersOf(build, measure(build))
    .filter((layer) => !layer.neverInked && layer.name !== 'sling')
    .flatMap((layer) => outerEdges(layer.shapes))
}
