import { drawPatchSvg } from '#app/art/patch/patch.ts'
import { drawProductCard, shareSize } from '#app/art/share-card.ts'
import type { ArtFile, FindArt } from '#app/http/art.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { isUuid } from '#app/kit/uuid.ts'
import { patchWidths } from '../rules.ts'
import { findDrop } from '../store/drops.server.ts'
import { findPatch } from '../store/patches.server.ts'
import { findPatchSubject, type PatchSubject } from '../store/artwork.server.ts'

export const patchArt: FindArt = async (shop, [id = '', file = '']) => {
  const patch = isUuid(id) ? await findPatchSubject(shop.db, id) : undefined
  if (!patch) return undefined
  return file === 'share.png' ? findCard(shop, id, patch) : patchPicture(shop, file, patch)
}

export function patchPicture({ artwork }: Shop, file: string, patch: PatchSubject): ArtFile | undefined {
  const width = patchWidths.find((allowed) => file === `${allowed}.webp`)
  if (width === undefined) return undefined
  return {
    version: patch.version,
    contentType: 'image/webp',
    draw: () => artwork.image(drawPatchSvg(patch), { width, format: 'webp' }),
  }
}

async function findCard({ db, now, artwork }: Shop, id: string, subject: PatchSubject) {
  const patch = await findPatch(db, id, now())
  const drop = patch && (await findDrop(db, patch.slug, now()))
  if (!drop) return undefined
  const card = drawProductCard({ name: patch.name, note: drop.name, svg: drawPatchSvg(subject) })
  return {
    version: fingerprint(`${subject.version} ${patch.name} ${drop.name}`).slice(0, 10),
    contentType: 'image/png',
    draw: () => artwork.image(card, { width: shareSize.width, format: 'png' }),
  }
}
