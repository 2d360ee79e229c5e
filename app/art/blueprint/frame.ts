import type { Measures } from './measure.ts'

/** Part of the sheet in inches. */
export interface Frame {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const SHEET: Frame = { x: -19.2, y: -6.2, width: 36.2, height: 18 }
/** The firearm alone, in a frame that fits every build of the catalog: what is drawn in it shares one scale. */
export const wholeFrame: Frame = { x: -18.7, y: -4.5, width: 31.6, height: 13.2 }

export function sheetFrame(measures: Measures, suppressor: boolean): Frame {
  const width = Math.max(SHEET.width, neededWidth(measures, suppressor, SHEET.x))
  const scale = width / SHEET.width
  return { x: SHEET.x, y: SHEET.y * scale, width, height: SHEET.height * scale }
}

export function portraitFrame({ buttX, tipX }: Measures): Frame {
  return { x: buttX - 0.6, y: -4, width: tipX - buttX + 1.2, height: 12.4 }
}

export function viewBoxOf({ x, y, width, height }: Frame): string {
  return [x, y, width, height].map((value) => Math.round(value * 1000) / 1000).join(' ')
}

function neededWidth({ tipX }: Measures, suppressor: boolean, left: number): number {
  const suppressorIn = suppressor ? 5.3 : 0
  return tipX + suppressorIn + 1.6 - left
}
