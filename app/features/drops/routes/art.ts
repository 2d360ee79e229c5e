import type { ArtFrameName } from '#app/art/art-frames.ts'
import { composeHeroSvg } from '#app/art/drop-art.ts'
import { type Shop, shopContext } from '#app/http/context.server.ts'
import { imageNotFound } from '#app/http/image-headers.server.ts'
import { parseNumber } from '../input.ts'
import { artFiles, strokeStates } from '../rules.ts'
import { artVersion, type Drop, findDrop, listVariants, patchSubjects } from '../store.server.ts'
import type { Route } from './+types/art'
import { fileResponse, patchImageResponse } from './art-responses.server.ts'
import { drawCase } from './case-drawing.server.ts'

/** The generated pictures of a drop: artwork in each frame, share picture, patch and case. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const drop = await findDrop(shop.db, params.slug, shop.now())
  return (drop && (await respond(request, shop, drop, params.file))) ?? imageNotFound()
}

async function respond(request: Request, shop: Shop, drop: Drop, file: string) {
  const [, name = '', ending] = /^([a-z-]+)\.(svg|png)$/.exec(file) ?? []
  if (ending === 'svg' && Object.hasOwn(artFiles, name)) {
    return fileResponse(request, {
      version: artVersion(drop),
      contentType: 'image/svg+xml',
      draw: () => artwork(shop, drop, artFiles[name as keyof typeof artFiles]),
    })
  }
  const { own } = patchSubjects(drop, 0)
  if (file === 'share.png') {
    return fileResponse(request, {
      // Other sites cache it for weeks and it takes seconds to render, so it does not follow every sale.
      version: own.version,
      contentType: 'image/png',
      draw: () => shop.artwork.image(sharePicture(shop, drop), { width: 1200, format: 'png' }),
    })
  }
  if (file === 'case.svg') {
    const [variant] = await listVariants(shop.db, drop.id)
    const { theme, totalUnits: total } = drop
    const requested = parseNumber(new URL(request.url).searchParams.get('number')) ?? 1
    const unitNumber = Math.min(requested, total)
    return fileResponse(request, {
      version: own.version, // the number is part of the address
      contentType: 'image/svg+xml',
      draw: () =>
        drawCase({
          theme,
          unitNumber,
          total,
          patchText: own.bottom,
          description: variant?.description ?? null,
        }),
    })
  }
  return patchImageResponse(request, shop, file.replace(/^patch-/, ''), own)
}

function artwork(shop: Shop, drop: Drop, frame: ArtFrameName): string {
  return composeHeroSvg(geometryOf(shop, drop, frame), strokeStates(drop.status, drop.units))
}

/** The drawing with all strokes lit, on its background. */
function sharePicture(shop: Shop, drop: Drop): string {
  const lit = drop.units.map(() => 'open' as const)
  return composeHeroSvg(geometryOf(shop, drop, 'share'), lit, { ground: true })
}

function geometryOf(shop: Shop, { slug, theme, dropNumber, totalUnits: total }: Drop, frame: ArtFrameName) {
  return shop.artwork.geometry({ slug, theme, dropNumber, total }, frame)
}
