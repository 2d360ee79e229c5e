import sharp from 'sharp'
import { numberPlace, receiverFrame } from '#app/art/relief/receiver-frame.ts'
import { receiverWidth } from '#app/art/relief/receiver-size.ts'
import { runCardSize, runCardVeil } from '#app/art/run-card.ts'
import type { ArtFile } from '#app/http/art.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { ownColorsOf } from '../rules/art-lines.ts'
import { receiverRevision, receiverSubject, type ReceiverVariant } from '../rules/receiver-subject.ts'
import type { Drop } from '../store.server.ts'
import { shareWords } from '../words/receiver.ts'
import { receiverOriginal } from './receiver-responses.server.ts'

/** How far right the receiver is moved to leave room for the words, and how much of its top is cut off, in pixels. */
const place = { left: 250, top: 150 }

/**
 * The picture that other sites show with a link to a drop (`share.jpg`) or to one of its numbers (`share-17.jpg`): the lit
 * receiver with its number, and name and mark beside it. Undefined for another file name or a number outside the run.
 */
export async function shareFile(
  shop: Shop,
  drop: Drop,
  { file, variants }: { file: string; variants: () => Promise<readonly ReceiverVariant[]> },
): Promise<ArtFile | undefined> {
  const match = /^share(?:-([1-9]\d{0,3}))?\.(?:jpg|png)$/.exec(file)
  const number = match?.[1] ? Number(match[1]) : undefined
  if (!match || (number ?? 1) > drop.totalUnits) return undefined
  const [variant] = await variants()
  const whole = receiverSubject(drop, variant)
  // The picture of a number shows that number, also where the run is closed; that of a run on sale all of them.
  const subject =
    number === undefined
      ? { ...whole, text: whole.text ?? (drop.status === 'live' ? `1–${drop.totalUnits}` : undefined) }
      : { ...whole, text: undefined, isTease: false }
  const words = shareWords(drop, number)
  const version = fingerprint(JSON.stringify([receiverRevision, subject, number, words]))
  return {
    version,
    contentType: 'image/jpeg',
    draw: () =>
      shop.artwork.file(`${version}.jpg`, async () => {
        const { width, height } = runCardSize
        const views = [await receiverOriginal(shop, subject, 'whole')]
        if (number !== undefined) views.push(await receiverOriginal(shop, subject, { number }))
        const [base, cut] = views
        const px = receiverWidth / receiverFrame.width
        const { x, y } = numberPlace(subject.build.platform)
        const engraved = await sharp(base)
          .composite(
            cut
              ? [
                  {
                    input: cut,
                    left: Math.round((x - receiverFrame.x) * px),
                    top: Math.round((y - receiverFrame.y) * px),
                  },
                ]
              : [],
          )
          .toBuffer()
        const view = await sharp(engraved)
          .extract({ left: 0, top: place.top, width: width - place.left, height })
          .toBuffer()
        const veil = runCardVeil({ ...words, theme: drop.theme, own: ownColorsOf(drop), left: place.left })
        return sharp({ create: { width, height, channels: 3, background: veil.ground } })
          .composite([
            { input: view, left: place.left, top: 0 },
            { input: Buffer.from(veil.svg), left: 0, top: 0 },
          ])
          .jpeg({ quality: 84, mozjpeg: true })
          .toBuffer()
      }),
  }
}
