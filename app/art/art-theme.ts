import { hexToOklch, oklchToHex } from './color.ts'

export const artThemes = ['guerrilla', 'outlaw', 'cyber', 'noir'] as const
export type ArtTheme = (typeof artThemes)[number]

/** As sRGB hex. */
export type ArtPalette = {
  ground: string
  ink: string
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

/** As sRGB hex; empty or missing ones are the theme's. Of the ground only the tint is taken: the page stays as dark as every other. */
export type OwnColors = { ground?: string | null | undefined; accent?: string | null | undefined }

const maxGroundChroma = 0.03

export function artPalette(theme: ArtTheme, own: OwnColors = {}): ArtPalette {
  const [chroma, hue] = groundTint(theme, own)
  return {
    ground: oklchToHex([0.163, chroma, hue]),
    ink: oklchToHex([0.945, 0.011, 86]),
    accent: own.accent || oklchToHex(tones[theme].accent),
  }
}

/** The lightest surface that has text in the accent: that of a control under the pointer. */
export function raisedGround(theme: ArtTheme, own: OwnColors = {}): string {
  const [chroma, hue] = groundTint(theme, own)
  return oklchToHex([0.27, chroma * 1.25, hue])
}

function groundTint(theme: ArtTheme, { ground }: OwnColors): [chroma: number, hue: number] {
  if (!ground) return [tones[theme].chroma, tones[theme].hue]
  const [, chroma, hue] = hexToOklch(ground)
  return [Math.min(chroma, maxGroundChroma), hue]
}

/** The custom properties that give a page or a part of it a drop's own colors; none where it has the theme's. */
export function ownColorStyle({ ground, accent }: OwnColors): Record<string, string> | undefined {
  if (!ground && !accent) return undefined
  const [lightness, accentChroma, accentHue] = accent ? hexToOklch(accent) : []
  const [, chroma, hue] = ground ? hexToOklch(ground) : []
  return {
    ...(lightness !== undefined && {
      '--a-l': lightness.toFixed(4),
      '--a-c': (accentChroma ?? 0).toFixed(4),
      '--a-h': (accentHue ?? 0).toFixed(2),
    }),
    ...(hue !== undefined && {
      '--h': hue.toFixed(2),
      '--c': Math.min(chroma ?? 0, maxGroundChroma).toFixed(4),
    }),
  }
}
