import { Verb } from '#app/features/console/components/verb.tsx'
import { renderBlueprint } from '#app/art/blueprint/blueprint.ts'
import { BlueprintDrawing } from '#app/art/blueprint/blueprint-drawing.tsx'
import { type Build, type PartStep, type PlatformId, STARTING_BUILDS } from '#app/art/blueprint/build.ts'
import { steps } from '#app/features/builds/rules.ts'
import { measure } from '#app/art/blueprint/measure.ts'
import { parseItem, type TypedItem } from '../rules/item-form.ts'
import type { FieldContext } from '../rules/fields.ts'
import type { CatalogKind } from '../rules/kind.ts'

type Props = { kind: CatalogKind; typed: TypedItem; context: FieldContext; formId: string }

const drawnKinds: readonly CatalogKind[] = ['platforms', 'parts', 'packages', 'conversions']

export function hasPreview(kind: CatalogKind): boolean {
  return kind === 'accessories' || drawnKinds.includes(kind)
}

export function ItemPreview({ kind, typed, context, formId }: Props) {
  if (kind === 'accessories')
    return typed.id ? (
      <img
        className="mx-auto h-auto w-full max-w-[360px] p-4"
        src={`/art/accessories/${typed.id}/480.webp?v=${typed.image}`}
        alt={`${typed.name}, drawn`}
        width={480}
        height={480}
      />
    ) : null
  const drawn = drawnBuild(kind, typed, context)
  const again = (
    <Verb small form={formId} name="preview" value="yes" busyWords="Drawing...">
      Draw what is typed
    </Verb>
  )
  if (!drawn)
    return (
      <div className="con-region grid justify-items-start gap-2">
        <p className="text-muted">What is typed cannot be drawn yet.</p>
        {again}
      </div>
    )
  const { build, inked } = drawn
  const { barrelIn, overallIn } = measure(build)
  const sheet = renderBlueprint(build, { pxPerInch: 18, chosen: inked, terse: true, limits: false })
  return (
    <figure className="p-3">
      <BlueprintDrawing
        sheet={sheet}
        label={`${typed.name || 'The item'} in the builder’s drawing: barrel ${barrelIn.toFixed(1)} in, overall ${overallIn.toFixed(1)} in`}
        small
      />
      <figcaption className="con-hint flex flex-wrap items-center justify-between gap-2">
        As the builder draws it: barrel {barrelIn.toFixed(1)} in, overall {overallIn.toFixed(1)} in.
        {again}
      </figcaption>
    </figure>
  )
}

type Outline = Partial<Build>

function drawnBuild(
  kind: CatalogKind,
  typed: TypedItem,
  context: FieldContext,
): { build: Build; inked: readonly PartStep[] } | undefined {
  const complete = { ...typed, name: typed.name || 'x', description: typed.description || 'x' }
  if (kind === 'platforms')
    return isDrawn(typed.id) ? { build: STARTING_BUILDS[typed.id], inked: [] } : undefined
  const parsed = parseItem(kind, complete, context)
  const row = parsed.ok ? parsed.row : undefined
  if (!row) return undefined
  if (kind === 'parts') {
    const platform = isDrawn(typed.platformId) ? typed.platformId : 'ar15'
    return {
      build: { ...STARTING_BUILDS[platform], ...(row.outline as Outline) },
      inked: [row.step as PartStep],
    }
  }
  const {
    platform,
    outline = {},
    inked,
  } = row.drawing as { platform: PlatformId; outline?: Outline; inked?: PartStep[] }
  return { build: { ...STARTING_BUILDS[platform], ...outline }, inked: inked ?? steps }
}

function isDrawn(id: string | undefined): id is PlatformId {
  return id !== undefined && Object.hasOwn(STARTING_BUILDS, id)
}
