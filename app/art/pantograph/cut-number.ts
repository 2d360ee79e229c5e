import { fitLettering, letteringStrokes } from './lettering.ts'

/** The width of a data plate, and of the lettering on it. */
export const plateWidth = 420
export const plateRoom = 328

/** The strokes of a number on a data plate, and the width of the tool that cuts them. */
export function cutNumber(text: string): { strokes: readonly string[]; tool: number } {
  const fitted = fitLettering(text, { height: 88, tracking: 0.03 }, plateRoom)
  const strokes = letteringStrokes(text, {
    ...fitted,
    x: plateWidth / 2,
    y: 160 + fitted.height / 2,
    anchor: 'middle',
  })
  return { strokes, tool: 5.6 * Math.max(0.7, fitted.height / 88) }
}
