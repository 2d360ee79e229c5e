import { linearChannels } from '#app/art/color.ts'
import type { Frame } from '#app/art/blueprint/frame.ts'
import { createNoise } from '#app/art/noise.ts'
import { blur, type Field } from './field.ts'
import { type Finish, polymer, steel } from './finish.ts'
import type { ArtTheme } from '#app/art/art-theme.ts'

/** Heights in inches with what they are made of. `fill`: how much of a place is filled, from 0 to 1. */
type LitSurface = { frame: Frame; pxPerInch: number; height: Field; material: Uint8Array; fill?: Field }

type Lit = {
  finish: Finish
  lighting: Lighting
  ground: string
  groundHeight: number
  /** The whole picture that this is a part of: its pool of light and blind do not move with a part. */
  whole: Frame
}

/** Lights a surface: bytes of red, green and blue, row by row. Makes no arrays on the way: for each of a million places they would cost more than its light. */
export function shade(surface: LitSurface, lit: Lit): Uint8Array {
  const { height: field, material, frame, pxPerInch, fill } = surface
  const { width, height, values: h } = field
  const out = new Uint8Array(width * height * 3)
  const { lighting, finish } = lit
  const key = unit(lighting.key)
  const rim = unit(lighting.rim)
  const half = unit([key[0], key[1], key[2] + 1])
  const broad = blur(field, 0.09 * pxPerInch).values
  const wide = blur(field, 0.3 * pxPerInch).values
  const noise = createNoise('grain')
  const coats = [finish, polymer, steel].map((coat) => ({ ...coat, rgb: linearChannels(coat.color) }))
  const fillRgb = finish.fill ? linearChannels(finish.fill) : undefined
  const ground = linearChannels(lit.ground)
  const ray = rayTo(key, pxPerInch, width)
  const jump = 0.16

  const shadeRow = (y: number) => {
    for (let x = 0; x < width; x += 1) {
      const i = y * width + x
      const z = h[i] as number
      const around = wide[i] as number
      const shadow =
        z <= lit.groundHeight + 0.01
          ? groundShadow(around, lit.groundHeight)
          : shadowAt(field, i, x, y, z, ray)
      const kind = material[i] as number
      if (kind === 0) {
        const lift = 0.3 + 0.85 * shadow
        for (let c = 0; c < 3; c += 1) out[i * 3 + c] = encode((ground[c as 0] ?? 0) * lift)
        continue
      }
      const inchX = frame.x + x / pxPerInch
      const inchY = frame.y + y / pxPerInch
      const pool = poolAt(lit, inchX, inchY)
      const coat = coats[kind - 1] ?? coats[0]
      if (!coat) continue
      const slopeX = slope(h, i, x, width, 1, z, jump) * pxPerInch
      const slopeY = slope(h, i, y, height, width, z, jump) * pxPerInch
      const streak = coat.brushed > 0 ? (noise(inchX * 0.9, inchY * 95, 3) - 0.5) * coat.brushed : 0
      const grain = speck(Math.round(inchX * pxPerInch), Math.round(inchY * pxPerInch)) * coat.grain
      const riseX = -slopeX + grain * 0.05
      const riseY = -slopeY + grain * 0.05 + streak * 0.55
      const length = Math.sqrt(riseX * riseX + riseY * riseY + 1)
      const [nx, ny, nz] = [riseX / length, riseY / length, 1 / length]
      const occlusion = Math.max(
        0.25,
        Math.min(1.15, 1 + ((z - (broad[i] as number)) * 2.6 + (z - around) * 0.5)),
      )
      const inFill = fillRgb && fill ? (fill.values[i] as number) : 0
      const keyed = shadow * pool * blindAt(lit, inchX, inchY)
      const direct = Math.max(0, nx * key[0] + ny * key[1] + nz * key[2]) * keyed
      const side = Math.max(0, nx * rim[0] + ny * rim[1] + nz * rim[2]) * pool
      const up = 0.5 - 0.5 * ny
      const isMetalFill = inFill > 0 && finish.isFillMetal
      const gloss = coat.gloss + (isMetalFill ? 0.5 * inFill : 0)
      const glint = Math.max(0, nx * half[0] + ny * half[1] + nz * half[2]) ** coat.sharpness * keyed
      const mirror = studio(nx, ny, nz) * occlusion
      for (let c = 0; c < 3; c += 1) {
        const at = c as 0 | 1 | 2
        const base = (coat.rgb[at] ?? 0) * (1 - inFill) + (fillRgb?.[at] ?? 0) * inFill
        const room = (lighting.sky[at] * up + lighting.floor[at] * (1 - up)) * occlusion * (0.4 + 0.6 * pool)
        const diffuse =
          base * (1 - 0.5 * gloss) * (direct * lighting.keyColor[at] + room + side * lighting.rimColor[at])
        const tint = isMetalFill ? base * 1.6 : 0.25 + 0.75 * Math.min(1, base * 2.4)
        const shine =
          gloss * tint * (glint * 0.8 * lighting.keyColor[at] + mirror * 0.34 * lighting.sky[at] * pool)
        const glow = inFill * (isMetalFill ? 0.06 : 0.22) * (fillRgb?.[at] ?? 0) * (0.3 + 0.7 * pool)
        out[i * 3 + c] = encode(diffuse + shine + glow)
      }
    }
  }
  for (let y = 0; y < height; y += 1) shadeRow(y)
  return out
}

