import { Form, useNavigation } from 'react-router'
import { Draft } from '#app/art/draft.tsx'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { useProvenHold } from '#app/http/use-hold-proof.ts'
import { formatCents } from '#app/kit/money.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { buyWords, packRefusalWords } from '../words.ts'
import { CodeForm } from './code-form.tsx'

type Props = {
  priceCents: number | null
  /** The drawing of what is in it. */
  drawing: string
  startKey: string
  errors: FieldErrors
  given: SubmittedFields
}

/** Starts an order for a pack: by a code, or paid for. */
export function BuyPage({ priceCents, drawing, startKey, errors, given }: Props) {
  const { form, isProving } = useProvenHold('trust')
  const isBusy = useNavigation().state !== 'idle' || isProving
  return (
    <section className="wrap tru-buy" aria-labelledby="buy-title">
      <div>
        <h1 className="h1" id="buy-title">
          {buyWords.title}
        </h1>
        <p className="lead">{buyWords.lead}</p>
        <div className="tru-buy-ways">
          <div className="plate-c pad">
            <h2 className="h3">{buyWords.or}</h2>
            <ErrorSummary errors={{ form: errors.form }} />
            <CodeForm startKey={startKey} error={errors.code} given={given} />
          </div>
          {priceCents === null ? (
            <p>{packRefusalWords.pack_not_sold}</p>
          ) : (
            <Form method="post" action="/trust/buy" className="plate-c pad" {...form}>
              <h2 className="h3">{buyWords.pay}</h2>
              <input type="hidden" name="key" value={startKey} autoComplete="off" />
              <div className="btns">
                <Button variant="primary" busy={isBusy} busyLabel="One moment">
                  {buyWords.buy(formatCents(priceCents))}
                </Button>
                <ButtonLink to="/trust">What is in it</ButtonLink>
              </div>
            </Form>
          )}
        </div>
      </div>
      <Draft markup={drawing} />
    </section>
  )
}
