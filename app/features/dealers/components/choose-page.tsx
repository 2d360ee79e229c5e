import { Form } from 'react-router'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { fieldsOf, typedIn } from '#app/http/submitted-fields.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { TextField } from '#app/ui/field.tsx'
import { StateField, type StateNotices } from '#app/features/orders/components/state-field.tsx'
import type { FoundDealer } from '../store.server.ts'
import { inStateWords } from '#app/features/compliance/words.ts'
import { confirmWords } from '../words.ts'
import { DealerMap } from './dealer-map.tsx'
import { FoundDealers } from './found-dealers.tsx'

type Props = {
  orderId: string
  theme: string
  /** The firearm that is to be handed over, on one line. */
  firearms: string
  /** Whose words hold: an NFA item's, or another firearm's. */
  kind: 'nfa' | 'plain'
  /** The buyer's state, where federal law keeps the firearm in it; empty otherwise. */
  onlyIn: string
  /** What was searched for, and what it found. */
  typed: string
  found: readonly FoundDealer[]
  /** The shop has a list to search. Without one, the buyer names the dealer. */
  hasList: boolean
  /** Said instead of results when somebody searched too often. */
  wait: string
  notices: StateNotices
  given: SubmittedFields
  errors: FieldErrors
}

/** Who hands it over: found on the federal list, or named by the buyer. */
export function ChoosePage(props: Props) {
  const { orderId, theme, firearms, kind, onlyIn, hasList, errors } = props
  return (
    <section className="wrap grid gap-12 pt-8 pb-24" aria-labelledby="dealer-title" data-page-theme={theme}>
      <header className="grid max-w-[760px] gap-4">
        <h1 className="h1" id="dealer-title">
          Choose your dealer
        </h1>
        <p className="lead wrap-anywhere">
          A licensed dealer near you receives {firearms || 'it'} from us and completes the final form with
          you. {confirmWords[kind]}
        </p>
        {onlyIn && <p>{inStateWords(onlyIn)}</p>}
      </header>
      <ErrorSummary errors={errors} title="Please check the form" ids={{ form: 'dealer-title' }} />
      <div className="grid items-start gap-16 lg:grid-cols-[1.15fr_1fr]">
        {hasList && <DealerSearch {...props} />}
        <DealerForm {...props} />
      </div>
      <p>
        <ButtonLink to={`/orders/${orderId}`}>Back to the order</ButtonLink>
      </p>
    </section>
  )
}

function DealerSearch({ orderId, typed, found, wait }: Props) {
  const address = `/orders/${orderId}/dealer`
  return (
    <section aria-labelledby="dealer-search-title" className="grid min-w-0 gap-6">
      <h2 className="h3 border-b border-hairline pb-3" id="dealer-search-title">
        Find a dealer
      </h2>
      <Form
        method="get"
        action={address}
        role="search"
        className="grid items-start gap-4 sm:grid-cols-[1fr_auto]"
      >
        <TextField
          name="near"
          id="near"
          label="ZIP code, city or name"
          defaultValue={typed}
          autoComplete="postal-code"
          enterKeyHint="search"
          maxLength={80}
          hint="For example 33101, Miami, FL, or the number of a license."
        />
        {/* Beside the input, below its label. */}
        <Button variant="primary" busyLabel="Searching..." className="sm:mt-6">
          Search
        </Button>
      </Form>
      <div aria-live="polite">
        {wait && <p className="text-sm text-muted">{wait}</p>}
        {typed && !wait && found.length === 0 && (
          <p className="text-sm text-muted wrap-anywhere">
            No dealers match “{typed}”. Try a ZIP code, more letters of the name, or enter the dealer
            yourself.
          </p>
        )}
        {found.length > 0 && (
          <p className="sr-only">
            {found.length} {found.length === 1 ? 'dealer' : 'dealers'} found
          </p>
        )}
      </div>
      {found.length > 0 && <FoundDealers found={found} action={address} />}
      <DealerMap from={typed} found={found} />
      <p className="max-w-text text-sm text-faint">
        From the federal list of licensees. It shows who holds a license, but not who takes NFA items.
      </p>
    </section>
  )
}

function DealerForm({ orderId, hasList, notices, given, errors }: Props) {
  const field = fieldsOf({ given, errors })
  return (
    <section aria-labelledby="dealer-named-title" className="grid min-w-0 gap-6">
      <h2 className="h3 border-b border-hairline pb-3" id="dealer-named-title">
        {hasList ? 'Or enter your dealer' : 'Enter your dealer'}
      </h2>
      <Form method="post" action={`/orders/${orderId}/dealer`} className="grid gap-6" noValidate>
        <TextField
          {...field('dealerName')}
          label="Dealer’s name"
          autoComplete="off"
          maxLength={160}
          required
        />
        <TextField
          {...field('dealerCity')}
          label="Dealer’s city"
          autoComplete="off"
          maxLength={80}
          required
        />
        <StateField
          name="dealerState"
          label="Dealer’s state"
          autoComplete="off"
          required
          error={errors.dealerState}
          defaultValue={typedIn(given, 'dealerState')}
          notices={notices}
        />
        <div>
          <Button variant={hasList ? 'secondary' : 'primary'} busyLabel="Saving...">
            Save this dealer
          </Button>
        </div>
      </Form>
    </section>
  )
}
