/** A drawing may load and run nothing, even if its file is opened as a page. */
const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'"

/** A rendered picture. */
export type RenderedImage = {
  /** A short version of the content's inputs. The page that shows the picture requests `?v=` with it. */
  version: string
  contentType?: string
  /** How long it may be cached under another version, in seconds: as long as it may be out of date. */
  soonSeconds?: number
}

/** The response when there is no picture. A minute later there may be one. */
export function imageNotFound(): Response {
  return new Response('There is no such picture.', {
    status: 404,
    headers: { 'Cache-Control': 'public, max-age=60' },
  })
}

/** Whether the picture was requested under its current version. */
export function isNamed(request: Request, version: string): boolean {
  return new URL(request.url).searchParams.get('v') === version
}

/**
 * The headers of a picture that is drawn from data. Under its current version it never changes; any other URL gets the
 * current picture, to be revalidated soon.
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
