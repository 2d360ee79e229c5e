import { type FilledFields, fieldsOf, typedIn } from '#app/http/submitted-fields.ts'
import { RadioGroup } from '#app/ui/choice-field.tsx'
import { TextField } from '#app/ui/field.tsx'
import { FormPart } from '#app/ui/field-frame.tsx'
import { inStateWords } from '#app/features/compliance/words.ts'
import { DealerFinder } from '#app/features/dealers/components/dealer-finder.tsx'
import { StateField, type StateNotices } from '#app/features/orders/components/state-field.tsx'

type Props = FilledFields & {
  notices: StateNotices
  staysInState: boolean
  lastDealer: string
}

export function DealerFields({ given, errors, notices, staysInState, lastDealer }: Props) {
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
          lastDealer
            ? {
                value: 'now',
                label: 'I know my dealer',
                hint: `${lastDealer}, as on your last order, or another one.`,
              }
            : { value: 'now', label: 'I know my dealer' },
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
          <NamedDealer given={given} errors={errors} notices={notices} />
        </div>
      </div>
    </FormPart>
  )
}

function NamedDealer({ given, errors, notices }: FilledFields & { notices: StateNotices }) {
  const field = fieldsOf({ given, errors })
  return (
    <>
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
    </>
  )
}
