import { Form } from 'react-router'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'
import { formatPhone } from '#app/kit/phone.ts'
import { confirmWords } from '../words.ts'

type Props = {
  orderId: string
  theme: string
  hasEarlierRequest: boolean
  /** Chosen from the federal list; otherwise staff look the dealer up first. */
  isListed: boolean
  /** Whose words hold: an NFA item's, or another firearm's. */
  kind: 'nfa' | 'plain'
  dealer: { name: string; street: string; city: string; state: string; zip: string; phone: string }
  given: SubmittedFields
  errors: FieldErrors
}

/** The dealer who was chosen, and where to ask them. */
export function AskPage({ orderId, theme, hasEarlierRequest, isListed, kind, dealer, given, errors }: Props) {
  return (
    <section className="wrap grid gap-12 pt-8 pb-24" aria-labelledby="ask-title" data-page-theme={theme}>
      <header className="grid max-w-[760px] gap-4">
        <h1 className="h1" id="ask-title">
          Ask this dealer?
        </h1>
        <p className="lead wrap-anywhere">
          {dealer.name} is your dealer now. Give us their email address and we’ll ask them to accept and to
          tell you their fee and hours. {confirmWords[kind]}
        </p>
      </header>
      <div className="grid items-start gap-16 lg:grid-cols-[1.15fr_1fr]">
        <address className="grid gap-1.5 rounded-control border border-hairline p-6 text-muted not-italic wrap-anywhere">
          <p className="h3 mb-2 text-ink">{dealer.name}</p>
          {dealer.street && <p>{dealer.street}</p>}
          <p>
            {dealer.city}, {dealer.state} {dealer.zip}
          </p>
          {dealer.phone && (
            <p>
              <a href={`tel:+1${dealer.phone}`}>{formatPhone(dealer.phone)}</a>
            </p>
          )}
        </address>
        <Form method="post" className="grid min-w-0 gap-6" noValidate>
          <ErrorSummary errors={errors} title="Please check the form" ids={{ form: 'ask-title' }} />
          <TextField
            name="dealerEmail"
            id="dealerEmail"
            label="Dealer’s email"
            type="email"
            inputMode="email"
            autoComplete="off"
            required
            error={errors.dealerEmail}
            defaultValue={typedIn(given, 'dealerEmail')}
            hint={
              isListed
                ? 'They get one email from us with a private link, and one reminder. It names your order, not you.'
                : 'Our staff verify this dealer first. Then they get one email with a private link, and one reminder.'
            }
          />
          <div className="btns">
            <Button variant="primary" busyLabel="Asking...">
              {hasEarlierRequest ? 'Ask them again' : 'Ask this dealer'}
            </Button>
            <ButtonLink to={`/orders/${orderId}`}>I don’t have their email</ButtonLink>
          </div>
          <p className="max-w-text text-sm text-faint">No email? We’ll call them before we file your form.</p>
        </Form>
      </div>
    </section>
  )
}
