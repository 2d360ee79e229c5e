import { imageNotFound, imageHeaders } from '#app/http/image-headers.server.ts'
import { composeHeroSvg, drawGeometry } from '#app/art/drop-art.ts'
import { shopContext } from '#app/http/context.server.ts'
import { memoize } from '#app/kit/memoize.ts'
import { parseLine } from '../input.ts'
import { drawnStates, type Line, type LineArtFile, lineArtFiles, lineArtVersion } from '../rules.ts'
import { findRelease } from '../store.server.ts'
import type { Route } from './+types/art'

/** The artwork of a line as it stands: one line of the drawing per slot of its release. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, now } = context.get(shopContext)
  const line = parseLine(params.line)
  const [, file = ''] = /^([a-z]+)\.svg$/.exec(params.file) ?? []
  const release = line && Object.hasOwn(lineArtFiles, file) && (await findRelease(db, line, now()))
  if (!release) return imageNotFound()
  const { status, slots, totalUnits } = release
  const drawing = composeHeroSvg(drawLine(line, totalUnits, file as LineArtFile), drawnStates(status, slots))
  return new Response(drawing, {
    headers: imageHeaders(request, { version: lineArtVersion(status, slots) }),
  })
}

// Three lines in three frames, each drawn once: the geometry does not change while slots go.
const drawLine = memoize(9, (line: Line, total: number, file: LineArtFile) =>
  drawGeometry(
    { slug: `small-batch-${line}`, theme: line, dropNumber: total, total, lettering: String(total) },
    lineArtFiles[file],
  ),
)
