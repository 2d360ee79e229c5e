/** A box of an MP4 file: its type, and where it begins and ends. */
type Box = { type: string; start: number; end: number }

/**
 * Looks over an MP4 file: it must be whole and hold a film. Where it was taken and with which device stands in boxes of its
 * own; they are turned into free space in place, so that nothing moves. Returns whether it may be kept.
 */
export function cleanMp4(file: Uint8Array): boolean {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const boxes = readBoxes(view, 0, file.length)
  const movie = boxes?.find(({ type }) => type === 'moov')
  if (!boxes || !movie || !boxes.some(({ type }) => type === 'mdat')) return false
  const inside = readBoxes(view, movie.start + 8, movie.end)
  if (!inside) return false
  const tracks = inside.filter(({ type }) => type === 'trak')
  const ofTracks = tracks.flatMap((track) => readBoxes(view, track.start + 8, track.end) ?? [])
  for (const box of [...boxes, ...inside, ...ofTracks])
    if (['udta', 'meta', 'uuid'].includes(box.type)) {
      file.set(typeBytes('free'), box.start + 4)
      file.fill(0, box.start + 8, box.end)
    }
  return tracks.length > 0
}

/** The boxes that fill a range one after another; `undefined` when they do not, as in a file that was cut off. */
function readBoxes(view: DataView, from: number, to: number): Box[] | undefined {
  const boxes: Box[] = []
  for (let start = from; start < to; ) {
    if (start + 8 > to) return undefined
    const size = view.getUint32(start)
    // 1: the size is a longer number behind the type. 0: up to the end of the file.
    const length =
      size === 1
        ? start + 16 > to
          ? 0
          : Number(view.getBigUint64(start + 8))
        : size === 0
          ? to - start
          : size
    if (length < 8 || start + length > to) return undefined
    boxes.push({ type: typeAt(view, start + 4), start, end: start + length })
    start += length
  }
  return boxes
}

function typeAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)))
}

function typeBytes(type: string): number[] {
  return Array.from(type, (letter) => letter.charCodeAt(0))
}
