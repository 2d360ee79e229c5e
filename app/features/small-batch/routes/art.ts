import { imageNotFound, imageHeaders } from '#app/http/image-headers.server.ts'
import { composeHeroSvg, drawGeometry } from '#app/art/drop-art.ts'
import { shopContext } from '#app/http/context.server.ts'
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
import type { Route } from './+types/art'

/** The artwork of a release: one stroke per slot. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, now } = context.get(shopContext)
  const slug = parseReleaseSlug(params.line)
  const [, file = ''] = /^([a-z]+)\.svg$/.exec(params.file) ?? []
  const release = slug && Object.hasOwn(releaseArtFiles, file) && (await findRelease(db, slug, now()))
  if (!release) return imageNotFound()
  const { status, slots, totalUnits } = release
  const drawing = composeHeroSvg(
    drawRelease(slug, totalUnits, file as ReleaseArtFile),
    strokeStates(status, slots),
  )
  return new Response(drawing, {
    headers: imageHeaders(request, { version: releaseArtVersion(status, slots) }),
  })
}

// Three releases in three frames, computed once: the geometry does not depend on slot states.
const drawRelease = memoize(9, (slug: ReleaseSlug, total: number, file: ReleaseArtFile) =>
  drawGeometry(
    { slug: `small-batch-${slug}`, theme: slug, dropNumber: total, total, lettering: String(total) },
    releaseArtFiles[file],
  ),
)
