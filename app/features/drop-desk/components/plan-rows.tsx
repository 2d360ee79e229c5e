import { useState } from 'react'
import { CheckField } from '#app/features/console/components/fields.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import { useHydrated } from '#app/ui/hydrated.ts'
import type { ShownPlan } from '../routes/shown-plan.server.ts'
import { PlanCheck, PlanField, PlanGrid, usePlanValue } from './plan-form.tsx'
import { VariantPhotosLink } from './variant-photos.tsx'

type Props = {
  ids: readonly string[]
  /** The id of the empty row at the end, by which one is added without script. */
  blank: string
}

/** The executions of the item, each with what it is and its price. */
export function VariantRows({ ids, blank, photos }: Props & { photos: ShownPlan['variantPhotos'] }) {
  const rows = useRows(ids, blank)
  return (
    <Section item={3} title="Variants" note="the lowest price is the starting price">
      <div className="grid gap-4">
        {rows.ids.map((id) => (
          <fieldset key={id} className="border-t border-hairline pt-2">
            <RowLegend list="variants" id={id} isNew={!ids.includes(id)} what="variant" />
            <PlanGrid>
              <PlanField name={`variants.${id}.name`} label="Name" maxLength={60} />
              <PlanField
                name={`variants.${id}.caliber`}
                label="Caliber"
                maxLength={40}
                placeholder="5.56 NATO"
              />
              <PlanField name={`variants.${id}.barrel`} label="Barrel" maxLength={40} placeholder="10.3 in" />
              <PlanField name={`variants.${id}.finish`} label="Finish" maxLength={80} />
              <PlanField name={`variants.${id}.priceCents`} label="Price" inputMode="decimal" data-code="" />
              <PlanField name={`variants.${id}.description`} label="Description" maxLength={300} wide />
            </PlanGrid>
            {photos[id] && (
              <p className="mt-2">
                <VariantPhotosLink id={id} count={photos[id].length} />
              </p>
            )}
          </fieldset>
        ))}
        {rows.more('Another variant')}
      </div>
    </Section>
  )
}

/** The patches of the drop. */
export function PatchRows({ ids, blank }: Props) {
  const rows = useRows(ids, blank)
  return (
    <Section item={7} title="Patches" note="a lower place comes first">
      <div className="grid gap-4">
        {rows.ids.map((id) => (
          <fieldset key={id} className="border-t border-hairline pt-2">
            <RowLegend list="patches" id={id} isNew={!ids.includes(id)} what="patch" />
            <PlanGrid>
              <PlanField name={`patches.${id}.name`} label="Name" maxLength={60} />
              <PlanField name={`patches.${id}.quantity`} label="Made" inputMode="numeric" data-code="" />
              <PlanField name={`patches.${id}.priceCents`} label="Price" inputMode="decimal" data-code="" />
              <PlanField name={`patches.${id}.position`} label="Place" inputMode="numeric" data-code="" />
              <PlanCheck name={`patches.${id}.opensEarly`} label="Opens the drop 24 hours early" />
              <PlanField name={`patches.${id}.description`} label="Description" maxLength={300} wide />
            </PlanGrid>
          </fieldset>
        ))}
        {rows.more('Another patch')}
      </div>
    </Section>
  )
}

/** The rows that are there, an empty one where there is none or no script, and a button for another. */
function useRows(ids: readonly string[], blank: string) {
  const hydrated = useHydrated()
  const [added, setAdded] = useState<string[]>([])
  const shown = [...ids, ...(hydrated && ids.length > 0 ? [] : [blank]), ...added].filter(
    (id, at, all) => all.indexOf(id) === at,
  )
  return {
    ids: shown,
    more: (label: string) =>
      hydrated && (
        <div>
          <Verb type="button" small onClick={() => setAdded([...added, crypto.randomUUID()])}>
            {label}
          </Verb>
        </div>
      ),
  }
}

function RowLegend({
  list,
  id,
  isNew,
  what,
}: {
  list: 'variants' | 'patches'
  id: string
  isNew: boolean
  what: string
}) {
  const name = usePlanValue(`${list}.${id}.name`)
  return (
    <legend className="con-label float-left mb-1.5 w-full">
      <span className="flex items-center gap-4">
        {isNew ? `New ${what}` : name || `A ${what} without a name`}
        {!isNew && <CheckField name={`${list}.${id}.remove`} label="Take it out" />}
      </span>
    </legend>
  )
}
