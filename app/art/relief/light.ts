import type { ArtTheme } from '#app/art/art-theme.ts'

/** x to the right, y down, z to the viewer. Its length does not matter. */
export type Direction = readonly [x: number, y: number, z: number]

/** Colors are linear light. */
export type Lighting = {
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
