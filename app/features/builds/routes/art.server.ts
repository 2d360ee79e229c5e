import { drawProductCard, shareSize } from '#app/art/share-card.ts'
import { rasterContentTypes, rasterize } from '#app/art/raster.server.ts'
import type { ArtFile, FindArt } from '#app/http/art.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { fingerprint } from '#app/kit/ids.ts'
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
import { savedBuildArt } from './build-art.server.ts'
import {
  drawCard,
  drawLandingImage,
  drawPart,
  landingImageVersion,
  landingImages,
} from './drawings.server.ts'

export const buildArt: FindArt = async (shop, [file = '', saved]) => {
  if (saved !== undefined) return saved === 'share.png' ? savedBuildArt(shop, file) : undefined
  if (file === 'share.png') return { ...landing, contentType: rasterContentTypes.png, draw: share }
  const [, name = ''] = /^([a-z0-9-]+)\.svg$/.exec(file) ?? []
  const image = landingImages.find((known) => known === name)
  if (image) return { ...landing, draw: () => drawLandingImage(image) }
  const card = await findCard(shop, file)
  if (card) return card
  const drawing = await findDrawing(shop, name)
  return drawing && { version: drawingVersion(drawing), soonSeconds, draw: () => drawCard(drawing) }
}

const soonSeconds = 3600
const landing = { version: landingImageVersion, soonSeconds }

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
async function findCard({ db, now, artwork }: Shop, file: string): Promise<ArtFile | undefined> {
  const [, kind, id] = /^share-(platform|part)-([\w.-]{1,60})\.png$/.exec(file) ?? []
  if (!kind) return undefined
  const { platforms, parts } = await readCatalog(db, now())
  const part = kind === 'part' ? parts.find((each) => each.id === id) : undefined
  const platform = kind === 'platform' ? platforms.find((each) => each.id === id) : undefined
  const drawing = platform && platformDrawing(platform)
  const svg = part ? drawPart(part) : drawing && drawCard(drawing)
  const name = part?.name ?? platform?.name
  if (!svg || !name) return undefined
  const note = part ? stepWords[part.step].label : (platform?.calibers.join(', ') ?? '')
  const card = drawProductCard({ name, note, svg })
  return {
    version: fingerprint(card).slice(0, 10),
    contentType: rasterContentTypes.png,
    soonSeconds: 86_400,
    draw: () => artwork.image(card, { width: shareSize.width, format: 'png' }),
  }
}

/** Without width and height attributes, one drawing unit is one pixel. */
const share = memoize(1, async () => {
  const sheet = drawLandingImage('share').replace(/ width="[\d.]+" height="[\d.]+"/, '')
  return new Uint8Array(await rasterize(sheet, { width: 1200, format: 'png' }))
})
