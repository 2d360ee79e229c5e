import sharp from 'sharp'
import { drawLit } from '#app/art/relief/draw-lit.server.ts'
import type { ReceiverPart } from '#app/art/relief/receiver.server.ts'
import type { ReceiverSubject } from '#app/art/relief/receiver-subject.ts'
import type { ArtFile } from '#app/http/art.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { parseReceiverFile } from '../rules/receiver-art.ts'
import { receiverRevision, receiverSubject, type ReceiverVariant } from '../rules/receiver-subject.ts'
import { type Drop, receiverVersion } from '../store.server.ts'

/**
 * A close view of the receiver, the part that a number changes, or a view of the whole rifle turned; undefined for an
 * unknown file name.
 */
export async function receiverFile(
  shop: Shop,
  drop: Drop,
  { file, variants }: { file: string; variants: readonly ReceiverVariant[] },
): Promise<ArtFile | undefined> {
  const named = parseReceiverFile(file)
  if (!named || named.variant >= Math.max(1, variants.length)) return undefined
  const { part, format } = named
  if (typeof part === 'object' && part.number > drop.totalUnits) return undefined
  const subject = receiverSubject(drop, variants[named.variant])
  return {
    version: receiverVersion(drop, variants),
    contentType: `image/${format}`,
    draw: async () => {
      if (named.part === 'turn') return turnedRifle(shop, subject, named.degrees)
      if (named.part !== 'whole') return receiverOriginal(shop, subject, named.part)
      const { width } = named
      return shop.artwork.file(fileName(subject, 'whole', `${width}.${format}`), async () => {
        const picture = sharp(await receiverOriginal(shop, subject, 'whole')).resize({ width })
        return format === 'avif'
          ? picture.avif({ quality: 52, effort: 2 }).toBuffer()
          : picture.webp({ quality: 78, effort: 3 }).toBuffer()
      })
    },
  }
}

/** A close view or the part of a number, drawn once, of which every size is made: drawing costs far more than the rest. */
export function receiverOriginal(shop: Shop, subject: ReceiverSubject, part: ReceiverPart): Promise<Buffer> {
  return shop.artwork.file(fileName(subject, part, 'webp'), () =>
    drawLit({ view: 'receiver', subject, part }),
  )
}

/** The whole rifle of a variant in its finish, turned: drawn once for all runs that have the same. */
function turnedRifle(shop: Shop, { build, finish, art: { theme }, own }: ReceiverSubject, degrees: number) {
  const subject = { build, finish, theme, own }
  const name = fingerprint(JSON.stringify([receiverRevision, 'turn', subject, degrees]))
  return shop.artwork.file(`${name}.webp`, () => drawLit({ view: 'turn', subject, degrees }))
}

function fileName(subject: ReceiverSubject, part: ReceiverPart, ending: string): string {
  return `${fingerprint(JSON.stringify([receiverRevision, subject, part]))}.${ending}`
}
