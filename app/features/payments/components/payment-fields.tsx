import { typedIn } from '#app/http/submitted-fields.ts'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import type { PaymentMethod } from '#app/gateway/gateway.ts'
import { Island } from '#app/islands/island.tsx'
import { RadioGroup, FieldNotes, FormPart } from '#app/ui/field.tsx'
import { invoiceWords } from '#app/features/orders/words.ts'
import { cardWords } from '../words.ts'

type Props = {
  method: PaymentMethod
  dueOn?: string
  isOwed?: boolean
  given: SubmittedFields
  errors: FieldErrors
}

export function PaymentFields({ method, dueOn, isOwed, given, errors }: Props) {
  return (
    <FormPart title="Payment">
      {method.kind === 'test-cards' && (
        <RadioGroup
          name="paymentToken"
          id="paymentToken"
          label="Pay with a test card"
          hint="This shop runs on a payment sandbox: it asks for no card number, and no money moves."
          error={errors.paymentToken}
          defaultValue={typedIn(given, 'paymentToken') || method.cards[0]?.token}
          options={method.cards.map(({ token, label, effect }) => ({ value: token, label, hint: effect }))}
          className="cards-list"
        />
      )}
      {method.kind === 'hosted-fields' && (
        <div className="grid gap-4">
          <noscript>
            <p className="field-error">{cardWords.noScript}</p>
          </noscript>
          {/* Its props stay the same, so that a card that was entered stays when the form comes back refused. */}
          <Island name="card-form" className="noscript:hidden" props={method} />
          <FieldNotes id="paymentToken" message={errors.paymentToken?.[0]} hint={cardWords.hint} />
        </div>
      )}
      {method.kind === 'invoice' && (
        <div className="grid gap-3" id="paymentToken">
          <input type="hidden" name="paymentToken" value="invoice" autoComplete="off" />
          {dueOn && <p>{isOwed ? invoiceWords.owed(dueOn) : invoiceWords.means(dueOn)}</p>}
          <p className="text-sm whitespace-pre-line text-muted">{method.payTo}</p>
          {errors.paymentToken?.[0] && <p className="field-error">{errors.paymentToken[0]}</p>}
        </div>
      )}
    </FormPart>
  )
}