function poolAt({ lighting: { pool }, whole }: Lit, x: number, y: number): number {
  const dx = (x - whole.x) / whole.width - pool.x
  const dy = ((y - whole.y) / whole.height - pool.y) * (whole.height / whole.width)
  // Squared throughout: a root and a power for each pixel cost as much as all the rest of the light.
  const share = ((dx * dx + dy * dy * 1.15 ** 2) * 1.25 ** 2) / (pool.reach * pool.reach)
  return 0.16 + 0.84 / (1 + share * share)
}

function blindAt({ lighting: { slats, blade }, whole }: Lit, x: number, y: number): number {
  if (blade) {
    const across = (x - whole.x) / whole.width - 0.4 + ((y - whole.y) / whole.height - 0.5) * 0.34
    return 0.015 + 1.1 * Math.exp(-((across / 0.075) ** 2))
  }
  if (slats === 0) return 1
  // The light of a slat falls on the number, which has to be legible.
  const along = ((y - whole.y) / whole.height - 0.705 + ((x - whole.x) / whole.width - 0.49) * 0.16) * slats
  const wave = 0.5 + 0.5 * Math.cos(along * 2 * Math.PI)
  const soft = wave * wave * (3 - 2 * wave)
  return 0.07 + 1.06 * soft
}

/** The rise to the next place along one direction; over the edge of a part it is the slope on this side of the edge. */
function slope(
  h: Float32Array,
  i: number,
  at: number,
  count: number,
  step: number,
  z: number,
  jump: number,
): number {
  const before = at > 0 ? (h[i - step] ?? z) : z
  const after = at < count - 1 ? (h[i + step] ?? z) : z
  const back = z - before
  const forth = after - z
  const steepBack = Math.abs(back) > jump
  const steepForth = Math.abs(forth) > jump
  if (steepBack && steepForth) return 0
  if (steepBack) return forth
  if (steepForth) return back
  return (back + forth) / 2
}

type Ray = { x: Int32Array; y: Int32Array; offset: Int32Array; rise: Float64Array; soft: Float64Array }

function rayTo(light: Direction, pxPerInch: number, width: number): Ray {
  const across = Math.hypot(light[0], light[1])
  const steps: number[] = []
  for (let step = 2; step < 0.75 * pxPerInch; step *= 1.32) steps.push(step)
  const x = Int32Array.from(steps, (step) => Math.round((light[0] / across) * step))
  const y = Int32Array.from(steps, (step) => Math.round((light[1] / across) * step))
  return {
    x,
    y,
    offset: Int32Array.from(steps, (_, at) => (y[at] ?? 0) * width + (x[at] ?? 0)),
    rise: Float64Array.from(steps, (step) => (light[2] / across / pxPerInch) * step),
    soft: Float64Array.from(steps, (step) => 0.012 + (0.09 * step) / pxPerInch),
  }
}

function shadowAt(
  { width, height, values: h }: Field,
  i: number,
  x: number,
  y: number,
  z: number,
  ray: Ray,
): number {
  let lightLeft = 1
  for (let stop = 0; stop < ray.offset.length; stop += 1) {
    const px = x + (ray.x[stop] as number)
    const py = y + (ray.y[stop] as number)
    if (px < 0 || py < 0 || px >= width || py >= height) break
    const over = (h[i + (ray.offset[stop] as number)] as number) - (z + (ray.rise[stop] as number))
    if (over > 0) lightLeft = Math.min(lightLeft, 1 - Math.min(1, over / (ray.soft[stop] as number)))
    if (lightLeft <= 0) return 0.06
  }
  return 0.06 + 0.94 * lightLeft
}

