import type { OwnColors } from '#app/art/art-theme.ts'
import type { Build } from '#app/art/blueprint/build.ts'
import type { ArtSubject } from '#app/art/drawing.ts'
import type { Engraved } from './engraving.ts'

export type ReceiverSubject = {
  art: ArtSubject
  engraved: Engraved
  build: Build
  finish: string
  own?: OwnColors
  text?: string | undefined
  isTease?: boolean
}
