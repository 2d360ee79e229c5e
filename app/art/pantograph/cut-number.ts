import { fitLettering, letteringStrokes } from './lettering.ts'

export const plateWidth = 420
export const plateRoom = 328

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
