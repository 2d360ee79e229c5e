import { composeHeroSvg } from '#app/art/drop-art.ts'
import type { FindArt } from '#app/http/art.server.ts'
import {
  parseReleaseSlug,
  strokeStates,
  type ReleaseArtFile,
  releaseArtFiles,
  releaseArtVersion,
} from '../rules.ts'
import { findRelease } from '../store.server.ts'

export const releaseArt: FindArt = async ({ db, now, artwork }, [line = '', name = '']) => {
  const slug = parseReleaseSlug(line)
  const [, file = ''] = /^([a-z]+)\.svg$/.exec(name) ?? []
  const release = slug && Object.hasOwn(releaseArtFiles, file) && (await findRelease(db, slug, now()))
  if (!release) return undefined
  const { status, slots, totalUnits: total } = release
  return {
    version: releaseArtVersion(status, slots),
    draw: () => {
      const subject = {
        slug: `small-batch-${slug}`,
        theme: slug,
        dropNumber: total,
        total,
        lettering: String(total),
      }
      const geometry = artwork.geometry(subject, releaseArtFiles[file as ReleaseArtFile])
      const phase = status === 'coming_soon' ? 'tease' : undefined
      return composeHeroSvg(geometry, strokeStates(status, slots), { phase })
    },
  }
}
