import { accessorySheet } from '#app/art/accessory-art.ts'
import { accessorySvg } from '#app/art/accessory-svg.ts'
import type { ArtTheme } from '#app/art/art-theme.ts'
import { drawPatchSvg } from '#app/art/patch/patch.ts'
import { shopContext } from '#app/http/context.server.ts'
import { imageNotFound } from '#app/http/image-headers.server.ts'
import type { Picture } from '../rules.ts'
import { findPicture } from '../store.server.ts'
import type { Route } from './+types/art'

/** Allowed picture widths, in pixels. */
const widths: readonly number[] = [240, 480]

/** The picture of a product: a patch, or an engraved drawing. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, artwork } = context.get(shopContext)
  const [, width = ''] = /^(\d+)\.webp$/.exec(params.file) ?? []
  const picture = widths.includes(Number(width)) ? await findPicture(db, params.id) : undefined
  const svg = picture && drawSvg(picture, params.id)
  if (!svg) return imageNotFound()
  const image = await artwork.image(svg, { width: Number(width), format: 'webp' })
  return new Response(new Uint8Array(image), {
    headers: { 'Content-Type': 'image/webp', 'Cache-Control': 'public, max-age=86400' },
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
  noir: { top: 'PACo', bottom: 'Miami' },
  guerrilla: { top: 'Guerrilla', bottom: 'Line' },
  outlaw: { top: 'Outlaw', bottom: 'Line' },
  cyber: { top: 'Cyber', bottom: 'Line' },
}
