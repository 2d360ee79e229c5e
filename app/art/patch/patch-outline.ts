import type { Point } from '../polyline.ts'
import type { PatchShape } from './patch-styles.ts'

/** Radius of the rim of every patch. */
const rimRadius = 222

/** How many points the outline of a patch has. */
const points = 720

/** The closed outline of a patch around the origin, clockwise from twelve o'clock. */
export function patchOutline(shape: PatchShape): Point[] {
  return Array.from({ length: points }, (_, i) => {
    const angle = (i / points) * Math.PI * 2 - Math.PI / 2
    const radius = rimRadius * outlineRadius[shape](angle)
    return [radius * Math.cos(angle), radius * Math.sin(angle)]
  })
}

/** The outline as shares of the rim radius. Corners are superellipses: an embroidery machine cannot sew sharp ones. */
const outlineRadius: Readonly<Record<PatchShape, (angle: number) => number>> = {
  round: () => 1,
  hexagon: (angle) => {
    const sector = Math.PI / 3
    const within = ((((angle + Math.PI / 2) % sector) + sector) % sector) - sector / 2
    const side = (1.06 * Math.cos(sector / 2)) / Math.cos(within)
    return (side ** -26 + 0.985 ** -26) ** (-1 / 26)
  },
  square: (angle) => superellipse(angle, 6, 0.93, 1),
  shield: (angle) =>
    Math.sin(angle) > 0 ? superellipse(angle, 2.1, 0.95, 1.1) : superellipse(angle, 5.5, 0.95, 0.94),
}

function superellipse(angle: number, exponent: number, size: number, tall: number): number {
  const across = Math.abs(Math.cos(angle)) ** exponent
  const along = (Math.abs(Math.sin(angle)) / tall) ** exponent
  return size / (across + along) ** (1 / exponent)
}
