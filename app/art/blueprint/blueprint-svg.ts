import { escapeXml } from '#app/kit/text.ts'
import type { ArtPalette } from '../art-theme.ts'
import { type Sheet, clipsOf, shapesOf } from './blueprint.ts'
import { viewBoxOf } from './frame.ts'
import { CONTOUR_WIDTH_PX, type PenStyle, penStyle } from './pen-style.ts'
import type { Shape } from './shape.ts'

interface SheetFileOptions {
  readonly palette: ArtPalette
  /** Width of the picture in pixels; pen widths are pixels of this picture. */
  readonly widthPx: number
  readonly title: string
  readonly opaque?: boolean
}

/** Plain attributes, resolved colors and pen widths in inches, so that a rasterizer without CSS draws it like the browser does. */
export function blueprintSvg(sheet: Sheet, options: SheetFileOptions): string {
  const { frame } = sheet
  const { palette, widthPx } = options
  const pxPerInch = widthPx / frame.width
  const clips = clipsOf(shapesOf(sheet))
  const ink = (shapes: readonly Shape[], kind: 'ink' | 'phantom') =>
    runs(shapes).map((run) => group(run, kind, clips, palette, pxPerInch))
  const ground = options.opaque
    ? `<path fill="${palette.ground}" d="M${frame.x} ${frame.y}h${frame.width}v${frame.height}h${-frame.width}Z"/>`
    : ''
  const contour = attributes({ width: CONTOUR_WIDTH_PX }, palette, pxPerInch)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBoxOf(frame)}" width="${round(widthPx)}" height="${round(frame.height * pxPerInch)}" fill-rule="evenodd" stroke-linejoin="round" stroke-linecap="round">`,
    `<title>${escapeXml(options.title)}</title>`,
    definitions(clips, palette),
    ground,
    `<g ${contour}>${sheet.contours.map(({ d }) => `<path d="${d}"/>`).join('')}</g>`,
    ...sheet.layers.flatMap((layer) => ink(layer.shapes, layer.ink)),
    ...ink(sheet.drafting, 'ink'),
    '</svg>',
  ].join('')
}

function runs(shapes: readonly Shape[]): Shape[][] {
  const result: Shape[][] = []
  for (const shape of shapes) {
    const last = result.at(-1)
    if (last?.[0]?.className === shape.className) last.push(shape)
    else result.push([shape])
  }
  return result
}

function group(
  run: readonly Shape[],
  kind: 'ink' | 'phantom',
  clips: readonly string[],
  palette: ArtPalette,
  pxPerInch: number,
): string {
  const style = run[0] && penStyle(run[0].className, kind)
  if (!style) return ''
  const paths = run.map(({ d, clip }) => {
    const clipPath = clip === undefined ? '' : ` clip-path="url(#clip${clips.indexOf(clip)})"`
    return `<path d="${d}"${clipPath}/>`
  })
  return `<g ${attributes(style, palette, pxPerInch)}>${paths.join('')}</g>`
}

function attributes(style: PenStyle, palette: ArtPalette, pxPerInch: number): string {
  const { width, opacity, dash, stroke = 'ink', fill } = style
  const list = [`fill="${fill === undefined ? 'none' : fillOf(fill, palette)}"`]
  if (stroke !== 'none')
    list.push(`stroke="${palette[stroke]}"`, `stroke-width="${round(width / pxPerInch)}"`)
  if (opacity !== undefined) list.push(`stroke-opacity="${opacity}"`)
  if (dash) list.push(`stroke-dasharray="${dash.map((px) => round(px / pxPerInch)).join(' ')}"`)
  if (fill === 'light') list.push('fill-opacity=".055"')
  if (fill === 'shade') list.push('fill-opacity=".28"')
  return list.join(' ')
}

function fillOf(fill: NonNullable<PenStyle['fill']>, { ground, ink }: ArtPalette): string {
  const fills = {
    metal: 'url(#metal)',
    raised: mix(ground, ink, 0.07),
    void: mix(ground, '#000000', 0.5),
    sheet: ground,
    ink,
    light: '#ffffff',
    shade: '#000000',
  }
  return fills[fill]
}

function definitions(clips: readonly string[], { ground, ink }: ArtPalette): string {
  const stops = [
    `<stop offset="0" stop-color="${mix(ground, ink, 0.17)}"/>`,
    `<stop offset=".42" stop-color="${mix(ground, ink, 0.03)}"/>`,
    `<stop offset="1" stop-color="${ground}"/>`,
  ]
  const outlines = clips.map((d, i) => `<clipPath id="clip${i}"><path d="${d}"/></clipPath>`)
  return `<defs><linearGradient id="metal" x1="0" x2="0" y1="0" y2="1">${stops.join('')}</linearGradient>${outlines.join('')}</defs>`
}

/** Mixes two hex colors; a share of 0 is the first. */
function mix(from: string, to: string, share: number): string {
  const channel = (hex: string, i: number) => Number.parseInt(hex.slice(1 + 2 * i, 3 + 2 * i), 16)
  const mixed = [0, 1, 2].map((i) => Math.round(channel(from, i) * (1 - share) + channel(to, i) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
