import { inches } from './path.ts'

/** Path data moved by an offset: absolute commands move, relative ones stay as they are. */
export function movePath(d: string, dx: number, dy: number): string {
  return d.replaceAll(/([A-Za-z])([^A-Za-z]*)/g, (_, command: string, list: string) => {
    const values = (list.match(/-?\d*\.?\d+(?:e-?\d+)?/g) ?? []).map(Number)
    if (values.length === 0 || command === command.toLowerCase()) return command + list
    return command + values.map((value, i) => inches(value + shiftOf(command, i, dx, dy))).join(' ')
  })
}

function shiftOf(command: string, i: number, dx: number, dy: number): number {
  if (command === 'H') return dx
  if (command === 'V') return dy
  // Of an arc only the end is a place: radii, angle and flags are not.
  if (command === 'A') return i % 7 === 5 ? dx : i % 7 === 6 ? dy : 0
  return i % 2 === 0 ? dx : dy
}
