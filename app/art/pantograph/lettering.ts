import { memoize } from '#app/kit/memoize.ts'
import { type Glyph, glyphs } from './strokes.ts'

/** How a line of lettering is set. Lengths are in the units of the drawing. */
export type Lettering = {
  /** Cap height. */
  height?: number
  /** 1 is the drawn width; 0.6 is condensed, 1.4 wide. */
  width?: number
  /** Extra space between letters, as a share of the height. */
  tracking?: number
}

/** The place of a line of lettering: x by its anchor, y on the baseline. */
export type PlacedLettering = Lettering & { x?: number; y?: number; anchor?: 'start' | 'middle' | 'end' }

/** A line laid out: each glyph's strokes with the x of its origin, the whole width, and the scale of glyph units. */
export type LetteringLayout = {
  glyphs: { strokes: string; x: number }[]
  width: number
  scale: number
  stretch: number
}

const lookAlikes: Readonly<Record<string, string>> = { '′': "'", '’': "'", '″': '"', '”': '"', '“': '"' }

/** Lays a text out letter by letter. Lower case sets as capitals, accents fall away, and "PACo" gets its raised o. */
export function layOutLettering(text: string, setting: Lettering): LetteringLayout {
  const { height = 1, width = 1, tracking = 0 } = setting
  const scale = height / 100
  // Side bearings give less than the letter does: condensed lettering would clot if they shrank as fast.
  const bearing = 0.55 + 0.45 * width
  const laid: LetteringLayout['glyphs'] = []
  let x = 0
  for (const [advance, left, right, strokes] of glyphsOf(text)) {
    laid.push({ strokes, x: x + left * bearing * scale })
    x += (advance * width + (left + right) * bearing) * scale + tracking * height
  }
  return { glyphs: laid, width: Math.max(0, x - tracking * height), scale, stretch: width }
}

/** The width a text takes when set like this. */
export function letteringWidth(text: string, setting: Lettering = {}): number {
  return layOutLettering(text, setting).width
}

/** One SVG path for the whole line. */
export function letteringPath(text: string, setting: PlacedLettering = {}): string {
  return letteringStrokes(text, setting).join('')
}

/** One SVG path per stroke of the tool, in writing order: what an engraving animation draws one after another. */
export function letteringStrokes(text: string, setting: PlacedLettering = {}): readonly string[] {
  return drawStrokes(text, setting)
}

// The same few lines are on every plate, and drawing one costs as much as rendering the page around it. Marked as
// pure, so that pages whose browser draws no lettering do not load the alphabet.
const drawStrokes = /* @__PURE__ */ memoize(
  600,
  (text: string, setting: PlacedLettering): readonly string[] => {
    const { x = 0, y = 0, height = 1, anchor = 'start' } = setting
    const { glyphs: laid, width, scale, stretch } = layOutLettering(text, setting)
    const start = x - (anchor === 'middle' ? width / 2 : anchor === 'end' ? width : 0)
    const decimals = height < 4 ? 3 : height < 40 ? 2 : 1
    return laid.flatMap(({ strokes, x: glyphX }) =>
      splitStrokes(strokes).map((stroke) =>
        mapCoordinates(
          stroke,
          (value) => round(start + glyphX + value * scale * stretch, decimals),
          (value) => round(y - height + value * scale, decimals),
        ),
      ),
    )
  },
)

/**
 * The setting that makes a text fit: first the letters are condensed (to 60 % of their width), then the whole line
 * is made smaller. A text that fits keeps its setting.
 */
export function fitLettering<Setting extends Lettering & { height: number }>(
  text: string,
  setting: Setting,
  maxWidth: number,
): Setting & { width: number } {
  const natural = letteringWidth(text, setting)
  const width = setting.width ?? 1
  if (natural <= maxWidth) return { ...setting, width }
  // A line's width grows evenly with the width of its letters, so two settings tell where it fits exactly.
  const narrowest = Math.min(width, 0.6)
  const minWidth = letteringWidth(text, { ...setting, width: narrowest })
  if (minWidth <= maxWidth) {
    const condensed = narrowest + ((width - narrowest) * (maxWidth - minWidth)) / (natural - minWidth)
    return { ...setting, width: condensed }
  }
  return { ...setting, width: narrowest, height: (setting.height * maxWidth) / minWidth }
}

/** The strokes of a glyph as separate paths. */
export function splitStrokes(strokes: string): string[] {
  return strokes === '' ? [] : strokes.split(/(?=M)/)
}

function glyphsOf(text: string): Glyph[] {
  const blank = glyphs[' '] as Glyph
  const plain = text.replaceAll(/PACo/g, 'PACº').replaceAll(/[′’″”“]/g, (mark) => lookAlikes[mark] ?? mark)
  return Array.from(plain, (letter) => {
    const bare = letter.normalize('NFD').charAt(0)
    return glyphs[letter] ?? glyphs[letter.toUpperCase()] ?? glyphs[bare.toUpperCase()] ?? blank
  })
}

function mapCoordinates(path: string, mapX: (x: number) => number, mapY: (y: number) => number): string {
  let count = 0
  return path.replaceAll(/ ?(-?\d+(?:\.\d+)?)/g, (_, digits: string) => {
    const mapped = count % 2 === 0 ? mapX(Number(digits)) : mapY(Number(digits))
    count += 1
    return ` ${mapped}`
  })
}

function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}
