import { join } from 'node:path'
import { type ArtCache, createArtCache } from '#app/art/art-cache.server.ts'
import type { ArtTheme } from '#app/art/art-theme.ts'
import { drawPatchSvg } from '#app/art/patch/patch.ts'
import { shopContext } from '#app/http/context.server.ts'
import type { Picture } from '../rules.ts'
import { findPicture } from '../store.server.ts'
import type { Route } from './+types/patch-art'

/** The widths a patch is offered at, in pixels. */
const widths: readonly number[] = [240, 480]
const caches = new Map<string, ArtCache>()

/** A patch of the shelf, sewn from its theme. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { db, dataDir } = context.get(shopContext)
  const [, asked = ''] = /^(\d+)\.webp$/.exec(params.file) ?? []
  const picture = widths.includes(Number(asked)) ? await findPicture(db, params.id) : undefined
  const theme = picture && patchThemes[picture]
  if (!theme) return new Response('There is no such picture.', { status: 404 })
  const svg = drawPatchSvg({ slug: params.id, theme, ...lettering[theme] })
  const image = await cacheOf(dataDir).image(svg, { width: Number(asked), format: 'webp' })
  return new Response(new Uint8Array(image), {
    headers: { 'Content-Type': 'image/webp', 'Cache-Control': 'public, max-age=86400' },
  })
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

function cacheOf(dataDir: string): ArtCache {
  const known = caches.get(dataDir)
  if (known) return known
  const made = createArtCache(join(dataDir, 'art'))
  caches.set(dataDir, made)
  return made
}
