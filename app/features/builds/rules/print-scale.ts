/** A printed sheet: US Letter, landscape, with margins that every printer supports. Points. */
export const printedSheet = { width: 792, height: 612, margin: 36 } as const

const pointsPerInch = 72

const smallest = 8
/** Scales that a drawing is printed at, the largest first: an inch on paper is so many inches of the firearm. */
const printScales = [3, 4, 5, 6, smallest]

/** The largest scale at which a drawing so wide and high, in inches, fits the room it has on paper, in points. */
export function printScaleFor(
  drawing: { width: number; height: number },
  room: { width: number; height: number },
): number {
  const fits = (scale: number) =>
    paperPoints(drawing.width, scale) <= room.width && paperPoints(drawing.height, scale) <= room.height
  return printScales.find(fits) ?? smallest
}

/** How long a length of the firearm, in inches, is on paper. */
export function paperPoints(inches: number, scale: number): number {
  return (inches * pointsPerInch) / scale
}
