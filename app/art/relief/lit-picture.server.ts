import sharp, { type Sharp } from 'sharp'
import { drawReceiver, type ReceiverPart, engrave } from './receiver.server.ts'
import type { ReceiverSubject } from './receiver-subject.ts'
import { artPalette } from '#app/art/art-theme.ts'
import type { Build } from '#app/art/blueprint/build.ts'
import { markCuts } from './engraving.ts'
import { finishOf } from './finish.ts'
import { type Lighting, lightings } from './light.ts'
import { receiverFrame } from './receiver-frame.ts'
import { shade } from './shade.ts'
import { solidsOf } from './solids.ts'
import { ground, surfaceOf } from './surface.server.ts'

export type LitPicture =
  | { view: 'receiver'; subject: ReceiverSubject; part: ReceiverPart }
  | { view: 'coat'; subject: CoatSubject }

/** Draws a lit picture as WebP. It takes up to two seconds of a processor: other code calls it through `drawLit`. */
export async function litPicture(picture: LitPicture): Promise<Buffer> {
  switch (picture.view) {
    case 'receiver':
      // All sizes of the whole view are made from this one.
      return webp(await drawReceiver(picture.subject, picture.part), picture.part === 'whole' ? 92 : 86, 2)
    case 'coat':
      return webp(await drawCoat(picture.subject), 84, 4)
  }
}

const webp = (pixels: Sharp, quality: number, effort: number) => pixels.webp({ quality, effort }).toBuffer()

type CoatSubject = { build: Build; finish: string; isMetalOnly: boolean }

/** Pixels that are computed for one that is delivered, along each side. */
const oversampling = 1.25

/** A low light from the front left and one along the rifle: a coat is to be seen in its own color. */
const close: Lighting = {
  ...lightings.noir,
  key: [-0.32, -0.86, 0.72],
  keyColor: [1.35, 1.27, 1.15],
  sky: [0.16, 0.16, 0.17],
  floor: [0.06, 0.06, 0.06],
  rim: [0.92, -0.2, 0.3],
  rimColor: [1.1, 1.05, 1],
  pool: { x: 0.48, y: 0.5, reach: 0.72 },
  slats: 0,
}

async function drawCoat({ build, finish, isMetalOnly }: CoatSubject): Promise<Sharp> {
  const solids = solidsOf(build).map((solid) =>
    isMetalOnly && solid.name === 'lower' && build.lower === 'polymer'
      ? { ...solid, material: 'polymer' as const }
      : solid,
  )
  const surface = await surfaceOf(solids, receiverFrame, (coatWidth / receiverFrame.width) * oversampling)
  const [maker] = markCuts(build.platform, { dropName: '', total: 0 })
  const fill = await engrave(surface, maker ? [maker] : [], undefined)
  const bytes = shade(
    { ...surface, fill },
    {
      finish: finishOf(finish, 'noir'),
      lighting: close,
      ground: artPalette('noir').ground,
      groundHeight: ground,
      whole: receiverFrame,
    },
  )
  const { width, height } = surface.height
  return sharp(bytes, { raw: { width, height, channels: 3 } }).resize({
    width: coatWidth,
    height: coatHeight,
  })
}

/** Size of the lit view of a build's receiver in pixels: for pages, which need nothing else of its drawing. */
const coatWidth = 960
const coatHeight = 640
