import { Form } from 'react-router'
import { Draft } from '#app/art/draft.tsx'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { heldProof } from '#app/http/proof-marks.ts'
import { formatCents } from '#app/kit/money.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { buyWords } from '../words.ts'
import { CodeForm } from './code-form.tsx'

type Props = {
  priceCents: number | null
  /** The drawing of the pack, as markup. */
  drawing: string
  startKey: string
  errors: FieldErrors
  given: SubmittedFields
}

/** Starts an order for a pack, with a code or with payment. */
export function BuyPage({ priceCents, drawing, startKey, errors, given }: Props) {
  return (
    <section
      className="wrap grid grid-cols-[minmax(0,6fr)_minmax(0,4fr)] items-center gap-x-16 gap-y-12 pt-8 pb-24 max-xl:grid-cols-1"
      aria-labelledby="buy-title"
    >
      <div>
        <h1 className="h1" id="buy-title">
          {buyWords.title}
        </h1>
        <p className="lead mt-4">{buyWords.lead}</p>
        <div className="mt-8 grid gap-6">
          <div className="panel p-panel grid gap-4">
            <h2 className="h3">{buyWords.or}</h2>
            <ErrorSummary errors={{ form: errors.form }} />
            <CodeForm startKey={startKey} error={errors.code} given={given} />
          </div>
          {priceCents === null ? (
            <p>{buyWords.notSold}</p>
          ) : (
            <Form
              method="post"
              action="/trust/buy"
              className="panel p-panel grid gap-4"
              {...heldProof('trust')}
            >
              <h2 className="h3">{buyWords.pay}</h2>
              <input type="hidden" name="key" value={startKey} autoComplete="off" />
              <div className="btns">
                <Button variant="primary" busyLabel="One moment">
                  {buyWords.buy(formatCents(priceCents))}
                </Button>
                <ButtonLink to="/trust">See what’s included</ButtonLink>
              </div>
            </Form>
          )}
        </div>
      </div>
      <div className="max-xl:hidden">
        <Draft markup={drawing} />
      </div>
    </section>
  )
}
