import type { Build, LowerStyle } from '#app/art/blueprint/build.ts'
import { type Layer, layersOf } from '#app/art/blueprint/layers.ts'
import { measure } from '#app/art/blueprint/measure.ts'
import type { Shape } from '#app/art/blueprint/shape.ts'

export type Material = 'coat' | 'polymer' | 'steel'

type Profile = 'flat' | 'round' | 'turned'

/** Path data in inches. */
export type Solid = {
  name: string
  material: Material
  profile: Profile
  /** In inches. */
  half: number
  /** In inches. */
  edge: number
  body: string
  trim: string
  bosses: string
  panels: string
  grooves: string
  hairlines: string
  openings: string
}

type Look = Pick<Solid, 'material' | 'profile' | 'half'>

/** A forging leaves its die with soft edges, a cutter leaves sharp ones. */
const edges = { forged: 0.06, billet: 0.012, polymer: 0.045 } as const satisfies Record<LowerStyle, number>
const otherEdge = 0.035

/** Across the rifle, in inches, from the outer dimensions of the patterns. */
const looks: Readonly<Record<string, Look>> = {
  stock: { material: 'polymer', profile: 'round', half: 0.66 },
  barrel: { material: 'steel', profile: 'turned', half: 0.4 },
  muzzle: { material: 'steel', profile: 'turned', half: 0.44 },
  magazine: { material: 'polymer', profile: 'flat', half: 0.43 },
  handguard: { material: 'coat', profile: 'round', half: 0.86 },
  upper: { material: 'coat', profile: 'round', half: 0.62 },
  lower: { material: 'coat', profile: 'flat', half: 0.52 },
  grip: { material: 'polymer', profile: 'round', half: 0.5 },
  optic: { material: 'steel', profile: 'round', half: 0.6 },
}
const other: Look = { material: 'polymer', profile: 'flat', half: 0.3 }

/** From the same outlines as its drawing, back to front. */
export function solidsOf(build: Build): Solid[] {
  return layersOf(build, measure(build))
    .filter((layer) => !layer.neverInked)
    .flatMap((layer) => toSolids(layer, layer.name === 'lower' ? edges[build.lower] : otherEdge))
}

function toSolids({ name, shapes }: Layer, rounding: number): Solid[] {
  const edges = shapes.filter(({ className }) => className.startsWith('bp-edge'))
  const [main, ...others] = edges.toSorted((a, b) => areaOf(b.d) - areaOf(a.d))
  if (!main) return []
  // The grip is drawn with the lower receiver, and is another piece.
  const grip =
    name === 'lower'
      ? others.find((edge) => edges.indexOf(edge) < edges.indexOf(main) && areaOf(edge.d) > 3)
      : undefined
  const before = edges.slice(0, edges.indexOf(main)).filter((edge) => edge !== grip)
  const after = edges.slice(edges.indexOf(main) + 1)
  const join = (list: readonly Shape[]) => list.map(({ d }) => d).join('')
  const of = (pen: string) => join(shapes.filter(({ className, clip }) => className === pen && !clip))
  const solid: Solid = {
    name,
    ...(looks[name] ?? other),
    edge: rounding,
    body: main.d,
    trim: join(before),
    bosses: join(after),
    panels: of('bp-line bp-raised'),
    grooves: of('bp-line'),
    hairlines: of('bp-fine'),
    openings: of('bp-void'),
  }
  const bare = { trim: '', bosses: '', panels: '', grooves: '', hairlines: '', openings: '' }
  return grip
    ? [{ name: 'grip', ...(looks.grip ?? other), edge: otherEdge, body: grip.d, ...bare }, solid]
    : [solid]
}

/** Of the box around it: enough to tell a receiver from a pin. */
function areaOf(d: string): number {
  const { width, height } = boundsOf(d)
  return width * height
}

/** The box around the end points of path data made of M, L, H, V, A, C and their relative circle arcs. */
export function boundsOf(d: string) {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  const reach = (x: number, y: number) => {
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  let [x, y] = [0, 0]
  for (const [, command = '', list = ''] of d.matchAll(/([MLACaZhHvV])([^MLACaZhHvV]*)/g)) {
    const values = (list.match(/-?\d*\.?\d+(?:e-?\d+)?/g) ?? []).map(Number)
    const at = (i: number) => values.at(i) ?? 0
    if (command === 'Z' || values.length === 0) continue
    if (command === 'a') {
      // A circle is drawn as two half arcs: each one's way across is the diameter.
      const radius = at(0)
      reach(x, y - radius)
      ;[x, y] = [x + at(-2), y + at(-1)]
      reach(x, y + radius)
      continue
    }
    if (command === 'h' || command === 'H') x = command === 'h' ? x + at(0) : at(0)
    else if (command === 'v' || command === 'V') y = command === 'v' ? y + at(0) : at(0)
    else [x, y] = [at(-2), at(-1)]
    reach(x, y)
  }
  return { left, top, width: right - left, height: bottom - top }
}
