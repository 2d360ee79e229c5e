import type { ArtFrameName } from '#app/art/art-frames.ts'
import { artPalette } from '#app/art/art-theme.ts'
import { blueprintSvg } from '#app/art/blueprint/blueprint-svg.ts'
import { explodedSheet, explodedWidth } from '#app/art/blueprint/exploded.ts'
import { composeHeroSvg } from '#app/art/drop-art.ts'
import type { ArtFile, FindArt } from '#app/http/art.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { parseNumber } from '../input.ts'
import { artFiles, strokeStates } from '../rules.ts'
import { artLines, artPhase, artSubject, ownColorsOf } from '../rules/art-lines.ts'
import {
  artVersion,
  type Drop,
  findDrop,
  listVariants,
  patchSubjects,
  receiverVersion,
} from '../store.server.ts'
import type { ReceiverVariant } from '../rules/receiver-subject.ts'
import { buildOf, rifleWords } from '../rules/rifle.ts'
import { stampOf } from '../words/receiver.ts'
import { drawCase } from './case-drawing.server.ts'
import { patchPicture } from './patch-art.server.ts'
import { receiverFile } from './receiver-responses.server.ts'
import { shareFile } from './share-responses.server.ts'

/** The generated pictures of a drop: artwork in each frame, share picture, patch, receiver and case. */
export const dropArt: FindArt = async (shop, [slug = '', file = ''], address) => {
  const drop = await findDrop(shop.db, slug, shop.now())
  return drop && dropArtFile(shop, drop, { file, address })
}

type Wanted = {
  file: string
  address: URL
  /** The variants of a plan, which are not stored yet. */
  planned?: readonly ReceiverVariant[]
}

/** One of a drop's generated pictures; undefined for an unknown file name. */
export async function dropArtFile(
  shop: Shop,
  drop: Drop,
  { file, address, planned }: Wanted,
): Promise<ArtFile | undefined> {
  const variantsOf = async () => planned ?? (await listVariants(shop.db, drop.id))
  const [, name = '', ending] = /^([a-z-]+)\.(svg|png)$/.exec(file) ?? []
  if (ending === 'svg' && Object.hasOwn(artFiles, name)) {
    return {
      version: artVersion(drop),
      draw: () => artwork(shop, drop, artFiles[name as keyof typeof artFiles]),
    }
  }
  if (file === 'parts.svg') {
    const variants = await variantsOf()
    const rifle = rifleWords(drop, variants[0])
    return {
      version: receiverVersion(drop, variants),
      draw: () => drawParts(drop, rifle),
    }
  }
  const { own } = patchSubjects(drop, [])
  if (file === 'case.svg') {
    const [variant] = await variantsOf()
    const { theme, totalUnits: total } = drop
    const requested = parseNumber(address.searchParams.get('number')) ?? 1
    const unitNumber = Math.min(requested, total)
    return {
      version: own.version, // the number is part of the address
      draw: () =>
        drawCase({
          theme,
          unitNumber,
          total,
          patchText: own.bottom,
          rifle: rifleWords(drop, variant),
        }),
    }
  }
  return (
    (await shareFile(shop, drop, { file, variants: variantsOf })) ??
    (await receiverFile(shop, drop, { file, variants: await variantsOf() })) ??
    patchPicture(shop, file.replace(/^patch-/, ''), own)
  )
}

function artwork(shop: Shop, drop: Drop, frame: ArtFrameName): string {
  const states = artLines(strokeStates(drop.status, drop.units))
  return composeHeroSvg(geometryOf(shop, drop, frame), states, {
    own: ownColorsOf(drop),
    phase: artPhase(drop.status),
    // The hero's words say it; a card has room for a stamp alone.
    stamp: (frame === 'card' && stampOf(drop, shop.timeZone)) || undefined,
  })
}

/** The rifle taken apart, in the colors of the drop. */
function drawParts(drop: Drop, rifle: string): string {
  return blueprintSvg(explodedSheet(buildOf(rifle)), {
    palette: artPalette(drop.theme, ownColorsOf(drop)),
    widthPx: explodedWidth,
    title: 'The parts of the rifle',
  })
}

function geometryOf(shop: Shop, drop: Drop, frame: ArtFrameName) {
  return shop.artwork.geometry(artSubject(drop), frame)
}
