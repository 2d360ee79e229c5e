import { shopContext } from '#app/http/context.server.ts'
import { imageNotFound } from '#app/http/image-headers.server.ts'
import { findDrop } from '../store.server.ts'
import type { Route } from './+types/art'
import { dropArtResponse } from './drop-art-responses.server.ts'

/** The generated pictures of a drop: artwork in each frame, share picture, patch and case. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const drop = await findDrop(shop.db, params.slug, shop.now())
  return (drop && (await dropArtResponse(request, shop, drop, params.file))) ?? imageNotFound()
}
