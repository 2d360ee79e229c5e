import sharp from 'sharp'
import { drawReceiver } from '#app/art/relief/receiver.server.ts'
import { inTurn } from '#app/art/relief/in-turn.ts'
import type { Shop } from '#app/http/context.server.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { parseReceiverFile } from '../rules/receiver-art.ts'
import { receiverSubject, type ReceiverVariant } from '../rules/receiver-subject.ts'
import { type Drop, receiverVersion } from '../store.server.ts'
import { fileResponse } from './art-responses.server.ts'

/** Responds with a close view of the receiver, or the part that a number changes; undefined for an unknown file name. */
export async function receiverResponse(
  request: Request,
  shop: Shop,
  drop: Drop,
  { file, variants }: { file: string; variants: readonly ReceiverVariant[] },
) {
  const named = parseReceiverFile(file)
  if (!named || named.variant >= Math.max(1, variants.length)) return undefined
  const { part, format } = named
  if (part !== 'whole' && part.number > drop.totalUnits) return undefined
  const subject = receiverSubject(drop, variants[named.variant])
  const name = fingerprint(JSON.stringify([subject, part]))
  // Drawn once in full, of which every size is made: drawing costs far more than the rest.
  const drawn = (ending: string, create: () => Promise<Buffer>) =>
    shop.artwork.file(`${name}.${ending}`, create)
  const original = () =>
    drawn('webp', () =>
      inTurn(async () =>
        (await drawReceiver(subject, part))
          .webp({ quality: part === 'whole' ? 92 : 86, effort: 4 })
          .toBuffer(),
      ),
    )
  return fileResponse(request, {
    version: receiverVersion(drop, variants),
    contentType: `image/${format}`,
    draw: async () => {
      if (named.part !== 'whole') return original()
      const { width } = named
      return drawn(`${width}.${format}`, async () => {
        const picture = sharp(await original()).resize({ width })
        return format === 'avif'
          ? picture.avif({ quality: 52, effort: 3 }).toBuffer()
          : picture.webp({ quality: 78, effort: 4 }).toBuffer()
      })
    },
  })
}
