import type { Sharp } from 'sharp'
import { drawReceiver, type ReceiverPart } from './receiver.server.ts'
import type { ReceiverSubject } from './receiver-subject.ts'
import { type CoatSubject, drawCoat } from './coat.server.ts'

/** A picture that is computed like a photograph: a receiver seen close, or one in a finish. */
export type LitPicture =
  | { view: 'receiver'; subject: ReceiverSubject; part: ReceiverPart }
  | { view: 'coat'; subject: CoatSubject }

/** Draws a lit picture as WebP. It takes up to two seconds of a processor: other code calls it through `drawLit`. */
export async function litPicture(picture: LitPicture): Promise<Buffer> {
  switch (picture.view) {
    case 'receiver':
      // All sizes of the whole view are made from this one.
      return webp(await drawReceiver(picture.subject, picture.part), picture.part === 'whole' ? 92 : 86, 2)
    case 'coat':
      return webp(await drawCoat(picture.subject), 84, 4)
  }
}

const webp = (pixels: Sharp, quality: number, effort: number) => pixels.webp({ quality, effort }).toBuffer()
