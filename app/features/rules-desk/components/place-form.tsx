import { Form } from 'react-router'
import { ageClasses, everywhere } from '#app/features/compliance/rules/ages.ts'
import { states } from '#app/features/compliance/rules/states.ts'
import type { FieldErrors } from '#app/http/form.ts'
import { deskFieldsOf, SelectField, TextArea, TextField } from '../../console/components/fields.tsx'
import { ageWords } from '../words.ts'
import { RuleEnding } from './rule-ending.tsx'

type Props = { action: string; values: Readonly<Record<string, string>>; errors: FieldErrors; isNew: boolean }

const stateOptions = states.map(({ code, name }) => [code, name] as const)

const statusOptions = [
  ['none', 'As its state'],
  ['allowed', 'Allowed'],
  ['restricted', 'Restricted: a person decides'],
  ['prohibited', 'Prohibited'],
] as const

/** The rule of a place. Its values go into the address, where the difference is shown before anything counts. */
export function PlaceForm({ action, values, errors, isNew }: Props) {
  const field = deskFieldsOf(values, errors)
  return (
    <Form method="get" action={action} className="grid gap-3 sm:grid-cols-2" aria-label="Place" noValidate>
      {isNew ? (
        <>
          <TextField
            label="Name in lists"
            hint="Small letters, digits and dashes, such as denver-co. It stays."
            autoComplete="off"
            {...field('id')}
          />
          <SelectField label="State" options={stateOptions} {...field('state')} />
        </>
      ) : (
        <>
          <input type="hidden" name="id" value={values.id} />
          <input type="hidden" name="state" value={values.state} />
        </>
      )}
      <TextField label="Place, as pages call it" {...field('place')} />
      <TextField
        label="Magazine limit"
        hint="Rounds; empty leaves it to the state."
        inputMode="numeric"
        {...field('magazineLimit')}
      />
      <SelectField label="Firearms" options={statusOptions} {...field('firearms')} />
      <SelectField label="Magazines" options={statusOptions} {...field('magazines')} />
      <div className="grid gap-3 sm:col-span-2">
        <TextArea
          label="ZIP codes"
          hint="Their beginnings, three to five digits each, separated by spaces."
          rows={2}
          {...field('zips')}
        />
        <Ending field={field} />
      </div>
    </Form>
  )
}

export function AgeForm({ action, values, errors, isNew }: Props) {
  const field = deskFieldsOf(values, errors)
  return (
    <Form
      method="get"
      action={action}
      className="grid gap-3 sm:grid-cols-2"
      aria-label="Age to buy"
      noValidate
    >
      {isNew ? (
        <>
          <SelectField
            label="What is bought"
            options={ageClasses.map((name) => [name, ageWords[name]] as const)}
            {...field('ageClass')}
          />
          <SelectField
            label="Where"
            options={[[everywhere, 'Everywhere'], ...stateOptions]}
            {...field('state')}
          />
        </>
      ) : (
        <>
          <input type="hidden" name="ageClass" value={values.ageClass} />
          <input type="hidden" name="state" value={values.state} />
        </>
      )}
      <TextField
        label="From age"
        type="number"
        min={18}
        max={99}
        hint="Of the rule for everywhere and the state’s own, the higher one holds."
        {...field('years')}
      />
      <div className="grid gap-3 sm:col-span-2">
        <Ending field={field} />
      </div>
    </Form>
  )
}

function Ending({ field }: { field: ReturnType<typeof deskFieldsOf> }) {
  return (
    <RuleEnding field={field}>
      <TextField
        label="Read on"
        {...field('asOf')}
        type="date"
        hint="Rules turn stale 91 days after this day."
      />
    </RuleEnding>
  )
}
