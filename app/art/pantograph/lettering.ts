import { memoize } from '#app/kit/memoize.ts'

/** Center-lines as absolute M/L/C/Z path data. The cap height is 100, y runs down, the baseline is 100. */
type Glyph = readonly [advance: number, left: number, right: number, strokes: string]

/** The single-stroke alphabet: capitals, digits and the marks our copy uses. The font is drawn from the same skeletons. */
// biome-ignore format: one letter per line
const glyphs: Readonly<Record<string, Glyph>> = {
  '0': [58, 11, 11, 'M29 0C21.6 0 14.5 3.7 9.2 10.3C3.9 16.8 1 25.7 1 35L1 65C1 74.3 3.9 83.2 9.2 89.7C14.5 96.3 21.6 100 29 100C36.4 100 43.5 96.3 48.8 89.7C54.1 83.2 57 74.3 57 65L57 35C57 25.7 54.1 16.8 48.8 10.3C43.5 3.7 36.4 0 29 0Z'],
  '1': [58, 11, 11, 'M12 22L34 0M34 0L34 100'],
  '2': [58, 11, 11, 'M1.9 21C4 14.2 8.2 8.3 14 4.5C19.8 0.7 26.7 -0.8 33.5 0.4C40.2 1.5 46.4 5.2 50.7 10.7C55 16.2 57.3 23.1 57 30.2C56.7 37.3 53.9 44 49.1 49.1L0 100M0 100L57 100'],
  '3': [58, 11, 11, 'M3.5 15C8 5.5 17 0 28 0C43 0 53 9 53 23C53 37 43 47 28 47L20 47M28 47C45 47 57 57 57 73C57 89 45 100 28 100C15 100 4 93 0 82'],
  '4': [58, 11, 11, 'M44 100L44 0M44 0L0 72M0 72L58 72'],
  '5': [58, 11, 11, 'M52 0L9 0M9 0L4 46M4 46C9.5 39 17.5 35 27 35C45 35 57 48 57 67C57 87 45 100 27 100C14 100 4.5 93.5 0 83'],
  '6': [58, 11, 11, 'M45 0C20 16 1 40 1 69M29 38C21.6 38 14.5 41.3 9.2 47.1C3.9 52.9 1 60.8 1 69C1 77.2 3.9 85.1 9.2 90.9C14.5 96.7 21.6 100 29 100C36.4 100 43.5 96.7 48.8 90.9C54.1 85.1 57 77.2 57 69C57 60.8 54.1 52.9 48.8 47.1C43.5 41.3 36.4 38 29 38Z'],
  '7': [58, 11, 11, 'M1 0L57 0M57 0L21 100'],
  '8': [58, 11, 11, 'M29 0C22.6 0 16.5 2.5 12 6.9C7.5 11.3 5 17.3 5 23.5C5 29.7 7.5 35.7 12 40.1C16.5 44.5 22.6 47 29 47C35.4 47 41.5 44.5 46 40.1C50.5 35.7 53 29.7 53 23.5C53 17.3 50.5 11.3 46 6.9C41.5 2.5 35.4 0 29 0ZM29 47C21.6 47 14.5 49.8 9.2 54.8C3.9 59.7 1 66.5 1 73.5C1 80.5 3.9 87.3 9.2 92.2C14.5 97.2 21.6 100 29 100C36.4 100 43.5 97.2 48.8 92.2C54.1 87.3 57 80.5 57 73.5C57 66.5 54.1 59.7 48.8 54.8C43.5 49.8 36.4 47 29 47Z'],
  '9': [58, 11, 11, 'M13 100C38 84 57 60 57 31M29 0C21.6 0 14.5 3.3 9.2 9.1C3.9 14.9 1 22.8 1 31C1 39.2 3.9 47.1 9.2 52.9C14.5 58.7 21.6 62 29 62C36.4 62 43.5 58.7 48.8 52.9C54.1 47.1 57 39.2 57 31C57 22.8 54.1 14.9 48.8 9.1C43.5 3.3 36.4 0 29 0Z'],
  'A': [72, 5, 5, 'M0 100L36 0M36 0L72 100M11.5 68L60.5 68'],
  'B': [59, 13, 10, 'M0 100L0 0M0 0L32 0C38 0 43.7 2.5 47.9 6.9C52.1 11.3 54.5 17.3 54.5 23.5C54.5 29.7 52.1 35.7 47.9 40.1C43.7 44.5 38 47 32 47L0 47M32 47C39.2 47 46 49.8 51.1 54.8C56.2 59.7 59 66.5 59 73.5C59 80.5 56.2 87.3 51.1 92.2C46 97.2 39.2 100 32 100L0 100'],
  'C': [62, 10, 10, 'M59.3 20.2C56.4 13.1 51.4 7.2 45.1 3.7C38.7 0.2 31.5 -0.9 24.6 0.7C17.6 2.4 11.4 6.5 6.9 12.6C2.4 18.7 0 26.2 0 34L0 66C0 73.8 2.4 81.3 6.9 87.4C11.4 93.5 17.6 97.6 24.6 99.3C31.5 100.9 38.7 99.8 45.1 96.3C51.4 92.8 56.4 86.9 59.3 79.8'],
  'D': [61, 13, 10, 'M0 100L0 0M0 0L27 0C36 0 44.7 3.8 51 10.5C57.4 17.3 61 26.5 61 36L61 64C61 73.5 57.4 82.7 51 89.5C44.7 96.2 36 100 27 100L0 100'],
  'E': [51, 13, 6, 'M51 0L0 0M0 0L0 100M0 100L51 100M0 48L43 48'],
  'F': [49, 13, 6, 'M49 0L0 0M0 0L0 100M0 49L41 49'],
  'G': [64, 10, 13, 'M61.5 22C57.9 12.6 52.7 6.9 46.2 3.5C39.6 0.1 32.2 -0.9 25.1 0.8C18 2.5 11.6 6.7 7 12.7C2.5 18.8 0 26.3 0 34L0 66C0 75 3.4 83.7 9.4 90C15.4 96.4 23.5 100 32 100C40.5 100 48.6 96.4 54.6 90C60.6 83.7 64 75 64 66L64 54M64 54L37 54'],
  'H': [62, 13, 13, 'M0 100L0 0M62 100L62 0M0 48L62 48'],
  'I': [0, 13, 13, 'M0 100L0 0'],
  'J': [43, 10, 13, 'M43 0L43 70C43 77.6 40.9 84.9 37.2 90.5C33.5 96 28.4 99.4 23 99.9C17.6 100.5 12.2 98.1 8 93.3C3.7 88.5 1 81.7 0.2 74.2'],
  'K': [60, 13, 5, 'M0 100L0 0M56 0L0 62M19.9 40L60 100'],
  'L': [48, 13, 5, 'M0 0L0 100M0 100L48 100'],
  'M': [76, 13, 13, 'M0 100L0 0M0 0L38 72M38 72L76 0M76 0L76 100'],
  'N': [63, 13, 13, 'M0 100L0 0M0 0L63 100M63 100L63 0'],
  'O': [65, 10, 10, 'M32.5 0C23.9 0 15.6 3.7 9.5 10.3C3.4 16.8 0 25.7 0 35L0 65C0 74.3 3.4 83.2 9.5 89.7C15.6 96.3 23.9 100 32.5 100C41.1 100 49.4 96.3 55.5 89.7C61.6 83.2 65 74.3 65 65L65 35C65 25.7 61.6 16.8 55.5 10.3C49.4 3.7 41.1 0 32.5 0Z'],
  'P': [57, 13, 10, 'M0 100L0 0M0 0L31 0C37.9 0 44.5 2.8 49.4 7.9C54.3 13 57 19.8 57 27C57 34.2 54.3 41 49.4 46.1C44.5 51.2 37.9 54 31 54L0 54'],
  'Q': [65, 10, 10, 'M32.5 0C23.9 0 15.6 3.7 9.5 10.3C3.4 16.8 0 25.7 0 35L0 65C0 74.3 3.4 83.2 9.5 89.7C15.6 96.3 23.9 100 32.5 100C41.1 100 49.4 96.3 55.5 89.7C61.6 83.2 65 74.3 65 65L65 35C65 25.7 61.6 16.8 55.5 10.3C49.4 3.7 41.1 0 32.5 0ZM39 75L66 105'],
  'R': [59, 13, 5, 'M0 100L0 0M0 0L31 0C37.9 0 44.5 2.8 49.4 7.8C54.3 12.7 57 19.5 57 26.5C57 33.5 54.3 40.3 49.4 45.2C44.5 50.2 37.9 53 31 53L0 53M30 53L59 100'],
  'S': [58, 10, 10, 'M54.2 18C50 6 40 0 29 0C14 0 3 10 3 24.5C3 40 15 45 29 48.5C44 52.2 58 57.5 58 74C58 90 45 100 29 100C15 100 4 92.5 0 80'],
  'T': [61, 6, 6, 'M0 0L61 0M30.5 0L30.5 100'],
  'U': [62, 13, 13, 'M0 0L0 67C0 75.8 3.3 84.1 9.1 90.3C14.9 96.5 22.8 100 31 100C39.2 100 47.1 96.5 52.9 90.3C58.7 84.1 62 75.8 62 67L62 0'],
  'V': [69, 5, 5, 'M0 0L34.5 100M34.5 100L69 0'],
  'W': [98, 5, 5, 'M0 0L24 100M24 100L49 10M49 10L74 100M74 100L98 0'],
  'X': [62, 5, 5, 'M0 100L60 0M2 0L62 100'],
  'Y': [65, 5, 5, 'M0 0L32.5 53M65 0L32.5 53M32.5 53L32.5 100'],
  'Z': [58, 6, 6, 'M2 0L57 0M57 0L0 100M0 100L58 100'],
  ' ': [30, 0, 0, ''],
  '.': [0, 11, 11, 'M0 100L0 98'],
  ',': [8, 8, 9, 'M8 98L2 116'],
  ':': [0, 12, 12, 'M0 88L0 86M0 38L0 36'],
  ';': [8, 9, 10, 'M7 88L1 108M6 38L6 36'],
  "'": [0, 10, 10, 'M0 0L0 22'],
  '"': [16, 10, 10, 'M0 0L0 22M16 0L16 22'],
  '!': [0, 13, 13, 'M0 0L0 70M0 100L0 98'],
  '?': [50, 9, 9, 'M0 20C2 7 12 0 25 0C40 0 50 9 50 23C50 42 26 44 26 64L26 71M26 100L26 98'],
  '-': [34, 11, 11, 'M0 54L34 54'],
  '–': [56, 10, 10, 'M0 54L56 54'],
  '—': [92, 8, 8, 'M0 54L92 54'],
  '/': [40, 6, 6, 'M0 108L40 -8'],
  '\\': [40, 6, 6, 'M0 -8L40 108'],
  '|': [0, 13, 13, 'M0 112L0 -12'],
  '_': [60, 6, 6, 'M0 114L60 114'],
  '&': [67, 10, 5, 'M66 100L17 34C5 18 13 0 29 0C44 0 51 17 39 29C28 40 0 50 0 75C0 91 11 100 26 100C46 100 60 82 62 56'],
  '#': [70, 9, 9, 'M18 100L30 0M42 100L54 0M3 32L70 32M0 68L67 68'],
  '$': [58, 10, 10, 'M54.2 18C50 6 40 0 29 0C14 0 3 10 3 24.5C3 40 15 45 29 48.5C44 52.2 58 57.5 58 74C58 90 45 100 29 100C15 100 4 92.5 0 80M29 -14L29 114'],
  '%': [88, 10, 10, 'M17 0C12.5 0 8.2 2.2 5 6.2C1.8 10.1 0 15.4 0 21C0 26.6 1.8 31.9 5 35.8C8.2 39.8 12.5 42 17 42C21.5 42 25.8 39.8 29 35.8C32.2 31.9 34 26.6 34 21C34 15.4 32.2 10.1 29 6.2C25.8 2.2 21.5 0 17 0ZM71 58C66.5 58 62.2 60.2 59 64.2C55.8 68.1 54 73.4 54 79C54 84.6 55.8 89.9 59 93.8C62.2 97.8 66.5 100 71 100C75.5 100 79.8 97.8 83 93.8C86.2 89.9 88 84.6 88 79C88 73.4 86.2 68.1 83 64.2C79.8 60.2 75.5 58 71 58ZM72 0L16 100'],
  '+': [52, 10, 10, 'M26 80L26 24M0 52L52 52'],
  '−': [52, 10, 10, 'M0 52L52 52'],
  '=': [52, 10, 10, 'M0 40L52 40M0 66L52 66'],
  '×': [44, 10, 10, 'M2 74L42 32M2 32L42 74'],
  '<': [46, 10, 10, 'M46 20L0 52M0 52L46 84'],
  '>': [46, 10, 10, 'M0 20L46 52M46 52L0 84'],
  '(': [20, 11, 8, 'M20 -12C-6 16 -6 84 20 112'],
  ')': [20, 8, 11, 'M0 -12C26 16 26 84 0 112'],
  '[': [18, 12, 8, 'M18 -12L0 -12M0 -12L0 112M0 112L18 112'],
  ']': [18, 8, 12, 'M0 -12L18 -12M18 -12L18 112M18 112L0 112'],
  '°': [24, 8, 8, 'M12 0C8.8 0 5.8 1.4 3.5 3.8C1.3 6.2 0 9.6 0 13C0 16.4 1.3 19.8 3.5 22.2C5.8 24.6 8.8 26 12 26C15.2 26 18.2 24.6 20.5 22.2C22.7 19.8 24 16.4 24 13C24 9.6 22.7 6.2 20.5 3.8C18.2 1.4 15.2 0 12 0Z'],
  'º': [30, 9, 9, 'M15 0C11 0 7.2 1.8 4.4 5C1.6 8.2 0 12.5 0 17C0 21.5 1.6 25.8 4.4 29C7.2 32.2 11 34 15 34C19 34 22.8 32.2 25.6 29C28.4 25.8 30 21.5 30 17C30 12.5 28.4 8.2 25.6 5C22.8 1.8 19 0 15 0ZM0 52L30 52'],
  '·': [0, 13, 13, 'M0 53L0 51'],
  '•': [0, 16, 16, 'M0 54L0 50'],
  '*': [40, 8, 8, 'M20 0L20 40M3 10L37 30M37 10L3 30'],
  '@': [96, 10, 10, 'M66 38L62 60C60 74 78 76 86 64C100 42 86 0 49 0C20 0 0 20 0 52C0 84 20 100 48 100C62 100 72 96 80 90M45 32C40.2 32 35.6 34.3 32.3 38.4C28.9 42.6 27 48.2 27 54C27 59.8 28.9 65.4 32.3 69.6C35.6 73.7 40.2 76 45 76C49.8 76 54.4 73.7 57.7 69.6C61.1 65.4 63 59.8 63 54C63 48.2 61.1 42.6 57.7 38.4C54.4 34.3 49.8 32 45 32Z'],
  '→': [84, 8, 8, 'M0 52L84 52M84 52L60 30M84 52L60 74'],
  '←': [84, 8, 8, 'M84 52L0 52M0 52L24 30M0 52L24 74'],
  '↑': [48, 8, 8, 'M24 96L24 6M24 6L0 30M24 6L48 30'],
  '↓': [48, 8, 8, 'M24 6L24 96M24 96L0 72M24 96L48 72'],
  '№': [110, 13, 9, 'M0 100L0 0M0 0L63 100M63 100L63 0M95 0C91 0 87.2 1.8 84.4 5C81.6 8.2 80 12.5 80 17C80 21.5 81.6 25.8 84.4 29C87.2 32.2 91 34 95 34C99 34 102.8 32.2 105.6 29C108.4 25.8 110 21.5 110 17C110 12.5 108.4 8.2 105.6 5C102.8 1.8 99 0 95 0ZM80 52L110 52'],
}

/** Lengths are in the units of the drawing. */
export type Lettering = {
  height?: number
  /** 1 is the drawn width; 0.6 is condensed, 1.4 wide. */
  width?: number
  /** Extra space between letters, as a share of the height. */
  tracking?: number
}

/** x by its anchor, y on the baseline. */
export type PlacedLettering = Lettering & { x?: number; y?: number; anchor?: 'start' | 'middle' | 'end' }

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

export function letteringWidth(text: string, setting: Lettering = {}): number {
  return layOutLettering(text, setting).width
}

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
    const decimals = height < 4 ? 3 : height < 9 ? 2 : 1
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

/** First the letters are condensed (to 60 % of their width), then the whole line is made smaller. */
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
  return path.replaceAll(/-?\d+(?:\.\d+)?/g, (digits) => {
    const mapped = count % 2 === 0 ? mapX(Number(digits)) : mapY(Number(digits))
    count += 1
    return String(mapped)
  })
}

function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}
