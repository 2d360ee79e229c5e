// The lit pictures of a drop's rifle: which files there are, and where they are found.
import { turnDegrees } from '#app/art/relief/turn-views.ts'

/** The widths in pixels that a close view is delivered in. */
const receiverWidths = [640, 1280] as const

/** The formats of a close view; the number that lies on it is small, and comes as WebP. */
const formats = ['avif', 'webp'] as const

/** A file of the close view of one variant, or a view of its whole rifle turned by so many degrees; by its place in the list of variants. */
export type ReceiverFile = {
  variant: number
  format: (typeof formats)[number]
} & (
  | { part: 'whole'; width: (typeof receiverWidths)[number] }
  | { part: { number: number } }
  | { part: 'turn'; degrees: number }
)

/** Reads a file name such as `receiver-0-1280.avif`, `number-0-17.webp` or `turn-0-4.webp`. */
export function parseReceiverFile(file: string): ReceiverFile | undefined {
  const [, turning, view] = /^turn-(\d)-(\d)\.webp$/.exec(file) ?? []
  const degrees = turnDegrees[Number(view)]
  if (degrees !== undefined) return { variant: Number(turning), format: 'webp', part: 'turn', degrees }
  const [, kind, place, size, format] =
    /^(receiver|number)-(\d)-([1-9]\d{0,3})\.(avif|webp)$/.exec(file) ?? []
  const [variant, wanted] = [Number(place), Number(size)]
  if (kind === 'number') return format === 'webp' ? { variant, format, part: { number: wanted } } : undefined
  const width = receiverWidths.find((each) => each === wanted)
  return width && { variant, format: format as 'avif' | 'webp', part: 'whole', width }
}

/** The address of a drop's close views: what they are called, and the version that they have now. */
export type ReceiverPictures = { base: string; version: string }

/** The candidates of one format, for `srcset`. */
export function receiverSrcSet(
  { base, version }: ReceiverPictures,
  variant: number,
  format: (typeof formats)[number],
): string {
  return receiverWidths
    .map((width) => `${base}/receiver-${variant}-${width}.${format}?v=${version} ${width}w`)
    .join(', ')
}

/** The picture of a number, to be laid on the close view, with a place for the number. */
export function numberSrc({ base, version }: ReceiverPictures, variant: number): string {
  return `${base}/number-${variant}-{}.webp?v=${version}`
}

/** The views of a variant's whole rifle, from the left of its turn to the right. */
export function turnViews({ base, version }: ReceiverPictures, variant: number) {
  return turnDegrees.map((degrees, view) => ({
    degrees,
    src: `${base}/turn-${variant}-${view}.webp?v=${version}`,
  }))
}
