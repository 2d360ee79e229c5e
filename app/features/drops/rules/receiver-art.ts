// The close views of a drop's receiver: which files there are, and where they are found.

/** The widths in pixels that a close view is delivered in. */
const receiverWidths = [640, 1280] as const

/** The formats of a close view; the number that lies on it is small, and comes as WebP. */
const formats = ['avif', 'webp'] as const

/** A file of the close view of one variant, by its place in the list of variants. */
export type ReceiverFile = {
  variant: number
  format: (typeof formats)[number]
} & ({ part: 'whole'; width: (typeof receiverWidths)[number] } | { part: { number: number } })

/** Reads a file name such as `receiver-0-1280.avif` or `number-0-17.webp`. */
export function parseReceiverFile(file: string): ReceiverFile | undefined {
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

/** The picture of one number, to be laid on the close view. */
export function numberSrc({ base, version }: ReceiverPictures, variant: number, number: number): string {
  return `${base}/number-${variant}-${number}.webp?v=${version}`
}
