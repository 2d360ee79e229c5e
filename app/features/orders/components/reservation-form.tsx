import { Form, useNavigation } from 'react-router'
import type { FieldErrors, Given } from '#app/http/form.ts'
import { formatCents } from '#app/kit/money.ts'
import type { WayToPay } from '#app/payments/gateway.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckboxField } from '#app/ui/choice-field.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { attestationWords, holdWords, refundPolicy } from '../words/checkout.ts'
import { invoiceWords } from '../words/payment.ts'
import { BuyerFields, typedIn } from './buyer-fields.tsx'
import { DealerFields } from './dealer-fields.tsx'
import { PaymentFields } from './payment-fields.tsx'
import type { StateNotices } from './state-field.tsx'

type Props = {
  orderId: string
  /** Names this rendering of the form: sent twice, it pays once. */
  formKey: string
  totalCents: number
  /** How the payment service in use takes a payment. */
  way: WayToPay
  /** The purchase age in force, if a claim states one. */
  age: string | undefined
  canRenew: boolean
  notices: { buyer: StateNotices; dealer: StateNotices }
  given: Given
  errors: FieldErrors
  /** Names the answer that the errors came with: a new answer is announced anew, also with the same words. */
  answer: string
  /** The heading over what is wrong. */
  problem: string
}

/** Everything a reservation asks for, in one form that keeps what was typed whatever happens. */
export function ReservationForm(props: Props) {
  const { orderId, formKey, totalCents, way, age, canRenew, notices, given, errors, answer, problem } = props
  const navigation = useNavigation()
  const address = `/checkout/${orderId}`
  const isPending = navigation.state !== 'idle' && navigation.formAction === address
  return (
    <Form method="post" action={address} id="reservation" className="form" noValidate>
      {/* Browsers bring typed values back after a reload; an old key must not come back with them. */}
      <input type="hidden" name="formKey" value={formKey} autoComplete="off" />
      <ErrorSummary key={answer} errors={inOrder(errors)} title={problem} ids={summaryTargets} />
      <BuyerFields given={given} errors={errors} notices={notices.buyer} />
      <DealerFields given={given} errors={errors} notices={notices.dealer} />
      <PaymentFields {...{ way, given, errors }} />
      <div className="form-part">
        <CheckboxField
          name="attestation"
          id="attestation"
          value="yes"
          label={attestationWords(age)}
          error={errors.attestation}
          defaultChecked={typedIn(given, 'attestation') === 'yes'}
          required
        />
        <details className="fine">
          <summary>The refund policy</summary>
          {refundPolicy.map((rule) => (
            <p key={rule}>{rule}</p>
          ))}
        </details>
      </div>
      <div className="pay">
        <Button variant="primary" block busy={isPending} busyLabel="Processing...">
          {way.kind === 'invoice' ? invoiceWords.button : `Pay the ${formatCents(totalCents)} deposit`}
        </Button>
        {canRenew && (
          <Button variant="text" className="needs-no-script" formAction={`${address}/renewal`} formNoValidate>
            {holdWords.renew}
          </Button>
        )}
      </div>
    </Form>
  )
}

/** As the fields stand on the page, which is the order in which they are corrected. */
const fieldOrder = [
  ...['form', 'name', 'email', 'phone', 'state', 'dealer', 'dealerName', 'dealerCity', 'dealerState'],
  ...['paymentToken', 'attestation'],
]

function inOrder(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(fieldOrder.map((name) => [name, errors[name]]))
}

/** What concerns the whole form leads to the form. */
const summaryTargets = { form: 'reservation' }
