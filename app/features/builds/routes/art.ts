import { imageNotFound, imageHeaders } from '#app/http/image-headers.server.ts'
import { drawProductCard, shareSize } from '#app/art/share-card.ts'
import { rasterContentTypes, rasterize } from '#app/art/raster.server.ts'
import { type Shop, shopContext } from '#app/http/context.server.ts'
import { memoize } from '#app/kit/memoize.ts'
import { normalizeCode } from '#app/kit/typed-text.ts'
import { removeMissingParts } from '../rules.ts'
import { stepWords } from '../words.ts'
import { findSavedBuild } from '../store/saved-builds.server.ts'
import {
  type Drawing,
  drawingVersion,
  platformDrawing,
  readCatalog,
  readOffers,
  selectionDrawing,
} from '../store.server.ts'
import type { Route } from './+types/art'
import { coatResponse } from './coat.server.ts'
import {
  drawCard,
  drawLandingImage,
  drawPart,
  landingImageVersion,
  landingImages,
} from './drawings.server.ts'

/** Drawings of the build landing page, its share image, and those of platforms and parts. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  if (params.file === 'share.png')
    return imageResponse(request, landingImageVersion, await share(), rasterContentTypes.png)
  const [, name = ''] = /^([a-z0-9-]+)\.svg$/.exec(params.file) ?? []
  const landingImage = landingImages.find((known) => known === name)
  if (landingImage) return imageResponse(request, landingImageVersion, drawLandingImage(landingImage))
  const shop = context.get(shopContext)
  const lit = await coatResponse(request, shop, params.file)
  if (lit) return lit
  const card = await findCard(context.get(shopContext), params.file)
  if (card) return cardResponse(context.get(shopContext), card)
  const drawing = await findDrawing(context.get(shopContext), name)
  if (drawing) return imageResponse(request, drawingVersion(drawing), drawCard(drawing))
  return imageNotFound()
}

function imageResponse(
  request: Request,
  version: string,
  body: string | Uint8Array<ArrayBuffer>,
  contentType = 'image/svg+xml',
) {
  return new Response(body, {
    headers: imageHeaders(request, { version, contentType, soonSeconds: 3600 }),
  })
}

/** `package-pcc-8`, `conversion-ar15-300-blk`, `platform-ar9` and `build-k2q7x9ab` are the names of drawings. */
async function findDrawing({ db, now }: Shop, name: string): Promise<Drawing | undefined> {
  const [, kind, id = ''] = /^(platform|package|conversion|build)-(.+)$/.exec(name) ?? []
  const catalog = await readCatalog(db, now())
  if (kind === 'platform')
    return catalog.platforms.map(platformDrawing).find((drawing) => drawing?.platform === id)
  if (kind === 'build') {
    const saved = await findSavedBuild(db, normalizeCode(id))
    return saved && selectionDrawing(removeMissingParts(saved.selection, catalog).selection, catalog)
  }
  const { packages, conversions } = await readOffers(db, now())
  return (kind === 'package' ? packages : conversions).find((offer) => offer.id === id)?.drawing
}

/** `share-platform-ar9.png` and `share-part-barrel-8.png` are cards for shared links: the name beside the drawing. */
async function findCard({ db, now }: Shop, file: string): Promise<string | undefined> {
  const [, kind, id] = /^share-(platform|part)-([\w.-]{1,60})\.png$/.exec(file) ?? []
  if (!kind) return undefined
  const { platforms, parts } = await readCatalog(db, now())
  if (kind === 'platform') {
    const platform = platforms.find((each) => each.id === id)
    const drawing = platform && platformDrawing(platform)
    return (
      drawing && drawProductCard({ ...platform, note: platform.calibers.join(', '), svg: drawCard(drawing) })
    )
  }
  const part = parts.find((each) => each.id === id)
  const svg = part && drawPart(part)
  return svg && drawProductCard({ ...part, note: stepWords[part.step].label, svg })
}

async function cardResponse({ artwork }: Shop, card: string) {
  const image = await artwork.image(card, { width: shareSize.width, format: 'png' })
  return new Response(new Uint8Array(image), {
    headers: { 'Content-Type': rasterContentTypes.png, 'Cache-Control': 'public, max-age=86400' },
  })
}

/** Without width and height attributes, one drawing unit is one pixel. */
const share = memoize(1, async () => {
  const sheet = drawLandingImage('share').replace(/ width="[\d.]+" height="[\d.]+"/, '')
  return new Uint8Array(await rasterize(sheet, { width: 1200, format: 'png' }))
})
