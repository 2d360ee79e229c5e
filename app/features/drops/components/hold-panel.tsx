import type { Ref } from 'react'
import { Form, Link } from 'react-router'
import { DataPlate } from '#app/art/data-plate.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { RefusalNotice } from '#app/ui/refusal-notice.tsx'
import { lowestOpen, nearestOpen, type UnitState } from '../rules.ts'
import { AddToCart } from '../../cart/components/add-to-cart.tsx'
import { cartIdOf } from '../rules/reserve-address.ts'
import { depositWords, heldNumbersLink, mineButton, type RefusalText, refusalWords } from '../words.ts'
import type { NumberChoice } from './use-number-choice.ts'
import { HoldLabel } from './variant-choice.tsx'

type Props = {
  drop: { slug: string; name: string; dropNumber: number; totalUnits: number; depositPrice: number }
  units: readonly UnitState[]
  paused: boolean
  choice: NumberChoice
  /** The checkout of the chosen number, where this browser holds it. */
  checkout?: string | undefined
  form?: Ref<HTMLFormElement>
}

/** The id of the form that holds the chosen number. The variant is chosen beside the numbers. */
export const holdFormId = 'hold'

/** The data plate of the chosen number and the button that holds it. */
export function HoldPanel({ drop, units, paused, choice, checkout, form }: Props) {
  const { number, isChosen, choose, holding, variant } = choice
  const { pending, refused, hold } = holding
  const isOpen =
    number !== undefined &&
    (units[number - 1] === 'open' || pending === number || refused?.hasNoResponse === true)
  const mayHold = number !== undefined && isOpen && !paused && !checkout && !refused?.isLimit
  const isNoneOpen = lowestOpen(units) === undefined
  const notice = checkout ? undefined : noticeOf({ paused, isOpen, isNoneOpen, refused: refused?.refusal })
  const offers = refused?.nearest ?? (number && !isOpen ? nearestOpen(units, number) : [])
  const chooseAndHold = (offer: number) => {
    choose(offer)
    hold(offer)
  }
  return (
    <>
      {number !== undefined && (
        <DataPlate
          dropName={drop.name}
          dropNumber={drop.dropNumber}
          unitNumber={number}
          total={drop.totalUnits}
          isEngraving={isChosen}
        />
      )}
      <div className="empty:-mt-4 sm:max-lg:col-span-full" role="alert">
        {notice && <RefusalNotice {...notice} />}
        {notice && refused?.isLimit && <HeldNumbers />}
      </div>
      {notice && offers.length > 0 && !paused && (
        <div className="flex flex-wrap gap-2 sm:max-lg:col-span-full">
          {offers.map((offer) => (
            <Button
              key={offer}
              type="button"
              size="sm"
              onClick={() => chooseAndHold(offer)}
            >
              Hold № {offer}
            </Button>
          ))}
        </div>
      )}
      {checkout && (
        <ButtonLink to={checkout} variant="primary" block>
          {mineButton}
        </ButtonLink>
      )}
      {mayHold && (
        <Form
          id={holdFormId}
          className="sm:max-lg:col-span-full"
          {...(form && { ref: form })}
          action={`/drops/${drop.slug}/reserve`}
          onPointerEnter={holding.prepare}
          onFocus={holding.prepare}
          onSubmit={(event) => {
            event.preventDefault()
            hold(number)
          }}
        >
          <input type="hidden" name="number" value={number} />
          <Button variant="primary" block busyLabel="Holding">
            <HoldLabel number={number} variant={variant} />
          </Button>
        </Form>
      )}
      {mayHold && (
        <div className={`sm:max-lg:col-span-full${variant ? ' noscript:hidden' : ''}`}>
          <AddToCart
            key={number}
            kind="drop_unit"
            id={cartIdOf(drop.slug, number, variant?.id)}
            label={`Add № ${number} to Cart`}
            block
          />
        </div>
      )}
      <Deposit cents={drop.depositPrice} />
    </>
  )
}

/** The way to what the buyer holds already. */
export function HeldNumbers() {
  return (
    <Link className="link inline-flex min-h-11 items-center" to={heldNumbersLink.to}>
      {heldNumbersLink.label}
    </Link>
  )
}

/** The deposit's amount, and until when it is refundable. */
export function Deposit({ cents }: { cents: number }) {
  const { amount, condition } = depositWords(cents)
  return (
    <p className="text-sm text-faint sm:max-lg:col-span-full">
      <b className="font-medium text-ink">{amount}.</b> {condition}
    </p>
  )
}

type Situation = { paused: boolean; isOpen: boolean; isNoneOpen: boolean; refused: RefusalText | undefined }

function noticeOf({ paused, isOpen, isNoneOpen, refused }: Situation): RefusalText | undefined {
  if (paused) return refusalWords.paused
  if (refused) return refused
  if (isOpen) return undefined
  return isNoneOpen ? refusalWords.none_open : refusalWords.unit_taken
}
