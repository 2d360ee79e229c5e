import { Form } from 'react-router'
import type { FieldErrors } from '#app/http/form.ts'
import { deskFieldsOf, SelectField, TextField } from '../../console/components/fields.tsx'
import { RuleEnding } from './rule-ending.tsx'

const statusOptions = [
  ['allowed', 'Allowed'],
  ['restricted', 'Restricted'],
  ['prohibited', 'Prohibited'],
] as const
const unknown = [['none', 'Not looked up: reviewed'], ...statusOptions] as const

/** Every field of a row, with its choices. Fields without choices are written. */
const choices: Record<string, readonly (readonly [string, string])[]> = {
  sbr: statusOptions,
  sbs: statusOptions,
  suppressor: statusOptions,
  rifle: unknown,
  handgun: unknown,
  aow: unknown,
  receiver: unknown,
  suggestedDefault: [
    ['allow', 'Allow'],
    ['manual_review', 'Review by a person'],
    ['block', 'Refuse'],
  ],
  magazineStatus: [
    ['none', 'There is none'],
    ['in_force', 'In force'],
    ['pending', 'Enacted, not in force yet'],
    ['enjoined', 'Stopped by a court'],
    ['struck_down', 'Struck down'],
  ],
  confidence: [
    ['high', 'High'],
    ['medium', 'Medium'],
    ['low', 'Low: every order is reviewed'],
  ],
}

const fields: readonly (readonly [name: string, label: string, hint?: string])[] = [
  ['sbr', 'Short-barreled rifles'],
  ['sbs', 'Short-barreled shotguns'],
  ['suppressor', 'Suppressors'],
  ['rifle', 'Rifles'],
  ['handgun', 'Handguns'],
  ['aow', 'Any other weapons'],
  ['receiver', 'Receivers'],
  ['suggestedDefault', 'What the shop does where it is restricted'],
  ['magazineLimitHandgun', 'Magazine limit, handgun', 'Rounds; empty for none.'],
  ['magazineLimitLongGun', 'Magazine limit, long gun', 'Rounds; empty for none.'],
  ['magazineStatus', 'State of the magazine law', 'Only one in force refuses by itself.'],
  ['confidence', 'Confidence'],
  ['sbsConfidence', 'Confidence, short-barreled shotguns'],
  ['law', 'Statute, as people cite it'],
  ['permitDocument', 'Permit that buyers show', 'As a sentence names it: your FOID card.'],
  ['flags', 'Marks', 'Separated by spaces.'],
]

/** The choices, with the stored value where it is none of them: reference data says some things in more words. */
function withStored(options: (typeof choices)[string], stored: string) {
  if (stored === '' || options.some(([value]) => value === stored)) return options
  return [...options, [stored, stored.replaceAll('_', ' ')] as const]
}

/** The form of a row. It sends its values in the address, where the difference is shown before anything counts. */
export function RowForm({
  action,
  values,
  errors,
}: {
  action: string
  values: Record<string, string>
  errors: FieldErrors
}) {
  const field = deskFieldsOf(values, errors)
  return (
    <Form method="get" action={action} className="grid gap-3 sm:grid-cols-2" aria-label="Row" noValidate>
      {fields.map(([name, label, hint]) => {
        const options = choices[name === 'sbsConfidence' ? 'confidence' : name]
        const around = { label, hint, ...field(name) }
        return options ? (
          <SelectField key={name} {...around} options={withStored(options, around.defaultValue)} />
        ) : (
          <TextField key={name} {...around} />
        )
      })}
      <div className="grid gap-3 sm:col-span-2">
        <RuleEnding field={field} />
      </div>
    </Form>
  )
}
