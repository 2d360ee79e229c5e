import { composeHeroSvg, drawGeometry } from '#app/art/drop-art.ts'
import type { FindArt } from '#app/http/art.server.ts'
import { memoize } from '#app/kit/memoize.ts'
import {
  parseReleaseSlug,
  strokeStates,
  type ReleaseSlug,
  type ReleaseArtFile,
  releaseArtFiles,
  releaseArtVersion,
} from '../rules.ts'
import { findRelease } from '../store.server.ts'

export const releaseArt: FindArt = async ({ db, now }, [line = '', name = '']) => {
  const slug = parseReleaseSlug(line)
  const [, file = ''] = /^([a-z]+)\.svg$/.exec(name) ?? []
  const release = slug && Object.hasOwn(releaseArtFiles, file) && (await findRelease(db, slug, now()))
  if (!release) return undefined
  const { status, slots, totalUnits } = release
  return {
    version: releaseArtVersion(status, slots),
    draw: () =>
      composeHeroSvg(drawRelease(slug, totalUnits, file as ReleaseArtFile), strokeStates(status, slots)),
  }
}

// Three releases in three frames, computed once: the geometry does not depend on slot states.
const drawRelease = memoize(9, (slug: ReleaseSlug, total: number, file: ReleaseArtFile) =>
  drawGeometry(
    { slug: `small-batch-${slug}`, theme: slug, dropNumber: total, total, lettering: String(total) },
    releaseArtFiles[file],
  ),
)
