import { drawPatchSvg } from '#app/art/patch/patch.ts'
import { drawProductCard, shareSize } from '#app/art/share-card.ts'
import { type Shop, shopContext } from '#app/http/context.server.ts'
import { imageNotFound } from '#app/http/image-headers.server.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { isUuid } from '#app/kit/uuid.ts'
import { findDrop, findPatch, findPatchSubject, type PatchSubject } from '../store.server.ts'
import type { Route } from './+types/patch-art'
import { fileResponse, patchImageResponse } from './drop-art-responses.server.ts'

/** The picture of one patch, and its card for shared links with its name and that of its drop. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { id } = params
  const patch = isUuid(id) ? await findPatchSubject(shop.db, id) : undefined
  if (!patch) return imageNotFound()
  if (params.file === 'share.png') return (await cardResponse(request, shop, id, patch)) ?? imageNotFound()
  return (await patchImageResponse(request, shop, params.file, patch)) ?? imageNotFound()
}

async function cardResponse(request: Request, shop: Shop, id: string, subject: PatchSubject) {
  const patch = await findPatch(shop.db, id, shop.now())
  const drop = patch && (await findDrop(shop.db, patch.slug, shop.now()))
  if (!drop) return undefined
  const card = drawProductCard({ name: patch.name, note: drop.name, svg: drawPatchSvg(subject) })
  return fileResponse(request, {
    version: fingerprint(`${subject.version} ${patch.name} ${drop.name}`).slice(0, 10),
    contentType: 'image/png',
    draw: () => shop.artwork.image(card, { width: shareSize.width, format: 'png' }),
  })
}
