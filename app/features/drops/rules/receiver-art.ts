// The pictures of a drop's receiver: which files there are, and where they are found.

/** The widths in pixels that a close view is delivered in. */
export const receiverWidths = [640, 1280] as const
export const receiverFormats = ['avif', 'webp'] as const

/** A file of the close view of one variant, by its place in the list of variants. */
export type ReceiverFile = {
  variant: number
  width: (typeof receiverWidths)[number]
  format: (typeof receiverFormats)[number]
}

/** Reads a file name such as `receiver-0-1280.avif`. */
export function parseReceiverFile(file: string): ReceiverFile | undefined {
  const [, place, size, ending] = /^receiver-(\d)-(\d+)\.(avif|webp)$/.exec(file) ?? []
  const width = receiverWidths.find((each) => String(each) === size)
  const format = receiverFormats.find((each) => each === ending)
  return width && format && { variant: Number(place), width, format }
}

/** The address of a drop's close views: what they are called, and the version that they have now. */
export type ReceiverPictures = { base: string; version: string }

/** The candidates of one format, for `srcset`. */
export function receiverSrcSet(
  { base, version }: ReceiverPictures,
  variant: number,
  format: (typeof receiverFormats)[number],
): string {
  return receiverWidths
    .map((width) => `${base}/receiver-${variant}-${width}.${format}?v=${version} ${width}w`)
    .join(', ')
}
