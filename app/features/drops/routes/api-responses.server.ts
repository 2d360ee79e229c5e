import type { MiddlewareFunction } from 'react-router'
import { z } from 'zod'
import { artPalette } from '#app/art/art-theme.ts'
import type { Shop } from '#app/http/context.server.ts'
import { jsonResponse, jsonError } from '#app/http/json-response.server.ts'
import { artPath, dropCategories, dropPatchPicture, dropStatuses, patchPicture } from '../rules.ts'
import { ownColorsOf } from '../rules/art-lines.ts'
import {
  artVersion,
  type Drop,
  findDrop,
  type listPatches,
  type listVariants,
  patchSubjects,
} from '../store.server.ts'

const instant = z.iso.datetime().nullable()
const cents = z.int().positive().describe('US cents')

/** A drop in the API: the fields of the specification, section 3. */
export const apiDrop = z.strictObject({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  tagline: z.string().nullable(),
  description: z.string().nullable(),
  story: z.string().nullable().describe('Paragraphs parted by an empty line'),
  status: z.enum(dropStatuses),
  category: z.enum(dropCategories),
  drop_number: z.int().positive(),
  launch_date: instant,
  end_date: instant,
  total_units: z.int().positive(),
  remaining_units: z
    .int()
    .min(0)
    .describe('Units that are not taken; some of them may be held at this moment'),
  base_price: cents,
  hero_image_url: z.url(),
  patch_artwork_url: z.url(),
  color_primary: z.string(),
  color_secondary: z.string(),
  color_accent: z.string(),
})

/** A variant of a drop. */
export const apiVariant = z.strictObject({
  id: z.uuid(),
  drop_id: z.uuid(),
  name: z.string(),
  description: z.string().nullable(),
})

/** A patch of a drop. */
export const apiPatch = z.strictObject({
  id: z.uuid(),
  drop_id: z.uuid(),
  name: z.string(),
  description: z.string().nullable(),
  image_url: z.url(),
  price: cents,
  grants_early_access: z.boolean(),
  available_quantity: z.int().min(0),
  sold_quantity: z.int().min(0),
})

/** An API error. */
export const apiError = z.strictObject({ error: z.strictObject({ code: z.string(), message: z.string() }) })

/** Converts a drop. Pictures and colors that the operator did not set come from its artwork. */
export function toApiDrop(drop: Drop, { publicUrl }: Pick<Shop, 'publicUrl'>): z.infer<typeof apiDrop> {
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
    remaining_units: drop.counts.remaining,
    base_price: drop.basePrice,
    hero_image_url: drop.heroImageUrl ?? publicUrl + artPath(drop.slug, 'hero-wide', artVersion(drop)),
    patch_artwork_url: drop.patchArtworkUrl ?? publicUrl + patch.src,
    color_primary: drop.colorPrimary ?? ground,
    color_secondary: drop.colorSecondary ?? ink,
    color_accent: drop.colorAccent ?? accent,
  }
}

type Variant = Awaited<ReturnType<typeof listVariants>>[number]
type Patch = Awaited<ReturnType<typeof listPatches>>[number]

/** Converts a variant. */
export function toApiVariant({ id, dropId, name, description }: Variant): z.infer<typeof apiVariant> {
  return { id, drop_id: dropId, name, description }
}

/** Converts a patch; `version` is its artwork's. */
export function toApiPatch(
  patch: Patch,
  version: string,
  { publicUrl }: Pick<Shop, 'publicUrl'>,
): z.infer<typeof apiPatch> {
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

/** CORS for every API route. Without it the router would send OPTIONS to the loader. */
export const middleware: MiddlewareFunction<Response>[] = [
  async ({ request }, next) => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: preflightHeaders })
    const response = await next()
    for (const [name, value] of Object.entries(corsHeaders)) response.headers.set(name, value)
    return response
  },
]

/** A JSON response, cacheable for five seconds: numbers change quickly while a drop sells. */
export function respondJson(request: Request, body: unknown): Response {
  return jsonResponse(request, body, { cacheControl: 'public, max-age=5' })
}

/** The drop, or a 404 response. */
export async function findDropOrError({ db, now }: Shop, slug: string): Promise<Drop | Response> {
  return (await findDrop(db, slug, now())) ?? jsonError(404, 'drop_not_found', 'Drop not found.')
}

/** The action of every API route: the API is read-only. */
export function methodNotAllowed(): Response {
  return jsonError(405, 'method_not_allowed', 'This API is read-only. Ask with GET or HEAD.', {
    Allow: 'GET, HEAD',
  })
}
