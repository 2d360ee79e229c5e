import { ButtonLink } from '#app/ui/button.tsx'
import type { LinePage } from '#app/features/orders/sellable.ts'
import type { Plate } from '#app/features/orders/rules/goods.ts'
import { stateWords } from '#app/features/orders/words.ts'
import {
  subjectNounOf,
  type OrderSubject,
  describeHeld,
  reservePath,
} from '#app/features/orders/words/order-subject.ts'
import { OrderPlate } from '#app/features/orders/components/order-plate.tsx'
import { useClearDraft } from '#app/features/orders/components/use-form-draft.ts'

type Props = OrderSubject & {
  orderId: string
  why: 'expired' | 'canceled'
  plate: Plate | null
  detail: string
  /** Where the buyer of something owed came from. */
  backTo: LinePage | null
}

/** The page of an ended hold: nothing was charged, with a link back to the number. */
export function HoldEnded({ orderId, why, detail, backTo, ...what }: Props) {
  useClearDraft(orderId, true)
  const { plate, title } = what
  const subject = describeHeld(what)
  const words = stateWords(why, subjectNounOf(what))
  return (
    <section className="wrap order-status">
      <div className="opacity-50">
        <OrderPlate plate={plate} title={title} detail={detail} />
      </div>
      <div className="order-words">
        <h1 className="h1">{why === 'expired' ? words.title : `You released ${subject}`}</h1>
        <p className="lead">{words.text}</p>
        {backTo && (
          <div className="btns">
            <ButtonLink to={backTo.to} variant="primary">
              {backTo.label}
            </ButtonLink>
          </div>
        )}
        {plate && what.count === 1 && (
          <div className="btns">
            <ButtonLink to={reservePath(plate)} variant="primary">
              See if {subject} is still available
            </ButtonLink>
          </div>
        )}
      </div>
    </section>
  )
}
