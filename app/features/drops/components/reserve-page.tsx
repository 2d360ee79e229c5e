import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Form, Link } from 'react-router'
import { heldProof } from '#app/http/proof-marks.ts'
import { DataPlate } from '#app/art/data-plate.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { AddToCart } from '../../cart/add-to-cart.tsx'
import { cartWords } from '../../cart/words.ts'
import { chosenVariant, unpackUnits } from '../rules.ts'
import { cartIdOf, reserveAddress } from '../rules/reserve-address.ts'
import type { DropView } from '../routes/drop-view.server.ts'
import type { RefusalText } from '../words.ts'
import { earlyAccessWords } from '../words/early-access.ts'
import { RefusalNotice } from '#app/ui/refusal-notice.tsx'
import { Deposit, HeldNumbers } from './hold-panel.tsx'
import { CountSentence } from './pick-number.tsx'
import type { VariantView } from './rifle-facts.tsx'
import { VariantChoice } from './variant-choice.tsx'

/** Why a hold was refused, and the open numbers nearest to the wanted one. */
type HoldRefusal = {
  refusal: RefusalText
  nearest: number[]
  /** The buyer has as many as one buyer can have: no other number is offered. */
  isLimit?: boolean
  /** What was sent. */
  number?: number | null
  code?: string
}

type Props = {
  drop: DropView
  number: number | null
  variants: readonly VariantView[]
  /** The id of the variant in the address. */
  variant: string | undefined
  unavailable: RefusalText | undefined
  isOnSale: boolean
  /** Numbers can be held with an early-access code only. */
  isEarly: boolean
  /** Open numbers nearest to the wanted one. */
  nearest: number[]
  /** The idempotency key of this rendering. */
  startKey: string
  refused: HoldRefusal | undefined
}

/** One number, its plate and the form that holds it. Complete without script. */
export function ReservePage(props: Props) {
  const { drop, variants, unavailable, isOnSale, isEarly, nearest, startKey, refused } = props
  const number = refused?.number ?? props.number
  const units = unpackUnits(drop.live.units)
  const notice = refused?.refusal ?? unavailable
  const isOpen = number !== null && units[number - 1] === 'open'
  const chosen = chosenVariant(variants, props.variant)
  const choice = { variants, chosen }
  const offers = notice ? (refused?.nearest ?? nearest).filter((offer) => offer !== number || !isOpen) : []
  return (
    <section className="section border-t-0" aria-labelledby="reserve">
      <div className="wrap">
        <p>
          <Link className="link inline-flex min-h-11 items-center gap-2" to={`/drops/${drop.slug}#units`}>
            <ArrowLeft aria-hidden /> {drop.name}, all numbers
          </Link>
        </p>
        <div className="mt-8 grid items-center gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
          <div>
            {number !== null && number <= drop.totalUnits && (
              <DataPlate
                dropName={drop.name}
                dropNumber={drop.dropNumber}
                unitNumber={number}
                total={drop.totalUnits}
                isEngraving
              />
            )}
          </div>
          <div className="grid justify-items-start gap-4">
            <h1 className="h1" id="reserve">
              {number !== null && isOnSale && !isEarly ? `Number ${number}` : drop.name}
            </h1>
            <p className="lead">{leadOf(props, isOpen)}</p>
            {notice && (
              <div role="alert">
                <RefusalNotice {...notice} />
                {refused?.isLimit && <HeldNumbers />}
              </div>
            )}
            {isEarly && number !== null && !refused?.isLimit && (
              <EarlyForm drop={drop} number={number} startKey={startKey} refused={refused} choice={choice} />
            )}
            {isOnSale && !isEarly && isOpen && !refused?.isLimit && (
              <HoldOrCart drop={drop} number={number} startKey={startKey} choice={choice} />
            )}
            {offers.length > 0 && !isEarly && (
              <div className="flex flex-wrap gap-2">
                {offers.map((offer) =>
                  chosen ? (
                    <ButtonLink key={offer} to={reserveAddress(drop.slug, offer, chosen.id)}>
                      № {offer}
                    </ButtonLink>
                  ) : (
                    <HoldForm key={offer} drop={drop} number={offer} startKey={`${startKey}-${offer}`} />
                  ),
                )}
              </div>
            )}
            {isOnSale && (
              <p className="text-sm text-muted">
                <CountSentence units={units} house={drop.house.length} />
              </p>
            )}
            {isOnSale ? (
              <Deposit cents={drop.depositPrice} />
            ) : (
              <ButtonLink to={`/drops/${drop.slug}`}>See the drop</ButtonLink>
            )}
          </div>
        </div>
      </div>
    </section>
  )
}

