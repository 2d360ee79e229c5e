import { ButtonLink } from '#app/ui/button.tsx'
import type { Plate } from '../sellable.ts'
import { nounOf, stateWords, theHeldThing, wayBack } from '../words.ts'
import { OrderPlate } from './order-plate.tsx'

type Props = { why: 'expired' | 'cancelled'; plate: Plate | null; title: string; detail: string }

/** A hold that is over: nothing was charged, and one click leads back to the same number. */
export function HoldOver({ why, plate, title, detail }: Props) {
  const thing = theHeldThing(plate, title)
  const words = stateWords(why, nounOf(plate))
  return (
    <section className="wrap hold-over">
      <div className="over-plate">
        <OrderPlate plate={plate} title={title} detail={detail} />
      </div>
      <div className="over-words">
        <h1 className="h1">{why === 'expired' ? words.title : `You let ${thing} go`}</h1>
        <p className="lead">{words.text}</p>
        {plate && (
          <div className="btns">
            <ButtonLink to={wayBack(plate)} variant="primary">
              See if {thing} is still open
            </ButtonLink>
          </div>
        )}
      </div>
    </section>
  )
}
