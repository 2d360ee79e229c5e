import type { OwnColors } from '#app/art/art-theme.ts'
import type { Build } from '#app/art/blueprint/build.ts'
import type { ArtSubject } from '#app/art/drawing.ts'
import type { Engraved } from './engraving.ts'

/** The receiver of a run's rifle, seen close. */
export type ReceiverSubject = {
  art: ArtSubject
  engraved: Engraved
  build: Build
  /** The words of its finish. */
  finish: string
  own?: OwnColors
  /** What is drawn in place of the number where none can be chosen. */
  text?: string | undefined
  /** Lit in part: the run is not open yet. */
  isTease?: boolean
}
