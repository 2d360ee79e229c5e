import { type FilledFields, typedIn } from '#app/http/submitted-fields.ts'
import { formatCents } from '#app/kit/money.ts'
import { RadioGroup } from '#app/ui/choice-field.tsx'
import type { ShippingMethod } from '#app/features/delivery/rules.ts'

/** The shipping methods with their prices. */
export function ShippingFields({
  given,
  errors,
  methods,
}: FilledFields & { methods: readonly ShippingMethod[] }) {
  return (
    <fieldset className="form-part">
      <legend className="h3">Shipping</legend>
      <RadioGroup
        name="shippingMethod"
        id="shippingMethod"
        label="Shipping method"
        error={errors.shippingMethod}
        defaultValue={typedIn(given, 'shippingMethod') || methods[0]?.code}
        options={methods.map(({ code, name, text, priceCents }) => ({
          value: code,
          label: `${name}, ${priceCents === 0 ? 'free' : formatCents(priceCents)}`,
          hint: text,
        }))}
        className="cards-list"
      />
    </fieldset>
  )
}
