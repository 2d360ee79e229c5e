import type { FieldErrors, Given } from '#app/http/form.ts'
import type { WayToPay } from '#app/payments/gateway.ts'
import { RadioGroup } from '#app/ui/choice-field.tsx'
import { typedIn } from './buyer-fields.tsx'

type Props = { way: WayToPay; given: Given; errors: FieldErrors }

/** How the order is paid: what the payment service in use asks for. */
export function PaymentFields({ way, given, errors }: Props) {
  const cards = way.kind === 'test-cards' ? way.cards : []
  return (
    <fieldset className="form-part">
      <legend className="h3">Payment</legend>
      <RadioGroup
        name="paymentToken"
        id="paymentToken"
        label="Pay with a test card"
        hint="This shop runs on a payment sandbox: it asks for no card number, and no money moves."
        error={errors.paymentToken}
        defaultValue={typedIn(given, 'paymentToken') || cards[0]?.token}
        options={cards.map(({ token, label, effect }) => ({ value: token, label, hint: effect }))}
        className="cards-list"
      />
    </fieldset>
  )
}
