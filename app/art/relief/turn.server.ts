import sharp, { type Sharp } from 'sharp'
import { artPalette, type ArtTheme, type OwnColors } from '#app/art/art-theme.ts'
import type { Build } from '#app/art/blueprint/build.ts'
import type { Frame } from '#app/art/blueprint/frame.ts'
import { measure } from '#app/art/blueprint/measure.ts'
import { memoize } from '#app/kit/memoize.ts'
import { coatHeight, coatWidth } from './coat-size.ts'
import { markCuts } from './engraving.ts'
import { finishOf } from './finish.ts'
import { type Lighting, lightings } from './light.ts'
import { engrave } from './receiver.server.ts'
import { receiverFrame } from './receiver-frame.ts'
import { type LitSurface, shade } from './shade.ts'
import { type Solid, solidsOf } from './solids.ts'
import { ground, surfaceOf } from './surface.server.ts'
import { turnHeight, turnWidth } from './turn-views.ts'
import { turned } from './turned.ts'

/** A whole rifle that can be turned, in the words of its finish. The colors are a run's, or else the shop's. */
export type TurnSubject = { build: Build; finish: string; theme?: ArtTheme; own?: OwnColors | undefined }

/** Pixels that are computed for one that is delivered, along each side. */
const oversampling = 1.25

/** A light from the front left and one along the rifle, so that neither side is dark when it is turned. */
const studio: Lighting = {
  ...lightings.noir,
  key: [-0.32, -0.86, 0.72],
  keyColor: [4.1, 3.8, 3.3],
  sky: [0.34, 0.34, 0.36],
  floor: [0.06, 0.06, 0.06],
  rim: [0.92, -0.2, 0.3],
  rimColor: [2.4, 2.3, 2.2],
  pool: { x: 0.48, y: 0.5, reach: 0.72 },
  slats: 0,
}

/** The same light, lowered: from the side a coat throws all of it back, and is to be seen in its own color. A run's rifle is, too. */
const close: Lighting = {
  ...studio,
  keyColor: [1.35, 1.27, 1.15],
  sky: [0.16, 0.16, 0.17],
  rimColor: [1.1, 1.05, 1],
}

/** Draws one view, `turnWidth` wide, uncompressed. It takes a second or two of processor time. */
export async function drawTurn(subject: TurnSubject, degrees: number): Promise<Sharp> {
  const { build, theme } = subject
  const frame = turnFrame(build)
  const surface = await rifleSurface(build, frame, pxPerInchOf(frame, turnWidth))
  return light(turned(surface, degrees, ground), subject, {
    frame,
    width: turnWidth,
    height: turnHeight,
    lighting: theme ? close : studio,
  })
}

/**
 * Draws the receiver of a build in a finish, in the light of the turn: the coat is seen close. A coat that is only for metal
 * leaves a molded lower as it is. It takes as long as a view of the turn.
 */
export async function drawCoat(subject: TurnSubject & { isMetalOnly: boolean }): Promise<Sharp> {
  const { build, isMetalOnly } = subject
  const solids = solidsOf(build).map((solid) =>
    isMetalOnly && solid.name === 'lower' && build.lower === 'polymer'
      ? { ...solid, material: 'polymer' as const }
      : solid,
  )
  const surface = await markedSurface(build, solids, receiverFrame, pxPerInchOf(receiverFrame, coatWidth))
  return light(surface, subject, {
    frame: receiverFrame,
    width: coatWidth,
    height: coatHeight,
    lighting: close,
  })
}

type View = { frame: Frame; width: number; height: number; lighting: Lighting }

const pxPerInchOf = (frame: Frame, width: number) => (width / frame.width) * oversampling

/** The views of a turn are drawn one after the other: what they are views of is built once. */
const rifleSurface = memoize(1, (build: Build, frame: Frame, pxPerInch: number) =>
  markedSurface(build, solidsOf(build), frame, pxPerInch),
)

/** A surface with the maker's mark. */
async function markedSurface(
  { platform }: Build,
  solids: readonly Solid[],
  frame: Frame,
  pxPerInch: number,
): Promise<LitSurface> {
  const surface = await surfaceOf(solids, frame, pxPerInch)
  const [maker] = markCuts(platform, { dropName: '', total: 0 })
  return { ...surface, fill: await engrave(surface, maker ? [maker] : [], undefined) }
}

function light(surface: LitSurface, { finish, theme = 'noir', own }: TurnSubject, view: View): Sharp {
  const bytes = shade(surface, {
    finish: finishOf(finish, theme, own),
    lighting: view.lighting,
    ground: artPalette(theme, own).ground,
    groundHeight: ground,
    whole: view.frame,
  })
  const { width, height } = surface.height
  return sharp(bytes, { raw: { width, height, channels: 3 } }).resize({
    width: view.width,
    height: view.height,
  })
}

/** The part of the sheet that is shown, turning about its middle. In inches. */
function turnFrame(build: Build): Frame {
  const { buttX, tipX } = measure(build)
  const width = tipX - buttX + 2
  const height = (width * turnHeight) / turnWidth
  return { x: buttX - 1, y: 2 - height / 2, width, height }
}
