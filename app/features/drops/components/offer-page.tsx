import { Form } from 'react-router'
import { DataPlate } from '#app/art/data-plate.tsx'
import type { Plate } from '#app/features/orders/rules/goods.ts'
import { Button } from '#app/ui/button.tsx'
import { RefusalNotice } from '#app/ui/refusal-notice.tsx'
import { chosenVariant } from '../rules.ts'
import type { RefusalText } from '../words.ts'
import { offerWords } from '../words/variants.ts'
import { Deposit } from './hold-panel.tsx'
import type { VariantView } from './rifle-facts.tsx'
import { VariantChoice } from './variant-choice.tsx'

type Props = {
  plate: Plate
  depositCents: number
  variants: readonly VariantView[]
  /** The id of the variant that was chosen before. */
  variant: string | undefined
  /** When the offer ends, formatted. */
  until: string
  refusal: RefusalText | undefined
}

/** The number that is held for the next in the waitlist, and the choice of its variant. Complete without script. */
export function OfferPage({ plate, depositCents, variants, variant, until, refusal }: Props) {
  return (
    <section className="section border-t-0" aria-labelledby="offer">
      <div className="wrap grid items-center gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <DataPlate {...plate} isEngraving />
        <div className="grid justify-items-start gap-4">
          <h1 className="h1" id="offer">
            {offerWords.title(plate.unitNumber)}
          </h1>
          <p className="lead">{offerWords.lead}</p>
          {refusal && (
            <div role="alert">
              <RefusalNotice {...refusal} />
            </div>
          )}
          <Form className="grid w-[min(100%,420px)] gap-4" method="post">
            <VariantChoice variants={variants} chosen={chosenVariant(variants, variant)} />
            <Button variant="primary" block busyLabel={offerWords.busy}>
              {offerWords.next}
            </Button>
          </Form>
          <p className="text-sm text-muted">{offerWords.until(until)}</p>
          <Deposit cents={depositCents} />
        </div>
      </div>
    </section>
  )
}
