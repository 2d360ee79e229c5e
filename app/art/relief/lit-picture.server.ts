import type { Sharp } from 'sharp'
import { drawReceiver, type ReceiverPart } from './receiver.server.ts'
import type { ReceiverSubject } from './receiver-subject.ts'
import { drawCoat, drawTurn, type TurnSubject } from './turn.server.ts'

/** A picture that is computed like a photograph: a receiver seen close, a rifle that is turned, or a receiver in a finish. */
export type LitPicture =
  | { view: 'receiver'; subject: ReceiverSubject; part: ReceiverPart }
  | { view: 'turn'; subject: TurnSubject; degrees: number }
  | { view: 'coat'; subject: TurnSubject & { isMetalOnly: boolean } }

/** Draws a lit picture as WebP. It takes up to two seconds of a processor: other code calls it through `drawLit`. */
export async function litPicture(picture: LitPicture): Promise<Buffer> {
  switch (picture.view) {
    case 'receiver':
      // All sizes of the whole view are made from this one.
      return webp(await drawReceiver(picture.subject, picture.part), picture.part === 'whole' ? 92 : 86, 2)
    case 'turn':
      return webp(await drawTurn(picture.subject, picture.degrees), 82, 4)
    case 'coat':
      return webp(await drawCoat(picture.subject), 84, 4)
  }
}

const webp = (pixels: Sharp, quality: number, effort: number) => pixels.webp({ quality, effort }).toBuffer()
