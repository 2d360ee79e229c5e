import type { showCheckout } from '../routes/shown-checkout.server.ts'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { heldProof } from '#app/http/proof-marks.ts'
import { formatCents } from '#app/kit/money.ts'
import type { PaymentMethod } from '#app/gateway/gateway.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { acceptance, acceptanceSentence } from '../attestation.ts'
import { RenewWithoutScript } from './checkout-page.tsx'
import { invoiceWords } from '#app/features/orders/words.ts'
import { DealerFinderForm, DealerFinder } from '#app/features/dealers/components/dealer-finder.tsx'
import type { Recipient } from '#app/features/orders/quote.ts'
import {
  draftOf,
  inFieldOrder,
  type StateNotices,
  StateField,
  StateList,
} from '#app/features/orders/components/buyer-fields.tsx'
import { PaymentFields } from '#app/features/payments/components/payment-fields.tsx'
import { Link } from 'react-router'
import { typedIn, type FilledFields, fieldsOf } from '#app/http/submitted-fields.ts'
import { CheckboxField, RadioGroup } from '#app/ui/choice-field.tsx'
import { EmailField, PhoneField, TextField } from '#app/ui/field.tsx'
import { FormPart } from '#app/ui/field-frame.tsx'
import { inStateWords } from '#app/features/compliance/words.ts'

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
  const isBlocked = props.blockedLines > 0
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
          <BuyerFields given={given} errors={errors} notices={notices.buyer} asksState={needs.fflTransfer} />
        )}
        {needs.fflTransfer && !to && (
          <DealerFields given={given} errors={errors} notices={notices.dealer} staysInState={staysInState} />
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
        <div className="grid justify-items-center gap-3">
          <Button
            variant="primary"
            block
            busyLabel={props.busy}
            disabled={isBlocked}
            aria-describedby={isBlocked ? 'blocked' : undefined}
          >
            {payLabel(props)}
          </Button>
          {isBlocked && (
            <p className="text-sm text-muted" id="blocked">
              {blockedWords(props.blockedLines)}
            </p>
          )}
          {canRenew && <RenewWithoutScript />}
        </div>
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
        label={<AttestationText text={attestation} />}
        error={errors.attestation}
        defaultChecked={isConfirmed}
        required
      />
    </>
  )
}

function AttestationText({ text }: { text: string }) {
  return (
    <>
      {text.slice(0, -acceptanceSentence.length)}
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
  )
}

export function BuyerFields({
  given,
  errors,
  notices,
  asksState,
}: FilledFields & { notices: StateNotices; asksState: boolean }) {
  const field = fieldsOf({ given, errors })
  return (
    <FormPart title="Your details">
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField {...field('name')} label="Full name" autoComplete="name" required maxLength={120} />
        <EmailField {...field('email')} hint="We’ll send your private link here." />
        <PhoneField {...field('phone')} />
        {asksState && (
          <StateField
            name="state"
            label="State you live in"
            autoComplete="address-level1"
            required
            error={errors.state}
            defaultValue={typedIn(given, 'state')}
            notices={notices}
          />
        )}
        {asksState && (
          <TextField
            {...field('zip')}
            label="Home ZIP code"
            inputMode="numeric"
            autoComplete="postal-code"
            required
            maxLength={10}
            hint="Some cities and counties have rules of their own."
            data-state-in="state"
          />
        )}
      </div>
      {asksState && <StateList notices={notices} />}
    </FormPart>
  )
}

export function DealerFields({
  given,
  errors,
  notices,
  staysInState,
}: FilledFields & { notices: StateNotices; staysInState: boolean }) {
  const field = fieldsOf({ given, errors })
  return (
    <FormPart title="Your dealer" className="dealer">
      <RadioGroup
        name="dealer"
        id="dealer"
        label="A licensed dealer near you hands it over. Which one?"
        error={errors.dealer}
        defaultValue={typedIn(given, 'dealer') || 'later'}
        options={[
          {
            value: 'later',
            label: 'I’ll choose later',
            hint: staysInState
              ? 'We’ll ask you before we ship.'
              : 'We’ll ask you before we file the transfer form.',
          },
          { value: 'now', label: 'I know my dealer' },
        ]}
      />
      {staysInState && <p className="text-sm text-muted">{inStateWords()}</p>}
      {/* What the finder fills in, while name, city and state stay as it filled them in. As a text, it is kept with what is typed. */}
      <input
        type="text"
        hidden
        name="dealerListed"
        defaultValue={typedIn(given, 'dealerListed')}
        autoComplete="off"
      />
      <div className="dealer-named">
        <DealerFinder />
      </div>
      <div className="dealer-named">
        <div className="grid gap-6 sm:grid-cols-2">
          <TextField {...field('dealerName')} label="Dealer’s name" autoComplete="off" maxLength={160} />
          <TextField {...field('dealerCity')} label="Dealer’s city" autoComplete="off" maxLength={80} />
          <StateField
            name="dealerState"
            label="Dealer’s state"
            autoComplete="off"
            error={errors.dealerState}
            defaultValue={typedIn(given, 'dealerState')}
            notices={notices}
          />
        </div>
      </div>
    </FormPart>
  )
}
