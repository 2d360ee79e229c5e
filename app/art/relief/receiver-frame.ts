import type { OwnColors } from '#app/art/art-theme.ts'
import type { Build, PlatformId } from '#app/art/blueprint/build.ts'
import type { Frame } from '#app/art/blueprint/frame.ts'
import type { ArtSubject } from '#app/art/drawing.ts'
import { type Engraved, numberFrame } from './engraving.ts'

export type ReceiverSubject = {
  art: ArtSubject
  engraved: Engraved
  build: Build
  finish: string
  own?: OwnColors
  text?: string | undefined
  isTease?: boolean
}

/** Of the close view of a receiver, in pixels. */
export const receiverWidth = 1280
export const receiverHeight = 853

/** The part of the sheet that the close view of a receiver shows, in inches: 3 : 2, its lettering in the lower half. */
export const receiverFrame: Frame = { x: -6.35, y: -1.62, width: 7.65, height: 5.1 }

/** The part of the close view that a number changes, on whole pixels, so that it lies on the view exactly. */
export function numberPlace(platform: PlatformId): Frame {
  const { x, y, width, height } = numberFrame(platform)
  const px = receiverWidth / receiverFrame.width
  const left = Math.floor((x - receiverFrame.x) * px)
  const top = Math.floor((y - receiverFrame.y) * px)
  const right = Math.ceil((x + width - receiverFrame.x) * px)
  const bottom = Math.ceil((y + height - receiverFrame.y) * px)
  return {
    x: receiverFrame.x + left / px,
    y: receiverFrame.y + top / px,
    width: (right - left) / px,
    height: (bottom - top) / px,
  }
}
