import type { showCheckout } from '../routes/shown-checkout.server.ts'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { heldProof } from '#app/http/proof-marks.ts'
import { formatCents } from '#app/kit/money.ts'
import type { PaymentMethod } from '#app/gateway/gateway.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { acceptance, acceptanceSentence } from '../words.ts'
import { BuyerParts, Submit } from './buyer-parts.tsx'
import { invoiceWords } from '#app/features/orders/words.ts'
import { DealerFinderForm } from '#app/features/dealers/components/dealer-finder.tsx'
import type { Recipient } from '#app/features/orders/quote.ts'
import { draftOf, inFieldOrder } from '#app/features/orders/components/buyer-fields.tsx'
import { PaymentFields } from '#app/features/payments/components/payment-fields.tsx'
import { Link } from 'react-router'
import { typedIn, type FilledFields } from '#app/http/submitted-fields.ts'
import { CheckboxField } from '#app/ui/choice-field.tsx'

type Props = Awaited<ReturnType<typeof showCheckout>> & {
  /** Identifies this rendering of the form: submitted twice, it pays once. */
  formKey: string
  totalCents: number
  way: PaymentMethod
  dueOn: string
  to: Recipient | null
  blockedLines: number
  busy: string
  proofBits: number
  given: SubmittedFields
  errors: FieldErrors
  /** Identifies the response of the errors, so that a new response is announced again. */
  answer: string
  problem: string
}

/** Shown when no response came: whether the payment went through is unknown, and submitting again finds out. */
const networkErrorWords =
  'We couldn’t connect. Everything you typed is still here. Press again when you’re back online: you’re never charged twice.'

export function ReservationForm(props: Props) {
  const { orderId, formKey, totalCents, way, dueOn, needs, to, canRenew } = props
  const { notices, staysInState, given, errors, answer, problem } = props
  const address = `/checkout/${orderId}`
  return (
    <div className="min-w-0">
      <form
        method="post"
        action={address}
        id="reservation"
        className="grid min-w-0 gap-12"
        noValidate
        data-draft={draftOf(orderId)}
        data-failed={JSON.stringify({ description: networkErrorWords })}
        {...(props.proofBits > 0 && heldProof(`pay:${orderId}`, props.proofBits))}
      >
        {/* Browsers restore values after a reload; an old key must not be restored. */}
        <input type="hidden" name="formKey" value={formKey} autoComplete="off" />
        <ErrorSummary key={answer} errors={inFieldOrder(errors)} title={problem} ids={summaryTargets} />
        {/* The displayed total is the total that is charged; if it changed, we ask again. */}
        <input type="hidden" name="total" value={totalCents} autoComplete="off" />
        {to ? (
          <DeliverySummary orderId={orderId} to={to} />
        ) : (
          <BuyerParts
            given={given}
            errors={errors}
            notices={notices}
            asksDealer={needs.fflTransfer}
            staysInState={staysInState}
          />
        )}
        {totalCents > 0 && (
          <PaymentFields
            method={way}
            dueOn={dueOn}
            isOwed={props.backTo !== null}
            given={given}
            errors={errors}
          />
        )}
        <div className="grid min-w-0 gap-6">
          <AttestationField {...props} />
          <details className="text-sm/normal text-faint [&>p]:max-w-text [&>p]:pt-1">
            <summary className="w-fit py-3 text-muted underline decoration-control decoration-1 underline-offset-4 hover:decoration-accent">
              The refund policy
            </summary>
            {props.policy.map((rule) => (
              <p key={rule}>{rule}</p>
            ))}
          </details>
        </div>
        <Submit
          label={payLabel(props)}
          busy={props.busy}
          canRenew={canRenew}
          {...(props.blockedLines > 0 && { blocked: blockedWords(props.blockedLines) })}
        />
      </form>
      {needs.fflTransfer && !to && <DealerFinderForm orderId={orderId} />}
    </div>
  )
}

function payLabel({ way, totalCents, isDeposit }: Pick<Props, 'way' | 'totalCents' | 'isDeposit'>): string {
  if (totalCents === 0) return 'Confirm the order'
  if (way.kind === 'invoice') return invoiceWords.button
  return isDeposit ? `Pay the ${formatCents(totalCents)} deposit` : `Pay ${formatCents(totalCents)}`
}

function blockedWords(lines: number): string {
  return lines === 1
    ? 'We can’t sell one item to this address. Remove it from the order, or change the address.'
    : `We can’t sell ${lines} items to this address. Remove them from the order, or change the address.`
}

const summaryTargets = { form: 'reservation' }

function DeliverySummary({ orderId, to }: { orderId: string; to: Recipient }) {
  return (
    <section className="grid min-w-0 gap-6" aria-labelledby="deliver-to">
      <h2 className="h3 border-b border-hairline pb-3" id="deliver-to">
        Deliver to
      </h2>
      <div className="grid grid-cols-1 justify-items-start gap-3">
        <address className="grid not-italic wrap-anywhere">
          {to.name}
          {to.lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
        </address>
        <p className="text-sm wrap-anywhere text-muted">
          {to.shipping}. Your private link goes to {to.email}.
        </p>
        <Link
          to={`/checkout/${orderId}/details`}
          className="py-1.5 underline decoration-control underline-offset-4"
        >
          Change
        </Link>
      </div>
    </section>
  )
}

/** The box that a buyer checks before paying. It is checked for them only where they have confirmed this very text. */
export function AttestationField({
  attestation,
  statement,
  given,
  errors,
}: FilledFields & Record<'attestation' | 'statement', string>) {
  const isConfirmed = typedIn(given, 'attestation') === 'yes' && typedIn(given, 'statement') === statement
  return (
    <>
      <input type="hidden" name="statement" value={statement} autoComplete="off" />
      <CheckboxField
        // A browser that comes back does not check it either: the text may be another one.
        autoComplete="off"
        name="attestation"
        id="attestation"
        value="yes"
        label={
          <>
            {attestation.slice(0, -acceptanceSentence.length)}
            {acceptance.map((part) =>
              part.to ? (
                <a key={part.text} className="link" href={part.to} target="_blank" rel="noopener">
                  {part.text}
                </a>
              ) : (
                part.text
              ),
            )}
          </>
        }
        error={errors.attestation}
        defaultChecked={isConfirmed}
        required
      />
    </>
  )
}
