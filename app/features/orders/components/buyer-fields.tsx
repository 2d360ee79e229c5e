import type { FieldErrors } from '#app/http/form.ts'
import { type FilledFields, fieldsOf, typedIn } from '#app/http/submitted-fields.ts'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { FormPart } from '#app/ui/field-frame.tsx'
import { states } from '#app/features/compliance/rules/states.ts'
import { servedWords } from '#app/features/compliance/words.ts'
import { countiesOf, countyOfZip } from '#app/features/delivery/rules/places.ts'
import { formFields } from '../input.ts'

const fieldOrder = ['form', ...formFields, 'paymentToken', 'attestation']

export const draftOf = (orderId: string) => `checkout-${orderId}`

export function inFieldOrder(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(fieldOrder.flatMap((name) => (errors[name] ? [[name, errors[name]]] : [])))
}

export const stateOptions = states.map(({ code, name }) => ({ value: code, label: name }))

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
