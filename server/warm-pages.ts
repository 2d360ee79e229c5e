import type { Logger } from 'pino'
import { recordKey } from '#app/features/age-gate/rules.ts'
import { minute } from '#app/kit/clock.ts'
import { hostPrefix } from '#app/kit/host-prefix.ts'

/** Requests the site from inside. Such requests are no visit and are not logged. */
type RequestInternally = (request: Request, env: { isInside: true }) => Response | Promise<Response>

type Deps = {
  ask: RequestInternally
  publicUrl: string
  now: () => Date
  log: Logger
  /** Whether this process draws the lit pictures. The processes of a machine share them on its disk, so one of them does. */
  drawsPictures: boolean
}

/** Well below the hour for which a stale page may be served in an outage. */
const everyMs = 10 * minute
/** The newest drops and the pages of the shop: no more than the page cache can hold, with the gate before each. */
const maxPages = 80

/** The lit pictures of a drop, in the format that most browsers take: drawing one takes seconds. They are cached on disk. */
const litPicture = /\/art\/drops\/[\w-]+\/receiver-[\w-]+\.avif\?v=[\w-]+/g

/** So that every public page can be served when the database goes away, even if nobody requested it yet. Returns a function that stops it. */
export function keepPagesWarm(parts: Deps): () => void {
  let isStopped = false
  const drawn = new Set<string>()
  const warm = () => {
    warmPages(parts, { drawn, isStopped: () => isStopped }).catch((error: unknown) =>
      parts.log.error({ err: error }, 'The pages could not be rendered in advance'),
    )
  }
  const timer = setInterval(warm, everyMs)
  timer.unref()
  warm()
  return () => {
    isStopped = true
    clearInterval(timer)
  }
}

type Progress = {
  drawn?: Set<string>
  isStopped?: () => boolean
}

export async function warmPages(
  { ask, publicUrl, now, drawsPictures }: Omit<Deps, 'log'>,
  { drawn = new Set(), isStopped = () => false }: Progress = {},
): Promise<void> {
  const { host, protocol } = new URL(publicUrl)
  const get = async (path: string, isVerified: boolean) => {
    const name = protocol === 'https:' ? hostPrefix + recordKey : recordKey
    const headers = new Headers({ Host: host })
    if (isVerified) headers.set('Cookie', `${name}=${encodeURIComponent(now().toISOString())}`)
    return (await ask(new Request(new URL(path, publicUrl), { headers }), { isInside: true })).text()
  }
  const siteMap = await get('/sitemap.xml', false)
  const paths = Array.from(siteMap.matchAll(/<loc>([^<]+)<\/loc>/g), ([, address = '']) => {
    const { pathname } = new URL(address)
    return pathname
  })
  const pictures = new Set<string>()
  for (const path of paths.slice(0, maxPages))
    for (const isVerified of [true, false]) {
      if (isStopped()) return
      for (const [picture] of (await get(path, isVerified)).matchAll(litPicture)) pictures.add(picture)
    }
  for (const picture of drawsPictures ? pictures : []) {
    if (isStopped()) return
    if (drawn.has(picture)) continue
    await get(picture, true)
    drawn.add(picture)
  }
}