function groundShadow(around: number, ground: number): number {
  return Math.max(0.15, 1 - Math.max(0, around - ground) * 1.1)
}

function studio(nx: number, ny: number, nz: number): number {
  const rx = 2 * nz * nx
  const ry = 2 * nz * ny
  const box = smooth(0.25, 0.55, -ry) * (1 - smooth(0.75, 1, -ry))
  const strip = smooth(0.5, 0.7, -rx) * (1 - smooth(0.8, 0.98, -rx))
  return 0.25 + 2.6 * box + 1.1 * strip
}

/** A speck of the blasted surface, from -1 to 1: the same at a place, whatever part of the picture is drawn. */
function speck(x: number, y: number): number {
  let mixed = Math.imul(x, 374761393) + Math.imul(y, 668265263)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 1274126177)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2147483648 - 1
}

function smooth(from: number, to: number, value: number): number {
  const t = Math.max(0, Math.min(1, (value - from) / (to - from)))
  return t * t * (3 - 2 * t)
}

function unit([x, y, z]: Direction): Direction {
  const length = Math.sqrt(x * x + y * y + z * z) || 1
  return [x / length, y / length, z / length]
}

/** Bytes of sRGB for linear light from 0 to 4, with a shoulder that keeps bright spots from burning out. */
const bytes = Uint8Array.from({ length: 4096 }, (_, i) => {
  const linear = i / 1024
  const rolled = Math.min(1, linear / (1 + Math.max(0, linear - 0.55) * 0.75))
  return Math.round(255 * (rolled <= 0.0031308 ? rolled * 12.92 : 1.055 * rolled ** (1 / 2.4) - 0.055))
})

function encode(linear: number): number {
  return bytes[Math.max(0, Math.min(4095, Math.round(linear * 1024)))] ?? 0
}

/** x to the right, y down, z to the viewer. Its length does not matter. */
type Direction = readonly [x: number, y: number, z: number]

/** Colors are linear light. */
type Lighting = {
  key: Direction
  keyColor: readonly [number, number, number]
  sky: readonly [number, number, number]
  floor: readonly [number, number, number]
  rim: Direction
  rimColor: readonly [number, number, number]
  /** The middle of the pool of light as shares of the picture, and its reach as a share of its width. */
  pool: { x: number; y: number; reach: number }
  /** The light falls through a blind with so many slats; 0 without one. */
  slats: number
  blade?: boolean
}

const day: Lighting = {
  key: [-0.55, -0.8, 0.62],
  keyColor: [2, 1.92, 1.75],
  sky: [0.3, 0.33, 0.35],
  floor: [0.1, 0.1, 0.09],
  rim: [0.9, 0.25, 0.35],
  rimColor: [0.35, 0.38, 0.4],
  pool: { x: 0.46, y: 0.52, reach: 0.54 },
  slats: 0,
}

export const lightings: Readonly<Record<ArtTheme, Lighting>> = {
  guerrilla: day,
  outlaw: {
    ...day,
    key: [-0.7, -0.62, 0.5],
    keyColor: [2.25, 1.95, 1.7],
    sky: [0.24, 0.235, 0.23],
    rimColor: [0.5, 0.3, 0.18],
    pool: { x: 0.48, y: 0.6, reach: 0.5 },
  },
  cyber: {
    ...day,
    key: [-0.3, -0.95, 0.55],
    keyColor: [1.75, 1.88, 1.98],
    sky: [0.27, 0.31, 0.35],
    rim: [0.95, 0.1, 0.3],
    rimColor: [0.12, 0.45, 0.52],
  },
  noir: {
    ...day,
    key: [-0.62, -0.72, 0.42],
    keyColor: [5, 4.5, 3.75],
    sky: [0.2, 0.2, 0.205],
    floor: [0.03, 0.03, 0.03],
    rimColor: [0.16, 0.16, 0.18],
    pool: { x: 0.49, y: 0.66, reach: 0.5 },
    slats: 5,
  },
}

export function teaseOf(lighting: Lighting): Lighting {
  const dim = (color: Lighting['sky'], share: number) =>
    [color[0] * share, color[1] * share, color[2] * share] as const
  return {
    ...lighting,
    keyColor: dim(lighting.keyColor, 0.95),
    sky: dim(lighting.sky, 0.13),
    floor: dim(lighting.floor, 0.1),
    rimColor: dim(lighting.rimColor, 0.55),
    slats: 0,
    blade: true,
  }
}
