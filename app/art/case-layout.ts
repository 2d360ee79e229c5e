import { formatNumber } from './svg-path.ts'

/** Measures of a case in inches, around a middle at x 0; y 0 is the bore of the rifle. */
export type CaseLayout = {
  viewBox: string
  left: number
  right: number
  /** The place of the rifle's butt, and the left edge of the column of papers. */
  rifleX: number
  contentsX: number
  /** Path of the foam hatching, to be clipped to the foam. */
  hatching: string
}

/** Room for the rifle in the standard case, and the least a case is long. */
const rifleRoom = 31.4
const standardLength = 43.2
const contentsWidth = 8.6

/** A case for a rifle of this overall length: the standard one, or longer when the rifle needs it. */
export function caseLayout(overallIn: number): CaseLayout {
  const length = standardLength + Math.max(0, overallIn - rifleRoom)
  const left = -length / 2
  const right = length / 2
  const contentsX = right - contentsWidth
  const spare = contentsX - 0.8 - (left + 1.6) - overallIn
  let hatching = ''
  for (let x = left - 10; x < right + 1; x += 0.62) hatching += `M${formatNumber(x, 2)} 9.8l16.6-16.6`
  return {
    viewBox: `${formatNumber(left - 0.4, 2)} -8 ${formatNumber(length + 0.8, 2)} 19.4`,
    left,
    right,
    rifleX: left + 1.6 + spare / 2,
    contentsX,
    hatching,
  }
}
