import type { ArtFrame } from './art-frames.ts'
import { formatNumber } from './svg-path.ts'

/** `tease` before its launch, `finished` once every number is taken or the run is closed. */
export type ArtPhase = 'tease' | 'finished'

const dim = 0.2

export function bladeMask({ width, height }: ArtFrame, id: string) {
  const middle = width * 0.64
  const half = Math.max(width, height) * 0.3
  const [from, to] = [formatNumber(middle - half), formatNumber(middle + half)]
  const stop = (offset: number, light: number) =>
    `<stop offset="${offset}" stop-color="#fff" stop-opacity="${light}"/>`
  return {
    markup:
      `<defs><linearGradient id="${id}-blade" gradientUnits="userSpaceOnUse" x1="${from}" x2="${to}" gradientTransform="rotate(17 ${formatNumber(middle)} ${formatNumber(height / 2)})">` +
      `${stop(0, dim)}${stop(0.34, dim)}${stop(0.47, 1)}${stop(0.53, 1)}${stop(0.66, dim)}${stop(1, dim)}</linearGradient>` +
      `<mask id="${id}-tease" maskUnits="userSpaceOnUse" x="0" y="0" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="url(#${id}-blade)"/></mask></defs>`,
    reference: `mask="url(#${id}-tease)"`,
  }
}
