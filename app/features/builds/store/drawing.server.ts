import { fingerprint } from '#app/kit/ids.ts'
import { z } from 'zod'
import type { PartStep, PlatformId } from '#app/art/blueprint/build.ts'
import { buildForDrawing } from '../rules/build-class.ts'
import { type Catalog, completedSteps, isPlatformId, type Outline, type Selection, steps } from '../rules.ts'

const inches = z.number().positive().max(40)

/** What a part changes in the drawing, as stored in the catalog. Unknown styles are refused. */
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

/** The drawing of a card: a platform, the differences from its starting build, and the steps in ink (default: all). */
export type Drawing = { platform: PlatformId; inked?: PartStep[]; outline?: Outline }

/** A card's drawing, as stored in the catalog. */
export const drawingInput: z.ZodType<Drawing> = z.strictObject({
  platform: z.string().refine(isPlatformId),
  inked: z.array(z.enum(steps)).exactOptional(),
  outline: outlineInput.exactOptional(),
})

/** Raise it when the drawing code changes, so that browsers fetch the new image. */
const drawingRevision = '1'

/** Fingerprint of everything a card's image depends on. */
export function drawingVersion(drawing: Drawing): string {
  return fingerprint(drawingRevision + JSON.stringify(drawing)).slice(0, 10)
}

/** The versioned address of a card's image. */
export function drawingPath(name: string, drawing: Drawing): string {
  return `/art/builds/${name}.svg?v=${drawingVersion(drawing)}`
}

/** The drawing of a selection, its chosen parts in ink. */
export function selectionDrawing(selection: Selection, catalog: Catalog): Drawing {
  const { platform, suppressor: _, engravedNumber: _n, ...outline } = buildForDrawing(selection, catalog)
  return {
    platform,
    inked: completedSteps(selection),
    outline: { ...outline, accessories: [...outline.accessories] },
  }
}

/** The drawing of a platform before any choice; undefined if we cannot draw it. */
export function platformDrawing({ id }: { id: string }): Drawing | undefined {
  return isPlatformId(id) ? { platform: id } : undefined
}
