import { type ArtTheme, artPalette, type OwnColors } from '#app/art/art-theme.ts'
import { type Oklch, oklchToHex } from '#app/art/color.ts'

export type Coat = {
  /** Its color under white light, as sRGB hex. */
  color: string
  gloss: number
  sharpness: number
  brushed: number
  grain: number
}

export type Finish = Coat & {
  /** Color of the fill, as sRGB hex; none where the cut is left bare. */
  fill: string | null
  isFillMetal: boolean
}

const coats = {
  hardCoat: coat([0.33, 0.004, 80], { gloss: 0.34, sharpness: 26, grain: 0.5 }),
  matteBlack: coat([0.3, 0.003, 80], { gloss: 0.24, sharpness: 12, grain: 0.8 }),
  green: coat([0.45, 0.034, 132], { gloss: 0.2, sharpness: 10, grain: 0.8 }),
  gray: coat([0.5, 0.006, 80], { gloss: 0.3, sharpness: 18, grain: 0.6 }),
  coolGray: coat([0.54, 0.012, 245], { gloss: 0.36, sharpness: 22, grain: 0.5 }),
  tan: coat([0.7, 0.055, 78], { gloss: 0.2, sharpness: 10, grain: 0.6 }),
  bare: coat([0.74, 0.006, 80], { gloss: 0.6, sharpness: 34, brushed: 0.7, grain: 0.2 }),
  dark: coat([0.34, 0.005, 70], { gloss: 0.5, sharpness: 30, brushed: 0.6, grain: 0.2 }),
  smoke: coat([0.36, 0.006, 60], { gloss: 0.42, sharpness: 24, brushed: 0.15, grain: 0.4 }),
} as const satisfies Record<string, Coat>

export const polymer: Coat = coat([0.25, 0.003, 80], { gloss: 0.1, sharpness: 6, grain: 1 })
export const steel: Coat = coat([0.36, 0.004, 80], { gloss: 0.5, sharpness: 30, brushed: 0.2, grain: 0.3 })

const copper = oklchToHex([0.72, 0.125, 52])

// The first that fits, so the more specific words come before the general ones.
const coatWords: readonly (readonly [RegExp, keyof typeof coats])[] = [
  [/\bcool gray\b/i, 'coolGray'],
  [/\bgreen\b|\bolive\b/i, 'green'],
  [/\bmanila\b|\btan\b|\bearth\b|\bcard-colored\b/i, 'tan'],
  [/\bbrushed\b.*\bblack\b/i, 'dark'],
  [/\bbrushed\b|\bbare\b|\bclear\b|\bsatin\b/i, 'bare'],
  [/\bengine-turned\b.*\bgray\b/i, 'gray'],
  [/\bengine-turned\b|\bsmoke\b/i, 'smoke'],
  [/\bgray\b/i, 'gray'],
  [/\bmatte black\b/i, 'matteBlack'],
]

/** Without words that say more, a black hard coat. */
export function finishOf(words: string, theme: ArtTheme, own: OwnColors = {}): Finish {
  const [, name = 'hardCoat'] = coatWords.find(([pattern]) => pattern.test(words)) ?? []
  const isBare = /\bunfilled\b|\bleft bare\b|\bengine-turned, gray\b/i.test(words)
  const isCopper = /\bcopper\b/i.test(words)
  const fill = isCopper ? copper : isBare || theme === 'noir' ? null : artPalette(theme, own).accent
  return { ...coats[name], fill, isFillMetal: isCopper }
}

export function isPlain(words: string): boolean {
  return /\bnumber only\b|\bwithout (?:a|the) (?:profile|pattern|drawing)\b/i.test(words)
}

function coat(color: Oklch, rest: Omit<Coat, 'color' | 'brushed'> & { brushed?: number }): Coat {
  return { brushed: 0, ...rest, color: oklchToHex(color) }
}
