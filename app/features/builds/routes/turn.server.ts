import { type PlatformId, STARTING_BUILDS } from '#app/art/blueprint/build.ts'
import { drawLit } from '#app/art/relief/draw-lit.server.ts'
import { turnDegrees } from '#app/art/relief/turn-views.ts'
import { rasterContentTypes } from '#app/art/raster.server.ts'
import type { ArtFile } from '#app/http/art.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { coatViewOf } from '../rules/finishes.ts'
import { isPlatformId } from '../rules.ts'

/**
 * `turn-ar15-4.webp` is a lit view of a platform; undefined for any other name. Each is drawn once and kept under
 * what it is drawn from.
 */
export function turnFile({ artwork }: Shop, file: string): ArtFile | undefined {
  const [, id = '', view = ''] = /^turn-([a-z0-9]+)-(\d)\.webp$/.exec(file) ?? []
  const degrees = turnDegrees[Number(view)]
  if (!isPlatformId(id) || view === '' || degrees === undefined) return undefined
  const version = turnVersion(id)
  const subject = { build: STARTING_BUILDS[id], finish: '' }
  return {
    version,
    contentType: rasterContentTypes.webp,
    soonSeconds: 3600,
    draw: () =>
      artwork.file(`turn-${id}-${view}-${version}.webp`, () => drawLit({ view: 'turn', subject, degrees })),
  }
}

/** The receiver of a build, lit in a finish: there are as many as there are receivers and finishes. Undefined for any other name. */
export function coatFile({ artwork }: Shop, file: string): ArtFile | undefined {
  const view = coatViewOf(file)
  if (!view) return undefined
  const { build, finish, version } = view
  const subject = { build, finish: finish.coat, isMetalOnly: finish.isMetalOnly }
  return {
    version,
    contentType: rasterContentTypes.webp,
    soonSeconds: 3600,
    draw: () =>
      artwork.file(`${file.replace(/\.webp$/, '')}-${version}.webp`, () =>
        drawLit({ view: 'coat', subject }),
      ),
  }
}

/** Raise it when the lit drawing changes, so that files and browsers take the new views. */
const turnRevision = '1'

/** Fingerprint of everything that the lit views of a platform depend on. */
function turnVersion(platform: PlatformId): string {
  return fingerprint(turnRevision + JSON.stringify([STARTING_BUILDS[platform], turnDegrees])).slice(0, 10)
}

/** The addresses of the lit views of a platform, from the left of its turn to the right; none if we cannot draw it. */
export function turnPaths({ id }: { id: string }): string[] {
  if (!isPlatformId(id)) return []
  const version = turnVersion(id)
  return turnDegrees.map((_, view) => `/art/builds/turn-${id}-${view}.webp?v=${version}`)
}
