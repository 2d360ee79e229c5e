import { letteringPath } from '#app/art/pantograph/lettering.ts'
import type { Drawing, PaintedPath } from '#app/pdf/drawing.server.ts'

const ink = '#191714'
const accent = '#8a6a2f'

/** How a marking is measured: the height of a letter, and the depth of its stroke below the flat metal. Not to scale. */
export const markingDrawing: Drawing = {
  alt: 'Left: a serial number with its letters measured from base to top, at least 1/16 inch. Right: a stroke in section, its depth measured from the flat surface of the metal and not from the ridges beside it, at least .003 inch.',
  frame: { x: 0, y: 0, width: 468, height: 168 },
  paths: () => [
    // The letters, with their height.
    line('M0 0H214V168H0Z', 0.5),
    {
      d: letteringPath('A01', { height: 52, tracking: 0.08, x: 22, y: 104 }),
      stroke: ink,
      width: 3.4,
    },
    measure('M12 52H206M12 104H206'),
    arrow(196, 52, 104),
    label('1/16 in', 204, 136, 'end'),
    label('Height', 14, 136),
    // The stroke in section, with its depth.
    line('M254 0H468V168H254Z', 0.5),
    { d: `${surface}V168H254Z`, fill: '#efece6' },
    { d: surface, stroke: ink, width: 1.4 },
    measure('M262 74H460M348 112H420'),
    arrow(412, 74, 112),
    label('.003 in', 460, 60, 'end'),
    label('Depth', 268, 60),
  ],
}

/** The metal's surface with the stroke cut into it and a ridge on each side. */
const surface =
  'M254 74H320C326 74 330 73 334 66C338 73 340 76 344 84L356 112L368 84C372 76 374 73 378 66C382 73 386 74 392 74H468'

function line(d: string, width: number): PaintedPath {
  return { d, stroke: '#cfcac2', width }
}

function measure(d: string): PaintedPath {
  return { d, stroke: accent, width: 0.8, dash: [5, 3] }
}

function arrow(x: number, from: number, to: number): PaintedPath {
  const heads = `M${x - 3} ${from + 6}L${x} ${from}L${x + 3} ${from + 6}M${x - 3} ${to - 6}L${x} ${to}L${x + 3} ${to - 6}`
  return { d: `M${x} ${from}V${to}${heads}`, stroke: accent, width: 1.1 }
}

function label(text: string, x: number, y: number, anchor: 'start' | 'end' = 'start'): PaintedPath {
  return { d: letteringPath(text, { height: 11, tracking: 0.06, x, y, anchor }), stroke: ink, width: 1.1 }
}
