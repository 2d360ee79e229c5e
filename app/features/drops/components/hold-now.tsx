import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { nearestOpen, type UnitState } from '../rules.ts'
import { barWords } from '../words.ts'
import { chosenVariantWords } from '../words/variants.ts'
import { type InView, useIsInView } from './use-in-view.ts'
import type { NumberChoice } from './use-number-choice.ts'

type Props = {
  slug: string
  units: readonly UnitState[]
  choice: NumberChoice
  /** The hero's button, and the form below the plate: while either is visible, the bar is not. */
  joinLink: InView
  holdForm: InView
}

/**
 * The bar at the bottom of a phone screen: holds the chosen number, or the next open one, with one tap. Without
 * script it is always visible and links to the page of that number.
 */
export function HoldNow({ slug, units, choice, joinLink, holdForm }: Props) {
  const isHoldInView = useIsInView(holdForm)
  const isShown = useIsInView(joinLink) === false && !isHoldInView
  const offer = offerOf(units, choice)
  if (!offer) return undefined
  const { number, label } = offer
  const { holding, isChosen, choose, variant } = choice
  return (
    <Form
      className="hold-now fixed inset-x-0 bottom-0 z-20 flex items-center justify-between gap-4 border-t border-hairline bg-sheet pt-2 short:hidden lg:hidden print:hidden"
      action={`/drops/${slug}/reserve`}
      aria-label="Hold a number"
      data-shown={isShown || undefined}
      onPointerEnter={holding.prepare}
      onFocus={holding.prepare}
      onSubmit={(event) => {
        event.preventDefault()
        if (holding.pending !== undefined) return
        if (isChosen && choice.number !== number) choose(number)
        holding.hold(number)
      }}
    >
      <input type="hidden" name="number" value={number} />
      {variant && <input type="hidden" name="variant" value={variant.id} />}
      <p className="grid min-w-0 gap-1">
        <b className="font-display text-2xl leading-none font-normal text-accent" aria-hidden>
          № {number}
        </b>
        <span className="text-sm leading-snug text-muted">
          {variant ? chosenVariantWords(variant) : label}
          {variant && <span className="sr-only">, {label}</span>}
        </span>
      </p>
      <Button
        className="basis-[44%]"
        variant="primary"
        busyLabel="Holding"
      >
        Hold
        <span className="sr-only"> number {number}</span>
      </Button>
    </Form>
  )
}

/** The number that the bar holds, with its label; undefined while every number is held or taken. */
function offerOf(units: readonly UnitState[], { number, isChosen, holding }: NumberChoice) {
  const { pending, refused } = holding
  if (number === undefined) return undefined
  const isAvailable = units[number - 1] === 'open' || pending === number || refused?.hasNoResponse === true
  if (isAvailable && (!refused || refused.hasNoResponse))
    return { number, label: refused?.refusal.title ?? (isChosen ? barWords.chosen : barWords.next) }
  const nearest = (refused?.nearest ?? nearestOpen(units, number))[0]
  return nearest === undefined
    ? undefined
    : { number: nearest, label: refused?.refusal.title ?? barWords.near }
}
