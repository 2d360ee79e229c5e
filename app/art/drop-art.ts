import { type ArtFrameName, artFrames } from './art-frames.ts'
import { type ArtPhase, bladeMask } from './art-phase.ts'
import { type ArtStamp, stampMarkup } from './art-stamp.ts'
import { standaloneStyle } from './art-style.ts'
import { type ArtTheme, artPalette, type OwnColors } from './art-theme.ts'
import type { ArtSubject, Drawing, DrawTheme } from './drawing.ts'
import { hashText } from './random.ts'
import { drawRosette } from './themes/rosette.ts'
import { drawScan } from './themes/scan.ts'
import { drawSlats } from './themes/slats.ts'
import { drawSurvey } from './themes/survey.ts'
import { strokeClass, type UnitState } from './unit-state.ts'

/** A drawing without unit states. Expensive to compute, constant for a drop. */
export type ArtGeometry = Drawing & {
  theme: ArtTheme
  frame: ArtFrameName
  total: number
  weight: number
  /** Begins every id of the markup. */
  id: string
}

export type ComposeOptions = {
  /** The highlighted unit. */
  mine?: number
  /** Paints the page color behind the lines, for pictures shown where the page is not (shared links, mails). */
  ground?: boolean
  /** Colors in place of the theme's. */
  own?: OwnColors
  /** A run that is to come lies in a blade of light; one that is complete is lit as a whole. */
  phase?: ArtPhase | undefined
  /** Stamped on the drawing of a run that is complete. */
  stamp?: ArtStamp | undefined
}

const drawTheme: Readonly<Record<ArtTheme, DrawTheme>> = {
  guerrilla: drawSurvey,
  outlaw: drawRosette,
  cyber: drawScan,
  noir: drawSlats,
}

/**
 * Computes the part of an artwork that does not depend on unit states. Takes 5 to 80 ms: compute it once per drop and
 * frame. Throws a `RangeError` when the run has no units.
 */
export function drawGeometry(subject: ArtSubject, frame: ArtFrameName): ArtGeometry {
  if (!Number.isInteger(subject.total) || subject.total < 1) {
    throw new RangeError(`An artwork needs at least one unit, not ${subject.total}`)
  }
  const id = `art-${hashText(`${subject.theme} ${subject.slug} ${frame}`).toString(36)}`
  const drawing = drawTheme[subject.theme](subject, artFrames[frame], id)
  const weight = Number((artFrames[frame].weight * strokeWeight(subject.total)).toFixed(2))
  return { ...drawing, theme: subject.theme, frame, total: subject.total, weight, id }
}

/**
 * A standalone picture, colors included: what an `<img>` shows and a rasterizer reads. A page that wants live lines
 * adopts `g[data-art]` from it and leaves the `<style>` behind: there the classes follow `art.css`. Throws a
 * `RangeError` when there is not exactly one state per unit.
 */
export function composeHeroSvg(
  geometry: ArtGeometry,
  states: readonly UnitState[],
  options: ComposeOptions = {},
): string {
  const { width, height, fit } = artFrames[geometry.frame]
  const style = standaloneStyle(geometry.theme, geometry.weight, geometry.pitch, options.own)
  const stamp = options.stamp
    ? stampMarkup(artFrames[geometry.frame], options.stamp, geometry.theme, options.own)
    : ''
  const ground = options.ground
    ? `<rect width="${width}" height="${height}" fill="${artPalette(geometry.theme, options.own).ground}"/>`
    : ''
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
    `preserveAspectRatio="${fit}"><style>${style}</style>${ground}${composeArt(geometry, states, options)}${stamp}</svg>`
  )
}

/** A few strokes must carry the picture, many must not fill it. */
function strokeWeight(total: number): number {
  return total <= 20 ? 1.4 : total <= 100 ? 1 : 0.75
}

function composeArt(
  geometry: ArtGeometry,
  states: readonly UnitState[],
  { mine, phase }: ComposeOptions,
): string {
  const { theme, before, after, strokes, pitch, weight, frame, id } = geometry
  if (states.length !== strokes.length) {
    throw new RangeError(`${strokes.length} lines need as many states, not ${states.length}`)
  }
  const measures =
    pitch === undefined ? `--art-weight:${weight}px` : `--art-pitch:${Number(pitch.toFixed(2))}px`
  const blade = phase === 'tease' ? bladeMask(artFrames[frame], id) : undefined
  const paths = strokes.map(
    (path, i) =>
      `<path class="${strokeClass(states[i] ?? 'taken', i + 1 === mine)}" data-u="${i + 1}" d="${path}"/>`,
  )
  return (
    `<g data-art="${theme}" class="art art-${theme}${phase ? ` art-${phase}` : ''}" style="${measures}">${blade?.markup ?? ''}${before}` +
    `<g data-lines=""${blade ? ` ${blade.reference}` : ''}>${paths.join('')}</g>${after}</g>`
  )
}
