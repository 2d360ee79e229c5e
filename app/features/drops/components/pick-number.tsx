import { Link } from 'react-router'
import { buttonClass } from '#app/ui/button.tsx'
import { Section } from '#app/ui/section.tsx'
import { chosenVariant, type UnitState } from '../rules.ts'
import { figuresOf } from '../rules/following.ts'
import type { DropView } from '../routes/drop-view.server.ts'
import { reserveAddress } from '../rules/reserve-address.ts'
import type { UnitGroup } from '../rules/unit-groups.ts'
import { HoldPanel, holdFormId } from './hold-panel.tsx'
import { LiveCount } from './live-count.tsx'
import { NumberMap } from './number-map.tsx'
import type { VariantView } from './rifle-facts.tsx'
import { UnitGroups } from './unit-groups.tsx'
import { VariantChoice } from './variant-choice.tsx'
import { UnitGrid } from './unit-grid.tsx'

type Props = {
  drop: DropView
  units: readonly UnitState[]
  variants: readonly VariantView[]
  /** The numbers that are shown, and the one of them that is chosen at first. */
  group: UnitGroup
  number: number | undefined
}

/** Every number of a live drop with its state, the choice of one, and the button that holds it. */
export function PickNumber({ drop, units, variants, group, number }: Props) {
  return (
    <Section
      id="units"
      className="numbers border-t-0"
      title="Pick your number"
      lead="The number you choose is engraved on the receiver, the certificate and the drop card. It is also your line in the drawing."
    >
      <UnitGroups slug={drop.slug} units={units} group={group}>
        <div className="grid items-start gap-x-6 gap-y-8 lg:grid-cols-12">
          <div className="grid gap-8 lg:col-span-8">
            <div>
              <UnitGrid units={units} house={drop.house} group={group} number={number} form={holdFormId} />
              <div className="mt-6 flex flex-wrap items-center justify-between gap-4">
                <p className="text-sm text-muted">
                  <CountSentence units={units} house={drop.house.length} />
                </p>
                {units.includes('open') && (
                  <Link
                    className={buttonClass({ variant: 'text', size: 'sm' })}
                    to={reserveAddress(drop.slug, null)}
                  >
                    Pick the lowest open number
                  </Link>
                )}
              </div>
              <p className="sr-only" role="status" data-changes="" />
            </div>
            <VariantChoice
              variants={variants}
              chosen={chosenVariant(variants, undefined)}
              form={holdFormId}
            />
          </div>
          <div className="grid gap-4 sm:max-lg:grid-cols-2 sm:max-lg:items-center lg:sticky lg:top-24 lg:col-span-4">
            <NumberMap theme={drop.theme} src={drop.art.heroWide} />
            <HoldPanel drop={drop} isAnyOpen={units.includes('open')} number={number} />
          </div>
        </div>
      </UnitGroups>
    </Section>
  )
}

/** `19 open, 4 held while buyers check out, 27 taken.` States without units are left out, except open. */
export function CountSentence({ units, house }: { units: readonly UnitState[]; house: number }) {
  const figures = figuresOf(units, house)
  return (
    <>
      <LiveCount words="{open} open" figures={figures} className="text-accent" />
      <LiveCount words=", {held} held while buyers check out" figures={figures} some="held" />
      <LiveCount words=", {sold} taken" figures={figures} some="sold" />
      {house > 0 && `, ${house} set aside for the house`}.
    </>
  )
}
