import type { ReactNode } from 'react'
import { CheckField } from '#app/features/console/components/fields.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import type { ShownPlan } from '../routes/shown-plan.server.ts'
import { PlanCheck, PlanField, PlanGrid, usePlanValue } from './plan-form.tsx'
import { VariantPhotosLink } from './variant-photos.tsx'

type Props = {
  ids: readonly string[]
  /** The id of the empty row at the end, by which one is added. */
  blank: string
}

/** The executions of the item, each with what it is and its price. */
export function VariantRows({ ids, blank, photos }: Props & { photos: ShownPlan['variantPhotos'] }) {
  const row = (id: string) => (
    <Row key={id} list="variants" id={id} isNew={id === blank} what="variant">
      <PlanGrid>
        <PlanField name={`variants.${id}.name`} label="Name" maxLength={60} />
        <PlanField name={`variants.${id}.caliber`} label="Caliber" maxLength={40} placeholder="5.56 NATO" />
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
    </Row>
  )
  return (
    <Section item={3} title="Variants" note="the lowest price is the starting price">
      <div className="grid gap-4">
        {ids.map(row)}
        <Another words="Another variant" isFirst={ids.length === 0}>
          {row(blank)}
        </Another>
      </div>
    </Section>
  )
}

/** The patches of the drop. */
export function PatchRows({ ids, blank }: Props) {
  const row = (id: string) => (
    <Row key={id} list="patches" id={id} isNew={id === blank} what="patch">
      <PlanGrid>
        <PlanField name={`patches.${id}.name`} label="Name" maxLength={60} />
        <PlanField name={`patches.${id}.quantity`} label="Made" inputMode="numeric" data-code="" />
        <PlanField name={`patches.${id}.priceCents`} label="Price" inputMode="decimal" data-code="" />
        <PlanField name={`patches.${id}.position`} label="Place" inputMode="numeric" data-code="" />
        <PlanCheck name={`patches.${id}.opensEarly`} label="Opens the drop 24 hours early" />
        <PlanField name={`patches.${id}.description`} label="Description" maxLength={300} wide />
      </PlanGrid>
    </Row>
  )
  return (
    <Section item={7} title="Patches" note="a lower place comes first">
      <div className="grid gap-4">
        {ids.map(row)}
        <Another words="Another patch" isFirst={ids.length === 0}>
          {row(blank)}
        </Another>
      </div>
    </Section>
  )
}

/** The empty row, folded where there are others. */
function Another({ words, isFirst, children }: { words: string; isFirst: boolean; children: ReactNode }) {
  if (isFirst) return children
  return (
    <details>
      <summary className="con-verb mb-3 w-fit" data-small="">
        {words}
      </summary>
      {children}
    </details>
  )
}

type RowProps = { list: 'variants' | 'patches'; id: string; isNew: boolean; what: string }

function Row({ children, ...row }: RowProps & { children: ReactNode }) {
  return (
    <fieldset className="border-t border-hairline pt-2">
      <RowLegend {...row} />
      {children}
    </fieldset>
  )
}

function RowLegend({ list, id, isNew, what }: RowProps) {
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
