import type { MiddlewareFunction } from 'react-router'
import { z } from 'zod'
import { artPalette } from '#app/art/art-theme.ts'
import { isOpenPage } from '#app/facts/sections.ts'
import { type Shop, shopContext } from '#app/http/context.server.ts'
import { jsonError, jsonResponse } from '#app/http/responses.server.ts'
import { artPath, dropPatchPicture, dropPath, patchPicture } from '../rules.ts'
import { ownColorsOf } from '../rules/art.ts'
import { artVersion, patchSubjects } from '../store/artwork.server.ts'
import {
  type Drop,
  type DropVariant,
  findCurrentDrop,
  findDrop,
  listNewestDrops,
} from '../store/drops.server.ts'
import { listPatches } from '../store/patches.server.ts'
import type { Route } from './+types/api'

/** Any origin may read every response, errors included: the data is public and uses no cookies. */
const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  // Lets scripts read the ETag, to revalidate, and the address of a list's next page.
  'Access-Control-Expose-Headers': 'ETag, Link',
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/** The preflight for cross-origin `If-None-Match`, cacheable for a day. */
const preflightHeaders = {
  ...corsHeaders,
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers': 'If-None-Match',
  'Access-Control-Max-Age': '86400',
}

// Without it the router would send OPTIONS to the loader.
export const middleware: MiddlewareFunction<Response>[] = [
  async ({ request }, next) => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: preflightHeaders })
    const response = await next()
    for (const [name, value] of Object.entries(corsHeaders)) response.headers.set(name, value)
    return response
  },
]

const address = /^drops(?:\/(?<slug>[^/]+)(?:\/(?<list>variants|patches))?)?$/

const noSuchAddress = () => jsonError(404, 'no_such_address', 'Not found.')

export function action({ params }: Route.ActionArgs): Response {
  if (!address.test(params['*'])) return noSuchAddress()
  const headers = { Allow: 'GET, HEAD' }
  return jsonError(405, 'method_not_allowed', 'This API is read-only. Ask with GET or HEAD.', headers)
}

export async function loader({ context, params, request }: Route.LoaderArgs): Promise<Response> {
  const found = address.exec(params['*'])
  if (!found) return noSuchAddress()
  const shop = context.get(shopContext)
  const { slug, list } = found.groups ?? {}
  if (slug === undefined) return listOfDrops(request, shop)
  // Numbers change quickly while a drop sells.
  const answer = (body: unknown) => jsonResponse(request, body, { cacheControl: 'public, max-age=5' })
  if (slug === 'current' && !list) {
    const drop = await findCurrentDrop(shop.db, shop.now())
    return drop ? answer(toDrop(drop, shop)) : jsonError(404, 'no_live_drop', 'No drop is live right now.')
  }
  const [drop, closed] = await Promise.all([findDrop(shop.db, slug, shop.now()), shop.closedPages()])
  if (!drop || !isOpenPage(closed, dropPath(drop))) return jsonError(404, 'drop_not_found', 'Drop not found.')
  if (!list) return answer(toDrop(drop, shop))
  if (list === 'variants') return answer(drop.variants.map((variant) => toVariant(drop, variant)))
  const patches = await listPatches(shop.db, drop.id, shop.now())
  const { sold } = patchSubjects(drop, patches)
  return answer(patches.map((patch, at) => toPatch(patch, sold[at]?.version ?? '', shop)))
}

const listInput = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(100),
  below: z.coerce.number().int().min(1).max(1_000_000).optional(),
})

async function listOfDrops(request: Request, shop: Shop): Promise<Response> {
  const parsed = listInput.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!parsed.success)
    return jsonError(400, 'bad_page', 'limit is 1 to 100, and below is the number of a drop.')
  const { limit, below } = parsed.data
  const found = await listNewestDrops(shop.db, shop.now(), { max: limit + 1, below })
  const drops = found.slice(0, limit)
  const last = found.length > limit ? drops.at(-1) : undefined
  const body = drops.map((drop) => toDrop(drop, shop))
  const response = jsonResponse(request, body, { cacheControl: 'public, max-age=5' })
  if (last) {
    const next = new URLSearchParams({ limit: String(limit), below: String(last.dropNumber) })
    response.headers.set('Link', `<${shop.publicUrl}/api/drops?${next}>; rel="next"`)
  }
  return response
}

function toDrop(drop: Drop, { publicUrl }: Shop) {
  const { ground, ink, accent } = artPalette(drop.theme, ownColorsOf(drop))
  const patch = dropPatchPicture(drop.slug, patchSubjects(drop, []).own.version)
  return {
    id: drop.id,
    slug: drop.slug,
    name: drop.name,
    tagline: drop.tagline,
    description: drop.description,
    story: drop.story,
    status: drop.status,
    category: drop.category,
    drop_number: drop.dropNumber,
    launch_date: drop.launchDate?.toISOString() ?? null,
    end_date: drop.endDate?.toISOString() ?? null,
    total_units: drop.totalUnits,
    /** Units that are not taken; some of them may be held at this moment. */
    remaining_units: drop.counts.remaining,
    base_price: drop.basePrice,
    hero_image_url: drop.heroImageUrl ?? publicUrl + artPath(drop.slug, 'hero-wide', artVersion(drop)),
    patch_artwork_url: drop.patchArtworkUrl ?? publicUrl + patch.src,
    color_primary: drop.colorPrimary ?? ground,
    color_secondary: drop.colorSecondary ?? ink,
    color_accent: drop.colorAccent ?? accent,
  }
}

function toVariant(drop: Drop, { id, name, description }: DropVariant) {
  return { id, drop_id: drop.id, name, description }
}

type Patch = Awaited<ReturnType<typeof listPatches>>[number]

function toPatch(patch: Patch, version: string, { publicUrl }: Shop) {
  return {
    id: patch.id,
    drop_id: patch.dropId,
    name: patch.name,
    description: patch.description,
    image_url: patch.imageUrl ?? publicUrl + patchPicture(patch.id, version).src,
    price: patch.price,
    grants_early_access: patch.grantsEarlyAccess,
    available_quantity: patch.availableQuantity,
    sold_quantity: patch.soldQuantity,
  }
}
