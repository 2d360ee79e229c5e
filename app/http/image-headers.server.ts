/** Nothing in a drawing may load or run anything, should its file ever be opened as a page. */
const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'"

/** What a drawn picture is. */
export type RenderedImage = {
  /** What the content depends on, in a few letters. The page that shows it asks for `?v=` with these. */
  version: string
  contentType?: string
  /** For how many seconds it may be kept under another name: as long as it may be out of date. */
  soonSeconds?: number
}

/** The answer where there is no picture. A minute later there may be one. */
export function imageNotFound(): Response {
  return new Response('There is no such picture.', {
    status: 404,
    headers: { 'Cache-Control': 'public, max-age=60' },
  })
}

/** Was it asked for under its present version? */
export function isNamed(request: Request, version: string): boolean {
  return new URL(request.url).searchParams.get('v') === version
}

/**
 * The headers of a picture that is drawn from data. Asked for under its present version it never changes; under another
 * one or none it is the present picture too, to be asked for again soon.
 */
export function imageHeaders(
  request: Request,
  { version, contentType = 'image/svg+xml', soonSeconds = 10 }: RenderedImage,
) {
  return {
    'Content-Type': contentType,
    'Cache-Control': isNamed(request, version)
      ? 'public, max-age=31536000, immutable'
      : `public, max-age=${soonSeconds}`,
    'Content-Security-Policy': drawingPolicy,
  }
}
