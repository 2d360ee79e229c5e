import { ButtonLink } from '#app/ui/button.tsx'
import type { OrderState } from '../rules.ts'
import type { Plate } from '../sellable.ts'
import { heldThing, nounOf, stateWords, theHeldThing, wayBack } from '../words.ts'
import { OrderPlate } from './order-plate.tsx'

type Props = {
  orderId: string
  state: OrderState
  title: string
  detail: string
  plate: Plate | null
  /** Paid a moment ago: the number is cut into the plate before the buyer's eyes. */
  isFresh: boolean
  /** What a check of the state's rule means for the buyer; empty when nothing has to be checked. */
  review: string
}

/** Where the order stands, in words, beside the plate. */
export function OrderStatus({ orderId, state, title, detail, plate, isFresh, review }: Props) {
  const words = stateWords(state, nounOf(plate))
  const thing = heldThing(plate, title)
  const isOwned = state === 'paid' || state === 'part_refunded'
  return (
    <section className="order-status" aria-labelledby="status">
      <div className="order-plate">
        <OrderPlate key={state} plate={plate} title={title} detail={detail} engraving={isFresh} />
      </div>
      <div className="order-words">
        <p className="label">Order {orderId}</p>
        <h1 className="h1" id="status">
          {isOwned ? `${thing} is yours` : words.title}
        </h1>
        <p className="lead" role="status">
          {words.text}
        </p>
        {review && isOwned && <p className="small">{review}</p>}
        {state === 'held' && (
          <div className="btns">
            <ButtonLink to={`/checkout/${orderId}`} variant="primary">
              Go to Checkout
            </ButtonLink>
          </div>
        )}
        {(state === 'expired' || state === 'cancelled') && plate && (
          <div className="btns">
            <ButtonLink to={wayBack(plate)} variant="primary">
              See if {theHeldThing(plate, title)} is still open
            </ButtonLink>
          </div>
        )}
      </div>
    </section>
  )
}
