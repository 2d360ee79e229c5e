import { type Ref, useState } from 'react'
import { Form } from 'react-router'
import { useHeld } from '#app/http/held-orders.ts'
import { Button } from '#app/ui/button.tsx'
import { Section } from '#app/ui/section.tsx'
import { countUnits, lowestOpen, type UnitState } from '../rules.ts'
import type { DropView } from '../routes/drop-view.server.ts'
import { groupOf } from '../rules/unit-groups.ts'
import { countWords } from '../words.ts'
import { HoldPanel, holdFormId } from './hold-panel.tsx'
import { NumberMap } from './number-map.tsx'
import { UnitGroups } from './unit-groups.tsx'
import { VariantChoice } from './variant-choice.tsx'
import { UnitGrid } from './unit-grid.tsx'
import type { NumberChoice } from './use-number-choice.ts'

type Props = {
  drop: DropView
  units: readonly UnitState[]
  paused: boolean
  choice: NumberChoice
  /** The first number of the group that is shown first. */
  from: number
  /** The form of the button below the plate. */
  holdForm?: Ref<HTMLFormElement>
}

/** Every number of a live drop with its state, and the chosen one with its hold button. */
export function PickNumber({ drop, units, paused, choice, from, holdForm }: Props) {
  const { number, holding, choose, announce, announcement } = choice
  // A chosen number that someone else took looks taken.
  const [group, setGroup] = useState(() => groupOf(from, units.length))
  const mine = useMine(drop.slug)
  const refuse = (refused: number) =>
    announce(
      drop.house.includes(refused)
        ? `Number ${refused} is set aside for the house. Choose one that is open.`
        : `Number ${refused} is ${units[refused - 1]}. Choose one that is open.`,
    )
  const isAvailable = number !== undefined && (units[number - 1] === 'open' || holding.pending === number)
  const own = number === undefined ? undefined : mine.get(number)
  return (
    <Section
      id="units"
      className="numbers border-t-0"
      title="Pick your number"
      lead="The number you choose is engraved on the receiver, the certificate and the drop card. It is also your line in the drawing."
    >
      <UnitGroups
        slug={drop.slug}
        units={units}
        group={group}
        onGroup={setGroup}
        onFind={(found) => (units[found - 1] === 'open' ? choose(found) : refuse(found))}
      >
        <div className="grid items-start gap-x-6 gap-y-8 lg:grid-cols-12">
          <div className="grid gap-8 lg:col-span-8">
            <Form action={`/drops/${drop.slug}/reserve`} onSubmit={(event) => event.preventDefault()}>
              <UnitGrid
                units={units}
                house={drop.house}
                group={group}
                onLeave={(next) => setGroup(groupOf(next, units.length))}
                number={isAvailable ? number : undefined}
                onChoose={choose}
                onRefuse={refuse}
                mine={mine}
              />
              <div className="mt-6 flex flex-wrap items-center justify-between gap-4">
                <p className="text-sm text-muted">
                  <CountSentence units={units} house={drop.house.length} />
                </p>
                {lowestOpen(units) && (
                  <Button
                    variant="text"
                    size="sm"
                    onClick={() => {
                      const lowest = lowestOpen(units) ?? 1
                      setGroup(groupOf(lowest, units.length))
                      choose(lowest)
                    }}
                  >
                    Pick the lowest open number
                  </Button>
                )}
              </div>
              <p className="sr-only" role="status">
                {announcement}
              </p>
            </Form>
            <VariantChoice
              variants={choice.variants}
              chosen={choice.variant}
              onChoose={choice.chooseVariant}
              form={holdFormId}
            />
          </div>
          <div className="grid gap-4 sm:max-lg:grid-cols-2 sm:max-lg:items-center lg:sticky lg:top-24 lg:col-span-4">
            <NumberMap theme={drop.theme} src={drop.art.heroWide} units={units} mine={number} />
            <HoldPanel
              drop={drop}
              units={units}
              paused={paused}
              choice={choice}
              checkout={own}
              {...(holdForm && { form: holdForm })}
            />
          </div>
        </div>
      </UnitGroups>
    </Section>
  )
}

/** The checkouts of the numbers of a drop that this browser holds. */
function useMine(slug: string): ReadonlyMap<number, string> {
  const { orders } = useHeld()
  return new Map(
    orders.flatMap(({ id, numbers }) =>
      numbers
        .filter(({ path }) => path === `/drops/${slug}`)
        .map(({ number }) => [number, `/checkout/${id}`] as const),
    ),
  )
}

/** `19 open, 4 held while buyers check out, 27 taken.` */
export function CountSentence({ units, house }: { units: readonly UnitState[]; house: number }) {
  return countWords(countUnits(units), house).map(({ key, text }, index, all) => (
    <span key={key} className={key === 'open' ? 'text-accent' : undefined}>
      {text}
      {index < all.length - 1 ? ', ' : '.'}
    </span>
  ))
}
