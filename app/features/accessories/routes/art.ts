import { accessorySheet } from '#app/art/accessory-art.ts'
import { accessorySvg } from '#app/art/accessory-svg.ts'
import type { ArtTheme } from '#app/art/art-theme.ts'
import { drawPatchSvg } from '#app/art/patch/patch.ts'
import { drawProductCard, shareSize } from '#app/art/share-card.ts'
import { shopContext } from '#app/http/context.server.ts'
import { imageNotFound } from '#app/http/image-headers.server.ts'
import { brand } from '#app/kit/brand.ts'
import { type Picture, shareFile } from '../rules.ts'
import { findPicture } from '../store.server.ts'
import type { Route } from './+types/art'

/** Allowed picture widths, in pixels. */
const widths: readonly number[] = [240, 480]

/** The picture of a product: a patch, or an engraved drawing; and its card for shared links, with name and category. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, artwork } = context.get(shopContext)
  const isShare = params.file === shareFile
  const [, width = ''] = /^(\d+)\.webp$/.exec(params.file) ?? []
  const found = isShare || widths.includes(Number(width)) ? await findPicture(db, params.id) : undefined
  const svg = found && drawSvg(found.image, params.id)
  if (!svg) return imageNotFound()
  const format = isShare ? 'png' : 'webp'
  const image = isShare
    ? await artwork.image(drawProductCard({ name: found.name, note: found.categoryName, svg }), {
        width: shareSize.width,
        format,
      })
    : await artwork.image(svg, { width: Number(width), format })
  return new Response(new Uint8Array(image), {
    headers: { 'Content-Type': `image/${format}`, 'Cache-Control': 'public, max-age=86400' },
  })
}

function drawSvg(picture: Picture, slug: string): string | undefined {
  const theme = patchThemes[picture]
  if (theme) return drawPatchSvg({ slug, theme, ...lettering[theme] })
  const sheet = accessorySheet(picture)
  return sheet && accessorySvg(sheet)
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
