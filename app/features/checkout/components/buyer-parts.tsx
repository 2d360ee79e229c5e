import { inStateWords } from '#app/features/compliance/words.ts'
import { DealerFinder, DealerFinderForm } from '#app/features/dealers/components/dealer-finder.tsx'
import { invoiceWords } from '#app/features/orders/words.ts'
import { cardWords } from '#app/features/payments/words.ts'
import type { PaymentMethod } from '#app/gateway/gateway.ts'
import { Island } from '#app/islands/island.tsx'
import { BuyerFields, draftOf, inFieldOrder } from '#app/features/orders/components/buyer-fields.tsx'
import { type FilledFields, typedIn } from '#app/http/submitted-fields.ts'
import { Button } from '#app/ui/button.tsx'
import { CheckboxField, FieldNotes, FormPart, RadioGroup } from '#app/ui/field.tsx'
import { DrawnOnce } from '#app/ui/drawn-once.tsx'
import type { FieldErrors } from '#app/http/form.ts'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import type { ReactElement, ReactNode } from 'react'
import type { CheckoutNotices } from '../routes/shown-checkout.server.ts'
import { renewField } from '../words.ts'
import { acceptance, acceptanceSentence } from '../attestation.ts'

type FormProps = {
  orderId: string
  id: string
  path?: string
  errors: FieldErrors
  title?: string | undefined
  /** Another answer is announced again. */
  answer?: string
  findsDealer: boolean
  children: ReactNode
}

/** The form of a page of the checkout, and the finder that fills in its dealer. */
export function CheckoutForm({ orderId, id, path = '', errors, title, answer, ...props }: FormProps) {
  const { findsDealer, children, ...more } = props
  return (
    <div className="min-w-0">
      <form
        method="post"
        action={`/checkout/${orderId}${path}`}
        id={id}
        className="grid min-w-0 gap-12"
        noValidate
        data-draft={draftOf(orderId)}
        {...more}
      >
        <ErrorSummary
          key={answer}
          errors={inFieldOrder(errors)}
          title={title ?? 'Please check the form'}
          ids={{ form: id }}
        />
        {children}
      </form>
      {findsDealer && <DealerFinderForm orderId={orderId} />}
    </div>
  )
}

type Props = FilledFields & {
  notices: CheckoutNotices
  /** With a dealer who hands over what is ordered. */
  needs: { fflTransfer: boolean }
  staysInState: boolean
}

/** Whose order it is. `children` stand before the dealer. */
export function BuyerParts({ children, ...props }: Props & { children?: ReactElement }) {
  const { given, errors, notices, needs } = props
  return (
    <>
      <Blank name="buyer" {...props}>
        <FormPart title="Your details">
          <BuyerFields
            parts={needs.fflTransfer ? ['contact', 'home'] : ['contact']}
            notices={notices.buyer}
            given={given}
            errors={errors}
          />
          {needs.fflTransfer && <StateList {...notices} />}
        </FormPart>
      </Blank>
      {children}
      {needs.fflTransfer && (
        <Blank name="dealer" {...props}>
          <DealerFields {...props} />
        </Blank>
      )}
    </>
  )
}

/** Where nothing is typed yet the fields are the same for everybody, and most of what a checkout costs to draw. */
function Blank({ name, children, ...props }: Props & { name: string; children: ReactElement }) {
  const { given, errors, notices, needs, staysInState } = props
  const isTyped = Object.entries(given).some(([field, typed]) => typed !== '' && blank[field] !== typed)
  if (isTyped || Object.keys(errors).length > 0) return <div className="contents">{children}</div>
  return (
    <DrawnOnce by={JSON.stringify([name, needs.fflTransfer, staysInState, notices])} className="contents">
      {children}
    </DrawnOnce>
  )
}

const blank: Record<string, string> = { dealer: 'later' }

function DealerFields({ given, errors, notices, staysInState }: Props) {
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
        <BuyerFields parts={['dealer']} notices={notices.dealer} given={given} errors={errors} />
      </div>
    </FormPart>
  )
}

function StateList({ review, refused }: Pick<CheckoutNotices, 'review' | 'refused'>) {
  return (
    <details className="text-sm/normal text-faint [&>p]:max-w-text [&>p]:pt-1">
      <summary className="w-fit py-3 text-muted underline decoration-control decoration-1 underline-offset-4 hover:decoration-accent">
        States we check first, and states we can’t sell to
      </summary>
      {review && <p>We check orders from these states first: {review}.</p>}
      {refused && <p>We can’t take orders from these states: {refused}.</p>}
    </details>
  )
}

type Payment = FilledFields & { method: PaymentMethod; dueOn?: string; isOwed?: boolean }

export function PaymentFields({ method, dueOn, isOwed, given, errors }: Payment) {
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

type SubmitProps = {
  label: string
  busy: string
  canRenew: boolean
  /** Why it cannot be pressed. */
  blocked?: string
  note?: string
}

/** Without script the hold's own button would lose typed input, so the form has one: it comes back as it was typed. */
export function Submit({ label, busy, canRenew, blocked, note = blocked }: SubmitProps) {
  return (
    <div className="grid justify-items-center gap-3">
      <Button
        variant="primary"
        block
        busyLabel={busy}
        disabled={Boolean(blocked)}
        aria-describedby={blocked ? 'blocked' : undefined}
      >
        {label}
      </Button>
      {note && (
        <p className="text-sm text-muted" id={blocked && 'blocked'}>
          {note}
        </p>
      )}
      {canRenew && (
        <Button
          variant="text"
          className="hidden noscript:inline-flex"
          name={renewField}
          value="yes"
          formNoValidate
        >
          Extend hold
        </Button>
      )}
    </div>
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
