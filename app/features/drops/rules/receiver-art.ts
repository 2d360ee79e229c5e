export const receiverWidths = [640, 1280] as const
export const receiverFormats = ['avif', 'webp'] as const

export type ReceiverFile = {
  variant: number
  width: (typeof receiverWidths)[number]
  format: (typeof receiverFormats)[number]
}

export function parseReceiverFile(file: string): ReceiverFile | undefined {
  const [, place, size, ending] = /^receiver-(\d)-(\d+)\.(avif|webp)$/.exec(file) ?? []
  const width = receiverWidths.find((each) => String(each) === size)
  const format = receiverFormats.find((each) => each === ending)
  return width && format && { variant: Number(place), width, format }
}

export type ReceiverPictures = { base: string; version: string }

export function receiverSrcSet(
  { base, version }: ReceiverPictures,
  variant: number,
  format: (typeof receiverFormats)[number],
): string {
  return receiverWidths
    .map((width) => `${base}/receiver-${variant}-${width}.${format}?v=${version} ${width}w`)
    .join(', ')
}
