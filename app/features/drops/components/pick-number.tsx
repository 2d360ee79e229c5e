import type { Ref } from 'react'
import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Section } from '#app/ui/section.tsx'
import { countUnits, lowestOpen, type UnitState } from '../rules.ts'
import type { DropView } from '../routes/drop-view.server.ts'
import { countWords } from '../words.ts'
import { HoldPanel } from './hold-panel.tsx'
import { NumberMap } from './number-map.tsx'
import { UnitGrid } from './unit-grid.tsx'
import type { NumberChoice } from './use-number-choice.ts'

type Props = {
  drop: DropView
  units: readonly UnitState[]
  paused: boolean
  choice: NumberChoice
  /** The form of the button below the plate. */
  holdForm?: Ref<HTMLFormElement>
}

/** Every number of a live drop with its state, and the chosen one with its hold button. */
export function PickNumber({ drop, units, paused, choice, holdForm }: Props) {
  const { number, isChosen, holding, choose, announce, announcement } = choice
  // A chosen number that someone else took looks taken.
  const isAvailable = number !== undefined && (units[number - 1] === 'open' || holding.pending === number)
  return (
    <Section
      id="units"
      className="numbers border-t-0"
      title="Pick your number"
      lead="The number you choose is engraved on the receiver, the certificate and the drop card. It is also your line in the drawing."
    >
      <div className="grid items-start gap-x-6 gap-y-8 lg:grid-cols-12">
        <Form
          className="lg:col-span-8"
          action={`/drops/${drop.slug}/reserve`}
          onSubmit={(event) => event.preventDefault()}
        >
          <UnitGrid
            units={units}
            number={isAvailable ? number : undefined}
            onChoose={choose}
            onRefuse={(refused) =>
              announce(`Number ${refused} is ${units[refused - 1]}. Choose one that is open.`)
            }
          />
          <div className="mt-6 flex flex-wrap items-center justify-between gap-4">
            <p className="text-sm text-muted">
              <CountSentence units={units} />
            </p>
            {lowestOpen(units) && (
              <Button variant="text" size="sm" onClick={() => choose(lowestOpen(units) ?? 1)}>
                Pick the lowest open number
              </Button>
            )}
          </div>
          <p className="sr-only" role="status">
            {announcement}
          </p>
        </Form>
        <div className="grid gap-4 sm:max-lg:grid-cols-2 sm:max-lg:items-center lg:sticky lg:top-24 lg:col-span-4">
          <NumberMap theme={drop.theme} src={drop.art.heroWide} units={units} mine={number} />
          <HoldPanel
            drop={drop}
            units={units}
            paused={paused}
            number={number}
            isChosen={isChosen}
            holding={holding}
            onChoose={choose}
            {...(holdForm && { form: holdForm })}
          />
        </div>
      </div>
    </Section>
  )
}

/** `19 open, 4 held while buyers check out, 27 taken.` */
export function CountSentence({ units }: { units: readonly UnitState[] }) {
  return countWords(countUnits(units)).map(({ state, text }, index, all) => (
    <span key={state} className={state === 'open' ? 'text-accent' : undefined}>
      {text}
      {index < all.length - 1 ? ', ' : '.'}
    </span>
  ))
}
