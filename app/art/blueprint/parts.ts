import { memoize } from '#app/kit/memoize.ts'
import { movePath } from './path.ts'
import type { Pen } from './pen-style.ts'
import type { Shape } from './shape.ts'

/** The server and its threads read the file. A browser is handed the groups that its page may need. */
const drawings =
  typeof document === 'undefined'
    ? process.getBuiltinModule('node:fs').readFileSync('app/art/blueprint/parts.svg', 'utf8')
    : (document.getElementById('part-drawings')?.textContent ?? '')

/** In inches. `data-clip` is the place in the group of the path that cuts a shape off. What is stretched (barrels, handguards, slings) is drawn by code. */
const groupOf = memoize(60, (id: string): Shape[] => {
  const paths = [...groupText(id).matchAll(/<path class="([^"]+)"(?: data-clip="(\d+)")? d="([^"]*)"/g)]
  return paths.flatMap(([, classes = '', clip, d = '']) => {
    if (classes === 'bp-clip') return []
    const className = classes.replace(' bp-detail', '') as Pen
    const isDetail = className !== classes
    return {
      className,
      d,
      ...(clip !== undefined && { clip: paths[Number(clip)]?.[3] ?? '' }),
      ...(isDetail && { detail: true as const }),
    }
  })
})

function groupText(id: string): string {
  const start = drawings.indexOf(`<g id="${id}">`)
  return start < 0 ? '' : drawings.slice(start, drawings.indexOf('</g>', start) + '</g>'.length)
}

export const partShapes = memoize<[id: string, dx?: number, dy?: number], Shape[]>(
  200,
  (id, dx = 0, dy = 0) =>
    dx === 0 && dy === 0 ? groupOf(id) : groupOf(id).map((shape) => moveShape(shape, dx, dy)),
)

export function moveShape(shape: Shape, dx: number, dy: number): Shape {
  return {
    ...shape,
    d: movePath(shape.d, dx, dy),
    ...(shape.clip !== undefined && { clip: movePath(shape.clip, dx, dy) }),
  }
}

/** The groups of these parts, for a page whose script draws them. */
export function partDrawings(ids: Iterable<string>): string {
  return [...new Set(ids)].map(groupText).join('')
}
