import type { FieldErrors } from '#app/http/form.ts'
import { type FilledFields, fieldsOf, typedIn } from '#app/http/submitted-fields.ts'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { FormPart } from '#app/ui/field-frame.tsx'
import { states } from '#app/features/compliance/rules/states.ts'
import { countiesOf, countyOfZip } from '#app/features/delivery/rules/places.ts'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type BuyerField, buyerFields, formFields } from '../input.ts'

const fieldOrder = ['form', ...formFields, 'paymentToken', 'attestation']

export const draftOf = (orderId: string) => `checkout-${orderId}`

export function inFieldOrder(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(fieldOrder.map((name) => [name, errors[name]]))
}

const stateOptions = states.map(({ code, name }) => ({ value: code, label: name }))

export function AddressFields(filled: FilledFields) {
  return (
    <FormPart title="Delivery address">
      <BuyerFields parts={['address']} {...filled} />
    </FormPart>
  )
}

type BuyerFieldsProps = FilledFields & { parts: (keyof typeof buyerFields)[]; notices?: StateNotices }

export function BuyerFields({ parts, notices, given, errors }: BuyerFieldsProps) {
  const asked = parts.flatMap((part) => Object.entries<BuyerField>(buyerFields[part]))
  const wiring = fieldsOf({ given, errors })
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      {asked.map(([name, field]) => (
        <AskedField key={name} {...wiring(name)} field={field} given={given} notices={notices} />
      ))}
    </div>
  )
}

type AskedProps = ReturnType<ReturnType<typeof fieldsOf>> & {
  field: BuyerField
  given: FilledFields['given']
  notices: StateNotices | undefined
}

function AskedField({ field, given, notices, ...wiring }: AskedProps) {
  const { label, hint, as, type, autoComplete, required, isOptional, maxLength, stateIn, isWide } = field
  const input = { ...wiring, label, hint, autoComplete, required }
  if (as === 'state' && notices) return <StateField {...input} notices={notices} />
  if (as === 'state') return <SelectField {...input} placeholder="Choose a state" options={stateOptions} />
  if (as === 'county')
    return (
      <div className="county sm:col-span-full">
        <SelectField
          {...input}
          placeholder="Choose a county"
          defaultValue={
            countyOfZip(typedIn(given, 'shipZip'), typedIn(given, 'shipState')) ?? input.defaultValue
          }
          options={countiesOf('FL').map((name) => ({ value: name, label: name }))}
          data-county-of="shipZip shipState"
        />
      </div>
    )
  return (
    <TextField
      {...input}
      label={
        isOptional ? (
          <>
            {label} <span>(optional)</span>
          </>
        ) : (
          label
        )
      }
      type={type ?? 'text'}
      inputMode={stateIn ? 'numeric' : type}
      maxLength={maxLength}
      data-state-in={stateIn}
      className={isWide && 'sm:col-span-full'}
    />
  )
}

export type StateNotices = Readonly<Record<string, { outcome: 'review' | 'refused'; text: string }>>

type StateProps = {
  name: string
  label: string
  hint: string | undefined
  error: readonly string[] | undefined
  notices: StateNotices
  defaultValue: string
  autoComplete: string
  required: boolean | undefined
}

function StateField(props: StateProps) {
  const frame = 'grid min-w-0 content-start gap-1.5'
  // What may link to another page needs the router around it.
  if (props.error) return <div className={frame}>{drawField(props)}</div>
  // oxlint-disable-next-line react/no-danger -- React's own, of our own part
  return <div className={frame} dangerouslySetInnerHTML={{ __html: drawnField(props) }} />
}

/** Fifty states with a notice for each are a third of a form. The notices are the same object for half a minute. */
const drawn = new WeakMap<StateNotices, Map<string, string>>()

function drawnField(props: StateProps): string {
  const { notices, ...field } = props
  const ofNotices = drawn.get(notices) ?? new Map<string, string>()
  drawn.set(notices, ofNotices)
  const key = JSON.stringify(field)
  const html = ofNotices.get(key) ?? renderToStaticMarkup(drawField(props))
  ofNotices.set(key, html)
  return html
}

function drawField({ notices, defaultValue, error, ...field }: StateProps): ReactElement {
  // The server's error on this state is already shown.
  const notice = error ? undefined : notices[defaultValue]
  return (
    <>
      <SelectField
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