function leadOf({ drop, isEarly, isOnSale }: Props, isOpen: boolean): string | null {
  if (isEarly) return earlyAccessWords.text
  if (!isOnSale) return drop.tagline
  return `Hold ${isOpen ? 'it' : 'a number'} for ten minutes while you give your details and pay the deposit. Nothing is charged before that.`
}

/** The variants to choose from and the one that is chosen; `chosen` is undefined where there is no choice. */
type Choice = {
  variants: readonly VariantView[]
  chosen: VariantView | undefined
}

type EarlyProps = {
  drop: DropView
  number: number
  startKey: string
  refused: HoldRefusal | undefined
  choice: Choice
}

/** Number and code. Before the launch the server requires an unused code. */
function EarlyForm({ drop, number, startKey, refused, choice }: EarlyProps) {
  return (
    <Form
      method="post"
      action={`/drops/${drop.slug}/reserve?number=${number}`}
      className="grid w-[min(100%,420px)] gap-6"
      {...heldProof(`drop:${drop.slug}`)}
    >
      <input type="hidden" name="key" value={startKey} />
      <TextField
        label={`Your number, 1 to ${drop.totalUnits}`}
        name="number"
        type="number"
        inputMode="numeric"
        min={1}
        max={drop.totalUnits}
        required
        defaultValue={refused?.number ?? number}
      />
      <VariantChoice {...choice} />
      <TextField
        label={earlyAccessWords.field}
        hint={earlyAccessWords.hint}
        name="code"
        required
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        defaultValue={refused?.code}
      />
      <Button variant="primary" block busyLabel="Holding">
        Hold this number
      </Button>
    </Form>
  )
}

type FormProps = { drop: DropView; number: number; startKey: string; isPrimary?: boolean; choice?: Choice }

/** The two ways to a number: hold it now, or pay for it with other items. */
function HoldOrCart({
  choice,
  ...unit
}: Pick<FormProps, 'drop' | 'number' | 'startKey'> & { choice: Choice }) {
  const { chosen } = choice
  return (
    <>
      <HoldForm {...unit} choice={choice} isPrimary />
      {!chosen && (
        <div className="w-[min(100%,420px)]">
          <AddToCart kind="drop_unit" id={cartIdOf(unit.drop.slug, unit.number)} block />
        </div>
      )}
      <p className="text-sm text-faint">
        In the cart you can pay for it with other items. It is held once you check out.
      </p>
    </>
  )
}

/** One key per form: submitting again starts the same order. */
function HoldForm({ drop, number, startKey, isPrimary = false, choice }: FormProps) {
  return (
    <Form
      className={isPrimary ? 'grid w-[min(100%,420px)] gap-4' : undefined}
      method="post"
      action={`/drops/${drop.slug}/reserve?number=${number}`}
      {...heldProof(`drop:${drop.slug}`)}
    >
      <input type="hidden" name="number" value={number} />
      <input type="hidden" name="key" value={startKey} />
      {choice && <VariantChoice {...choice} />}
      <Button variant={isPrimary ? 'primary' : 'secondary'} block={isPrimary} busyLabel="Holding">
        Hold № {number}
      </Button>
      {choice?.chosen && (
        <>
          {/* The variant is chosen in this form, so it has the way to the cart, too. */}
          <input type="hidden" name="kind" value="drop_unit" />
          <input type="hidden" name="id" value={cartIdOf(drop.slug, number)} />
          <Button block formAction="/cart/lines">
            {cartWords.add}
          </Button>
        </>
      )}
    </Form>
  )
}
