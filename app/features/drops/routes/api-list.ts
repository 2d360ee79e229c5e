import { shopContext } from '#app/http/context.server.ts'
import { jsonError } from '#app/http/json-response.server.ts'
import { apiListInput } from '../input.ts'
import { listNewestDrops } from '../store.server.ts'
import type { Route } from './+types/api-list'
import { respondJson, toApiDrop } from './api-responses.server.ts'

export { middleware, methodNotAllowed as action } from './api-responses.server.ts'

/** Drops, newest number first, a page at a time. The `Link` header has the address of the next page. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const url = new URL(request.url)
  const parsed = apiListInput.safeParse(Object.fromEntries(url.searchParams))
  if (!parsed.success)
    return jsonError(400, 'bad_page', 'limit is 1 to 100, and below is the number of a drop.')
  const { limit, below } = parsed.data
  const found = await listNewestDrops(shop.db, shop.now(), { max: limit + 1, below })
  const drops = found.slice(0, limit)
  const last = found.length > limit ? drops.at(-1) : undefined
  const response = respondJson(
    request,
    drops.map((drop) => toApiDrop(drop, shop)),
  )
  if (last) {
    const next = new URLSearchParams({ limit: String(limit), below: String(last.dropNumber) })
    response.headers.set('Link', `<${shop.publicUrl}/api/drops?${next}>; rel="next"`)
  }
  return response
}
