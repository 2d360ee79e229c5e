import { useEffect, useState } from 'react'
import { renderBlueprint } from '#app/art/blueprint/blueprint.ts'
import { BlueprintDrawing } from '#app/art/blueprint/blueprint-drawing.tsx'
import { type Build, type PartStep, type PlatformId, STARTING_BUILDS } from '#app/art/blueprint/build.ts'
import { measure } from '#app/art/blueprint/measure.ts'
import { parseItem, type TypedItem } from '../rules/item-form.ts'
import type { FieldContext } from '../rules/fields.ts'
import type { CatalogKind } from '../rules/kind.ts'

type Props = { kind: CatalogKind; typed: TypedItem; context: FieldContext; formId: string }

/** Kinds that change the drawing of the builder. */
const drawnKinds: readonly CatalogKind[] = ['platforms', 'parts', 'packages', 'conversions']

/** Whether an item of this kind has a preview. */
export function hasPreview(kind: CatalogKind): boolean {
  return kind === 'accessories' || drawnKinds.includes(kind)
}

/** The item as visitors see it drawn. The drawing of the builder follows what is typed, before it is saved. */
export function ItemPreview({ kind, typed, context, formId }: Props) {
  const current = useTyped(formId, typed)
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
  const drawn = drawnBuild(kind, current, context)
  if (!drawn) return <p className="con-region text-muted">What is typed cannot be drawn yet.</p>
  const { build, inked } = drawn
  const { barrelIn, overallIn } = measure(build)
  const sheet = renderBlueprint(build, { pxPerInch: 18, chosen: inked, terse: true, limits: false })
  return (
    <figure className="p-3">
      <BlueprintDrawing
        sheet={sheet}
        label={`${current.name || 'The item'} in the builder’s drawing: barrel ${barrelIn.toFixed(1)} in, overall ${overallIn.toFixed(1)} in`}
        small
      />
      <figcaption className="con-hint">
        As the builder draws it: barrel {barrelIn.toFixed(1)} in, overall {overallIn.toFixed(1)} in.
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
  return { build: { ...STARTING_BUILDS[platform], ...outline }, inked: inked ?? allSteps }
}

const allSteps: readonly PartStep[] = [
  'lower',
  'upper',
  'barrel',
  'stock',
  'handguard',
  'optics',
  'muzzle',
  'accessories',
]

function isDrawn(id: string | undefined): id is PlatformId {
  return id !== undefined && Object.hasOwn(STARTING_BUILDS, id)
}

/** The current values of the form; without script, those it was rendered with. */
function useTyped(formId: string, first: TypedItem): TypedItem {
  const [typed, setTyped] = useState(first)
  useEffect(() => {
    const form = document.querySelector<HTMLFormElement>(`form#${CSS.escape(formId)}`)
    if (!form) return
    const read = () => {
      const fields = [...new FormData(form)].filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      )
      setTyped({ ...first, ...Object.fromEntries(fields) })
    }
    form.addEventListener('input', read)
    return () => form.removeEventListener('input', read)
  }, [formId, first])
  return typed
}
