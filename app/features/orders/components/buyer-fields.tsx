import type { FieldErrors } from '#app/http/form.ts'
import { type FilledFields, fieldsOf, typedIn } from '#app/http/submitted-fields.ts'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { FormPart } from '#app/ui/field-frame.tsx'
import { states } from '#app/features/compliance/rules/states.ts'
import { servedWords } from '#app/features/compliance/words.ts'
import { countiesOf, countyOfZip } from '#app/features/delivery/rules/places.ts'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { formFields } from '../input.ts'

const fieldOrder = ['form', ...formFields, 'paymentToken', 'attestation']

export const draftOf = (orderId: string) => `checkout-${orderId}`

export function inFieldOrder(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(fieldOrder.map((name) => [name, errors[name]]))
}

const stateOptions = states.map(({ code, name }) => ({ value: code, label: name }))

export function AddressFields({ given, errors }: FilledFields) {
  const county = countyOfZip(typedIn(given, 'shipZip'), typedIn(given, 'shipState'))
  const field = fieldsOf({ given, errors })
  return (
    <FormPart title="Delivery address">
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField
          {...field('shipStreet')}
          label="Street and number"
          autoComplete="shipping address-line1"
          required
          maxLength={120}
          className="sm:col-span-full"
        />
        <TextField
          {...field('shipLine2')}
          label={
            <>
              Apartment, suite <span>(optional)</span>
            </>
          }
          autoComplete="shipping address-line2"
          maxLength={120}
        />
        <TextField
          {...field('shipCity')}
          label="City"
          autoComplete="shipping address-level2"
          required
          maxLength={80}
        />
        <SelectField
          {...field('shipState')}
          label="State"
          hint={servedWords}
          autoComplete="shipping address-level1"
          placeholder="Choose a state"
          required
          options={stateOptions}
        />
        <TextField
          {...field('shipZip')}
          label="ZIP code"
          inputMode="numeric"
          autoComplete="shipping postal-code"
          required
          maxLength={10}
          data-state-in="shipState"
        />
        <div className="county sm:col-span-full">
          <SelectField
            {...field('shipCounty')}
            label="County"
            hint="Florida’s sales tax depends on the county of delivery."
            placeholder="Choose a county"
            autoComplete="off"
            defaultValue={county ?? typedIn(given, 'shipCounty')}
            options={countiesOf('FL').map((name) => ({ value: name, label: name }))}
            data-county-of="shipZip shipState"
          />
        </div>
      </div>
    </FormPart>
  )
}

export type StateNotices = Readonly<Record<string, { outcome: 'review' | 'refused'; text: string }>>

type Props = {
  name: string
  label: string
  hint?: string
  error: readonly string[] | undefined
  notices: StateNotices
  defaultValue: string
  autoComplete: string
  required?: boolean
}

export function StateField(props: Props) {
  const frame = 'grid min-w-0 content-start gap-1.5'
  // What may link to another page needs the router around it.
  if (props.error) return <div className={frame}>{drawField(props)}</div>
  // oxlint-disable-next-line react/no-danger -- React's own, of our own part
  return <div className={frame} dangerouslySetInnerHTML={{ __html: drawnField(props) }} />
}

/** Fifty states with a notice for each are a third of a form. The notices are the same object for half a minute. */
const drawn = new WeakMap<StateNotices, Map<string, string>>()

function drawnField(props: Props): string {
  const { notices, ...field } = props
  const ofNotices = drawn.get(notices) ?? new Map<string, string>()
  drawn.set(notices, ofNotices)
  const key = JSON.stringify(field)
  const html = ofNotices.get(key) ?? renderToStaticMarkup(drawField(props))
  ofNotices.set(key, html)
  return html
}

function drawField({ notices, defaultValue, error, ...field }: Props): ReactElement {
  // The server's error on this state is already shown.
  const notice = error ? undefined : notices[defaultValue]
  return (
    <>
      <SelectField
        hint={servedWords}
        {...field}
        id={field.name}
        error={error}
        options={stateOptions}
        placeholder="Choose a state"
        defaultValue={defaultValue}
      />
      <p
        className="text-sm text-hold empty:hidden data-[outcome=refused]:text-stop"
        data-outcome={notice?.outcome}
        aria-live="polite"
        data-notices-of={field.name}
        data-notices={JSON.stringify(notices)}
      >
        {notice?.text}
      </p>
    </>
  )
}

export function StateList({ notices }: { notices: StateNotices }) {
  const named = (outcome: 'review' | 'refused') =>
    states
      .filter(({ code }) => notices[code]?.outcome === outcome)
      .map(({ name }) => name)
      .join(', ')
  return (
    <details className="text-sm/normal text-faint [&>p]:max-w-text [&>p]:pt-1">
      <summary className="w-fit py-3 text-muted underline decoration-control decoration-1 underline-offset-4 hover:decoration-accent">
        States we check first, and states we can’t sell to
      </summary>
      {named('review') && <p>We check orders from these states first: {named('review')}.</p>}
      {named('refused') && <p>We can’t take orders from these states: {named('refused')}.</p>}
    </details>
  )
}
