import { type FilledFields, fieldsOf, typedIn } from '#app/http/submitted-fields.ts'
import { EmailField, PhoneField, TextField } from '#app/ui/field.tsx'
import { FormPart } from '#app/ui/field-frame.tsx'
import { StateField, StateList, type StateNotices } from '#app/features/orders/components/state-field.tsx'

type Props = FilledFields & {
  notices: StateNotices
  asksState: boolean
}

export function BuyerFields({ given, errors, notices, asksState }: Props) {
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
