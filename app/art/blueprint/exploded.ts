import { memoize } from '#app/kit/memoize.ts'
import { contourOf, outerEdges, type Sheet } from './blueprint.ts'
import type { Build } from './build.ts'
import type { Frame } from './frame.ts'
import { type Layer, handguardOf, layersOf } from './layers.ts'
import { draftingText, pen, type Shape } from './shape.ts'
import { measure } from './measure.ts'
import { looseBarrel } from './part-sheet.ts'
import { moveShape } from './parts.ts'
import { circle, segment } from './path.ts'

export const explodedParts = ['upper', 'lower', 'barrel', 'handguard', 'muzzle', 'stock', 'magazine'] as const
type ExplodedPart = (typeof explodedParts)[number]

/** In inches: along the bore, and away from it. */
const offsets: Readonly<Record<ExplodedPart, readonly [dx: number, dy: number]>> = {
  upper: [0, -2.1],
  lower: [0, 2.3],
  barrel: [2.1, -2.1],
  handguard: [2.1, -5.6],
  muzzle: [4.1, -2.1],
  stock: [-2.6, 2.3],
  magazine: [0.4, 5.9],
}

const numeralHeight = 0.72

export const explodedMoves = (name: string) => offsets[name as ExplodedPart]

/** Each page of a drop measures one, and drops of one rifle share it. */
const maxSheets = 40

/** `boxes`: where each part lies on it. */
export const explodedSheet = memoize(maxSheets, (build: Build): Sheet & { boxes: Map<string, Box> } => {
  const measures = measure(build)
  const parts = partsOf(build)
  const boxes = new Map(parts.map(({ name, shapes }) => [name, boxOf(shapes)]))
  const numerals = explodedParts.flatMap((name, i) => {
    const box = boxes.get(name)
    return box ? numeral(i + 1, targetOf(name, box)) : []
  })
  const places = [...boxes.values()]
  const right = Math.max(...places.map((box) => box.right))
  const left = Math.min(...places.map((box) => box.left))
  const foot = Math.max(...places.map((box) => box.bottom))
  const frame: Frame = { x: left - 0.8, y: -9.6, width: right - left + 1.6, height: foot + 9.6 + 0.6 }
  const axis = (y: number, from: number, to: number) => pen('bp-axis', segment(from, y, to, y))
  const joint = (x: number, from: number, to: number) => pen('bp-axis', segment(x, from, x, to))
  return {
    boxes,
    frame,
    contours: parts.map(contourOf),
    layers: parts.map((part) => ({ ...part, ink: 'ink' as const, focused: false })),
    drafting: [
      axis(-2.1, -8.9, right + 0.5),
      axis(2.3, measures.buttX - 3, -7.2),
      joint(-0.52, -1.5, 3.1),
      joint(-6.98, -1.5, 3.1),
      joint(2.9, -5.6, -2.1),
      joint(-2.4, 5, 8.4),
      ...numerals,
    ],
  }
})

function partsOf(build: Build): Layer[] {
  const bare: Build = {
    ...build,
    optic: null,
    accessories: [],
    suppressor: false,
    muzzle: build.muzzle ?? 'birdcage',
  }
  return layersOf(bare, measure(bare)).map((layer) => {
    const name = layer.name as ExplodedPart
    const own =
      name === 'barrel' ? looseBarrel(bare) : name === 'handguard' ? handguardOf(bare) : layer.shapes
    const [dx, dy] = offsets[name]
    return { ...layer, shapes: own.map((shape) => moveShape(shape, dx, dy)) }
  })
}

/** Where the leader of a part ends. The lower receiver is highest at its rear: its leader goes to the well. */
function targetOf(name: ExplodedPart, { left, right, top }: Box): readonly [number, number] {
  return name === 'lower' ? [-3.3, offsets.lower[1] + 1.15] : [left + (right - left) * 0.62 - 0.2, top + 0.55]
}

function numeral(number: number, [x, y]: readonly [number, number]): Shape[] {
  const foot = y - 1.3
  const place = { x: x + 0.62, y: foot, height: numeralHeight, anchor: 'middle' } as const
  return [
    pen('bp-dimension', `M${x + 0.54} ${foot + 0.1}Q${x + 0.3} ${y - 0.75} ${x} ${y}`),
    pen('bp-arrow', circle(x, y, 0.08)),
    pen('bp-dimension-text', draftingText(String(number), place)),
  ]
}

type Box = ReturnType<typeof boxOf>

function boxOf(shapes: readonly Shape[]) {
  const points = outerEdges(shapes).flatMap(pointsOf)
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}

function pointsOf(d: string): [number, number][] {
  return [...d.matchAll(/([MLAC])([^A-Za-z]*)/g)].map(([, , list = '']) => {
    const values = (list.match(/-?\d*\.?\d+/g) ?? []).map(Number)
    return [values.at(-2) ?? 0, values.at(-1) ?? 0]
  })
}
