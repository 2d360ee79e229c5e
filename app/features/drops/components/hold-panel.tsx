import { Form, Link } from 'react-router'
import { DataPlate } from '#app/art/data-plate.tsx'
import { heldProof } from '#app/http/proof-marks.ts'
import { Button } from '#app/ui/button.tsx'
import { RefusalNotice } from '#app/ui/refusal-notice.tsx'
import { AddToCart } from '../../cart/add-to-cart.tsx'
import type { DropView } from '../routes/drop-view.server.ts'
import { cartIdOf } from '../rules/reserve-address.ts'
import { depositWords, heldNumbersLink, refusalWords } from '../words.ts'

type Props = {
  drop: DropView
  isAnyOpen: boolean
  /** The number chosen at first. */
  number: number | undefined
}

/** The id of the form that holds the chosen number. Number and variant are chosen beside it. */
export const holdFormId = 'hold'

/**
 * The data plate of the chosen number and the button that holds it. The page is the same for everybody, so `site/drop-numbers.ts`
 * gives the form its key; without script it leads to the page of the number.
 */
export function HoldPanel({ drop, isAnyOpen, number }: Props) {
  const { slug } = drop
  const notice = drop.live.paused ? refusalWords.paused : isAnyOpen ? undefined : refusalWords.none_open
  return (
    <>
      {number !== undefined && (
        <div className="noscript:hidden">
          <DataPlate
            dropName={drop.name}
            dropNumber={drop.dropNumber}
            unitNumber={number}
            total={drop.totalUnits}
          />
        </div>
      )}
      <div className="empty:-mt-4 sm:max-lg:col-span-full" role="alert" data-lost="">
        {notice && <RefusalNotice {...notice} />}
      </div>
      <template id="number-lost">
        <RefusalNotice {...refusalWords.unit_taken} />
      </template>
      {number !== undefined && !notice && (
        <>
          <Form
            id={holdFormId}
            className="sm:max-lg:col-span-full"
            method="post"
            action={`/drops/${slug}/reserve`}
            autoComplete="off"
            {...heldProof(`drop:${slug}`)}
          >
            <input type="hidden" name="key" value="" />
            <Button variant="primary" block busyLabel="Holding">
              <span data-number-text="Hold № {}" data-number-none="Hold">
                Hold this number
              </span>
            </Button>
          </Form>
          <div className="sm:max-lg:col-span-full noscript:hidden" data-number-cart="">
            <AddToCart kind="drop_unit" id={cartIdOf(slug, number)} block />
          </div>
        </>
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
