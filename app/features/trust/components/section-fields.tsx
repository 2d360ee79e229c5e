import type { ReactNode } from 'react'
import { states } from '#app/features/compliance/rules.ts'
import type { fieldsOf } from '#app/http/submitted-fields.ts'
import { RadioGroup } from '#app/ui/choice-field.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { maxLengths } from '../input.ts'
import { type Answers, maxPeople, sharesInPercent, type WorksheetSection } from '../rules.ts'
import { PeopleFields } from './people-fields.tsx'

type Props = {
  /** As they are saved. */
  answers: Answers
  field: ReturnType<typeof fieldsOf>
}

/** The fields of one section of the worksheet. */
export function SectionFields({ section, ...props }: Props & { section: WorksheetSection }) {
  const Fields = fieldsPerSection[section]
  return <Fields {...props} />
}

const fieldsPerSection: Record<WorksheetSection, (props: Props) => ReactNode> = {
  name: TrustName,
  settlor: Settlor,
  trustees: Trustees,
  successors: Successors,
  beneficiaries: Beneficiaries,
  signing: Signing,
}

const pair = 'grid grid-cols-2 gap-3 max-sm:grid-cols-1'

const name = { field: 'name', label: 'Full name', max: maxLengths.name }
const place = {
  field: 'place',
  label: 'City and state',
  max: maxLengths.place,
  placeholder: 'Austin, Texas',
}

function TrustName({ field }: Props) {
  return (
    <TextField
      {...field('trustName')}
      label="Name"
      maxLength={maxLengths.trustName}
      placeholder="Elm Street Trust"
      autoComplete="off"
    />
  )
}

function Settlor({ field }: Props) {
  return (
    <div className={pair}>
      <TextField {...field('settlor-name')} label={name.label} maxLength={name.max} autoComplete="name" />
      <TextField
        {...field('settlor-place')}
        label={place.label}
        maxLength={place.max}
        placeholder={place.placeholder}
        autoComplete="off"
      />
    </div>
  )
}

function Trustees({ answers, field }: Props) {
  return (
    <>
      <PeopleFields
        list="trustees"
        one="Trustee"
        columns={[name, place]}
        max={maxPeople.trustees}
        filled={answers.trustees.length}
        fieldOf={field}
      />
      <RadioGroup
        {...field('acting')}
        label="Trustees act"
        options={[
          { value: 'alone', label: 'Each alone', hint: 'Any one of them may sign and decide.' },
          { value: 'together', label: 'Only together', hint: 'All of them sign, every time.' },
        ]}
      />
    </>
  )
}

function Successors({ answers, field }: Props) {
  return (
    <PeopleFields
      list="successors"
      one="Successor"
      columns={[name, place]}
      max={maxPeople.successors}
      filled={answers.successors.length}
      fieldOf={field}
    />
  )
}

function Beneficiaries({ answers, field }: Props) {
  const percent = sharesInPercent(answers)
  return (
    <>
      <PeopleFields
        list="beneficiaries"
        one="Beneficiary"
        columns={[name, { field: 'share', label: 'Share', max: maxLengths.share, placeholder: '50%' }]}
        max={maxPeople.beneficiaries}
        filled={answers.beneficiaries.length}
        fieldOf={field}
      />
      <p className="text-sm text-faint empty:hidden">
        {percent !== null && percent !== 100 && `The shares add up to ${percent}%, not to 100%.`}
      </p>
    </>
  )
}

function Signing({ field }: Props) {
  return (
    <div className={pair}>
      <SelectField
        {...field('state')}
        label="State whose law governs"
        placeholder="Choose a state"
        options={states.map(({ code, name: label }) => ({ value: code, label }))}
      />
      <TextField
        {...field('county')}
        label="County of signing"
        maxLength={maxLengths.county}
        autoComplete="off"
      />
      <TextField {...field('signedOn')} label="Date of signing" type="date" />
    </div>
  )
}
