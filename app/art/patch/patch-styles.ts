import type { ArtTheme } from '../art-theme.ts'
import type { Oklch } from '../color.ts'

export type PatchShape = 'round' | 'hexagon' | 'square' | 'shield'

/** Radii are in the units of the patch, whose rim lies at 222. */
export type PatchStyle = {
  shape: PatchShape
  emblemRadius: number
  letterRadius: number
  markRadius: number
  cloth: Oklch
  rim: Oklch
  lettering: Oklch
  emblem: readonly [Oklch, Oklch, Oklch, Oklch]
}

export const patchStyles: Readonly<Record<ArtTheme, PatchStyle>> = {
  guerrilla: {
    shape: 'round',
    emblemRadius: 124,
    letterRadius: 150,
    markRadius: 167,
    cloth: [0.29, 0.035, 140],
    rim: [0.62, 0.12, 128],
    lettering: [0.9, 0.05, 110],
    emblem: [
      [0.36, 0.05, 145],
      [0.46, 0.07, 138],
      [0.58, 0.1, 130],
      [0.72, 0.13, 126],
    ],
  },
  outlaw: {
    shape: 'hexagon',
    emblemRadius: 116,
    letterRadius: 143,
    markRadius: 152,
    cloth: [0.27, 0.03, 40],
    rim: [0.6, 0.11, 50],
    lettering: [0.9, 0.04, 80],
    emblem: [
      [0.42, 0.09, 40],
      [0.58, 0.12, 48],
      [0.74, 0.12, 55],
      [0.88, 0.05, 80],
    ],
  },
  cyber: {
    shape: 'square',
    emblemRadius: 116,
    letterRadius: 150,
    markRadius: 167,
    cloth: [0.25, 0.04, 262],
    rim: [0.74, 0.09, 205],
    lettering: [0.93, 0.03, 205],
    emblem: [
      [0.4, 0.07, 240],
      [0.55, 0.09, 225],
      [0.7, 0.1, 212],
      [0.9, 0.06, 200],
    ],
  },
  noir: {
    shape: 'shield',
    emblemRadius: 114,
    letterRadius: 142,
    markRadius: 167,
    cloth: [0.22, 0.004, 80],
    rim: [0.62, 0.015, 85],
    lettering: [0.94, 0.02, 88],
    emblem: [
      [0.36, 0.006, 80],
      [0.55, 0.012, 84],
      [0.76, 0.02, 86],
      [0.93, 0.03, 88],
    ],
  },
}
