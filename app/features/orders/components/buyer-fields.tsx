import type { FieldErrors } from '#app/http/form.ts'
import { type FilledFields, fieldsOf, typedIn } from '#app/http/submitted-fields.ts'
import { SelectField, TextField, FormPart } from '#app/ui/field.tsx'
import { states } from '#app/features/compliance/rules/states.ts'
import { countiesOf, countyOfZip } from '#app/features/delivery/rules.ts'
import { type BuyerField, buyerFields, formFields } from '../input.ts'

const fieldOrder = ['form', ...formFields, 'paymentToken', 'attestation']

export const draftOf = (orderId: string) => `checkout-${orderId}`

export function inFieldOrder(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(fieldOrder.flatMap((name) => (errors[name] ? [[name, errors[name]]] : [])))
}

const stateOptions = states.map(({ code, name }) => ({ value: code, label: name }))

export function AddressFields(filled: FilledFields) {
  return (
    <FormPart title="Delivery address">
      <BuyerFields parts={['address']} {...filled} />
    </FormPart>
  )
}

type BuyerFieldsProps = FilledFields & {
  parts: (keyof typeof buyerFields)[]
  /** What is said of each state, as JSON. */
  notices?: string
}

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
  notices: string | undefined
}

function AskedField({ field, given, notices, ...wiring }: AskedProps) {
  const { label, hint, as, type, autoComplete, required, isOptional, maxLength, stateIn, isWide } = field
  const input = { ...wiring, label, hint, autoComplete, required }
  if (as === 'state') return <StateField {...input} notices={notices} />
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

type Notice = { outcome: 'review' | 'refused'; text: string }

type SelectProps = Omit<Parameters<typeof SelectField>[0], 'options'>

function StateField({ notices, ...field }: SelectProps & Pick<AskedProps, 'notices' | 'defaultValue'>) {
  const { name, error, defaultValue } = field
  const select = <SelectField {...field} options={stateOptions} placeholder="Choose a state" />
  if (!notices) return select
  // The server's error on this state is already shown.
  const notice =
    !error && defaultValue ? (JSON.parse(notices) as Record<string, Notice>)[defaultValue] : undefined
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      {select}
      <p
        className="text-sm text-hold empty:hidden data-[outcome=refused]:text-stop"
        data-outcome={notice?.outcome}
        aria-live="polite"
        data-notices-of={name}
        data-notices={notices}
      >
        {notice?.text}
      </p>
    </div>
  )
}
