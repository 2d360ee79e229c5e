import { oklchToHex } from './color.ts'

/** The four looks a drop can have. */
export const artThemes = ['guerrilla', 'outlaw', 'cyber', 'noir'] as const
export type ArtTheme = (typeof artThemes)[number]

/** The page colors a drawing uses, as sRGB hex. The names in brackets are the page's custom properties. */
export type ArtPalette = {
  /** The page itself (`--page`). */
  ground: string
  /** Text and quiet lines (`--ink`). */
  ink: string
  /** Lit lines (`--accent`). */
  accent: string
}

// Same numbers as the tokens of app/ui: a standalone picture has no page to inherit them from.
const tones = {
  noir: { hue: 80, chroma: 0.005, accent: [0.905, 0.05, 84] },
  guerrilla: { hue: 145, chroma: 0.014, accent: [0.87, 0.125, 121] },
  outlaw: { hue: 46, chroma: 0.014, accent: [0.775, 0.125, 54] },
  cyber: { hue: 262, chroma: 0.024, accent: [0.86, 0.095, 200] },
} as const satisfies Record<
  ArtTheme,
  { hue: number; chroma: number; accent: readonly [number, number, number] }
>

/** The resolved colors of a theme, for pictures that stand alone and for rasterized ones. */
export function artPalette(theme: ArtTheme): ArtPalette {
  const { hue, chroma, accent } = tones[theme]
  return {
    ground: oklchToHex([0.163, chroma, hue]),
    ink: oklchToHex([0.945, 0.011, 86]),
    accent: oklchToHex(accent),
  }
}
