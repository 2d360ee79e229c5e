import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { Button } from '#app/ui/button.tsx'
import { TypedBefore } from '#app/ui/typed-before.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import type { ShippingMethod } from '#app/features/delivery/rules.ts'
import type { Needs } from '#app/features/orders/rules/needs.ts'
import { holdWords } from '../words.ts'
import { AddressFields } from '#app/features/orders/components/address-fields.tsx'
import { BuyerFields } from './buyer-fields.tsx'
import { DealerFields } from './dealer-fields.tsx'
import { DealerFinderForm } from '#app/features/dealers/components/dealer-finder.tsx'
import { draftOf, inFieldOrder } from '#app/features/orders/components/field-order.ts'
import { ShippingFields } from './shipping-fields.tsx'
import type { StateNotices } from '#app/features/orders/components/state-field.tsx'

type Props = {
  orderId: string
  needs: Needs
  canRenew: boolean
  methods: readonly ShippingMethod[]
  notices: { buyer: StateNotices; dealer: StateNotices }
  /** Federal law keeps the firearm in the buyer's state. */
  staysInState: boolean
  /** The dealer of this browser's last order, as the form's default; empty without one. */
  lastDealer: string
  /** The fields were filled in with what this browser typed before. */
  isTyped: boolean
  given: SubmittedFields
  errors: FieldErrors
}

/** The first page of a checkout with shipping: buyer and address, which determine the total. */
export function DeliveryForm({
  orderId,
  needs,
  canRenew,
  methods,
  notices,
  staysInState,
  lastDealer,
  isTyped,
  given,
  errors,
}: Props) {
  const address = `/checkout/${orderId}/details`
  return (
    <>
      {isTyped && <TypedBefore back={address} />}
      <form
        method="post"
        action={address}
        id="delivery"
        className="form"
        noValidate
        data-draft={draftOf(orderId)}
      >
        <ErrorSummary
          errors={inFieldOrder(errors)}
          title="Please check the form"
          ids={{ form: 'delivery' }}
        />
        <BuyerFields given={given} errors={errors} notices={notices.buyer} asksState={needs.fflTransfer} />
        <AddressFields given={given} errors={errors} />
        <ShippingFields given={given} errors={errors} methods={methods} />
        {needs.fflTransfer && (
          <DealerFields
            given={given}
            errors={errors}
            notices={notices.dealer}
            staysInState={staysInState}
            lastDealer={lastDealer}
          />
        )}
        <div className="grid justify-items-center gap-3">
          <Button variant="primary" block busyLabel="Calculating...">
            Review and pay
          </Button>
          <p className="text-sm text-muted">
            You won’t be charged yet. The next page shows shipping, tax and the total.
          </p>
          {canRenew && (
            <Button
              variant="text"
              className="needs-no-script"
              formAction={`/checkout/${orderId}/renewal`}
              formNoValidate
            >
              {holdWords.renew}
            </Button>
          )}
        </div>
      </form>
      {needs.fflTransfer && <DealerFinderForm orderId={orderId} />}
    </>
  )
}
