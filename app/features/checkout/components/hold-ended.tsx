import { ButtonLink } from '#app/ui/button.tsx'
import type { LinePage } from '#app/features/orders/sellable.ts'
import type { Plate, SellableKind } from '#app/features/orders/rules/goods.ts'
import { stateWords } from '#app/features/orders/words.ts'
import {
  subjectNounOf,
  type OrderSubject,
  describeHeld,
  reservePath,
} from '#app/features/orders/words/order-subject.ts'
import { OrderPlate } from '#app/features/orders/components/order-plate.tsx'
import { draftOf } from '#app/features/orders/components/field-order.ts'

type Props = OrderSubject & {
  orderId: string
  why: 'expired' | 'canceled'
  plate: Plate | null
  detail: string
  backTo: LinePage | null
}

const startPages: Partial<Record<SellableKind, LinePage>> = {
  patch: { to: '/drops', label: 'Back to the Drops' },
  accessory: { to: '/accessories', label: 'Back to Accessories' },
  trust_pack: { to: '/trust', label: 'Back to the Trust Pack' },
  course_seat: { to: '/ccw-training', label: 'See the Class Dates' },
  build_slot: { to: '/build', label: 'Back to the Builder' },
  batch_slot: { to: '/small-batch', label: 'See the Open Slots' },
}

export function HoldEnded({ orderId, why, detail, backTo, ...what }: Props) {
  const { plate, title } = what
  const subject = describeHeld(what)
  const next = backTo ?? startPages[what.kind]
  const words = stateWords(why, subjectNounOf(what))
  return (
    <section className="wrap order-status" data-draft-done={draftOf(orderId)}>
      <div className="opacity-50">
        <OrderPlate plate={plate} title={title} detail={detail} />
      </div>
      <div className="order-words">
        <h1 className="h1">{why === 'expired' ? words.title : `You released ${subject}`}</h1>
        <p className="lead">{words.text}</p>
        {next && (
          <div className="btns">
            <ButtonLink to={next.to} variant="primary">
              {next.label}
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
