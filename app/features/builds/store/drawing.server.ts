import { fingerprint } from '#app/kit/ids.ts'
import { z } from 'zod'
import type { PartStep, PlatformId } from '#app/art/blueprint/build.ts'
import { isPlatformId, type Outline, steps } from '../rules.ts'

const inches = z.number().positive().max(40)

/** What a part changes in the drawing, as the catalog keeps it. A style that we cannot draw is refused. */
export const outlineInput: z.ZodType<Outline> = z.strictObject({
  barrelIn: inches.exactOptional(),
  lower: z.enum(['forged', 'billet', 'polymer']).exactOptional(),
  upper: z.enum(['forward-assist', 'slick']).exactOptional(),
  stock: z.enum(['sopmod', 'skeleton', 'brace', 'folding-brace']).exactOptional(),
  handguard: z.strictObject({ style: z.enum(['slotted', 'quad']), lengthIn: inches }).exactOptional(),
  muzzle: z.enum(['birdcage', 'prong', 'linear']).nullable().exactOptional(),
  optic: z.enum(['red-dot', 'scope']).nullable().exactOptional(),
  accessories: z.array(z.enum(['light', 'sling', 'sights', 'grip'])).exactOptional(),
})

/** What a card draws: a platform, what differs from its starting build, and the steps in ink (all, if not said). */
export type Drawing = { platform: PlatformId; inked?: PartStep[]; outline?: Outline }

/** A card's drawing, as the catalog keeps it. */
export const drawingInput: z.ZodType<Drawing> = z.strictObject({
  platform: z.string().refine(isPlatformId),
  inked: z.array(z.enum(steps)).exactOptional(),
  outline: outlineInput.exactOptional(),
})

/** To be raised when the drawing itself changes, so that no browser keeps the old one. */
const drawingRevision = '1'

/** What a card's picture depends on, in a few letters. */
export function drawingVersion(drawing: Drawing): string {
  return fingerprint(drawingRevision + JSON.stringify(drawing)).slice(0, 10)
}

/** The address of a card's picture as it stands. */
export function drawingPath(name: string, drawing: Drawing): string {
  return `/art/builds/${name}.svg?v=${drawingVersion(drawing)}`
}

/** A platform on its own, as it is before anything is chosen; undefined for one that we cannot draw. */
export function platformDrawing({ id }: { id: string }): Drawing | undefined {
  return isPlatformId(id) ? { platform: id } : undefined
}
