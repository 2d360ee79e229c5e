import type { ArtTheme } from '#app/art/art-theme.ts'
import { drawGood } from '#app/art/goods.ts'
import { drawPatchSvg } from '#app/art/patch/patch.ts'
import { drawProductCard, shareSize } from '#app/art/share-card.ts'
import type { FindArt } from '#app/http/art.server.ts'
import { brand } from '#app/kit/brand.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { type Picture, shareFile } from './rules.ts'
import { findPicture } from './store.server.ts'

const widths = [240, 320, 480, 1280]

/** `:id/480.webp` is the picture of a product, a patch or a lit drawing; `:id/share.png` its card for shared links. */
export const accessoryArt: FindArt = async ({ db, artwork }, [id = '', file = '']) => {
  const [, digits = ''] = /^(\d+)\.webp$/.exec(file) ?? []
  const isShare = file === shareFile
  if (!isShare && !widths.includes(Number(digits))) return undefined
  const found = await findPicture(db, id)
  const svg = found && drawPicture(found.image, id)
  if (!svg) return undefined
  const sheet = isShare ? drawProductCard({ name: found.name, note: found.categoryName, svg }) : svg
  const format = isShare ? 'png' : 'webp'
  const width = isShare ? shareSize.width : Number(digits)
  return {
    version: fingerprint(`${width} ${sheet}`).slice(0, 10),
    contentType: `image/${format}`,
    soonSeconds: 86_400,
    draw: () => artwork.image(sheet, { width, format }),
  }
}

function drawPicture(picture: Picture, slug: string): string | undefined {
  const theme = patchThemes[picture]
  return theme ? drawPatchSvg({ slug, theme, ...lettering[theme] }) : drawGood(picture)
}

const patchThemes: Partial<Record<Picture, ArtTheme>> = {
  'patch-noir': 'noir',
  'patch-guerrilla': 'guerrilla',
  'patch-outlaw': 'outlaw',
  'patch-cyber': 'cyber',
}

const lettering: Record<ArtTheme, { top: string; bottom: string }> = {
  noir: { top: brand, bottom: 'Miami' },
  guerrilla: { top: 'Guerrilla', bottom: 'Line' },
  outlaw: { top: 'Outlaw', bottom: 'Line' },
  cyber: { top: 'Cyber', bottom: 'Line' },
}
