import Check from 'lucide-react/icons/check'
import { type ReactNode, useState } from 'react'
import { Form } from 'react-router'
import { states } from '#app/features/compliance/rules.ts'
import type { FieldErrors } from '#app/http/form.ts'
import { Button } from '#app/ui/button.tsx'
import { RadioGroup } from '#app/ui/choice-field.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { Progress } from '#app/ui/progress.tsx'
import { maxLengths, parseAnswers } from '../input.ts'
import {
  type Answers,
  completedSections,
  maxPeople,
  sections,
  sharesInPercent,
  type WorksheetSection,
} from '../rules.ts'
import { packWords, sectionWords } from '../words.ts'
import { PeopleFields } from './people-fields.tsx'
import type { useAutosave } from './use-autosave.ts'

type Props = {
  answers: Answers
  /** What was typed and could not be kept, by field; it stands in place of what is kept. */
  given: Readonly<Record<string, string>>
  errors: FieldErrors
  form: React.RefObject<HTMLFormElement | null>
  autosave: ReturnType<typeof useAutosave>
}

/** The guided worksheet: section by section, saved as typed, and with a button where there is no script. */
export function Worksheet({ answers, given, errors, form, autosave }: Props) {
  const [shown, setShown] = useState(answers)
  const [saved] = useState(() => fieldsOf(answers))
  const value = (name: string) => given[name] ?? saved[name] ?? ''
  const done = completedSections(shown)
  const percent = sharesInPercent(shown)
  const field = (name: string) => ({ name, id: name, defaultValue: value(name), error: errors[name] })
  const place = {
    field: 'place',
    label: 'City and state',
    max: maxLengths.place,
    placeholder: 'Austin, Texas',
  }
  const name = { field: 'name', label: 'Full name', max: maxLengths.name }
  const people = { value, errors }

  const bodies: Record<WorksheetSection, ReactNode> = {
    name: (
      <TextField
        {...field('trustName')}
        label="Name"
        maxLength={maxLengths.trustName}
        placeholder="Elm Street Trust"
        autoComplete="off"
      />
    ),
    settlor: (
      <div className="pack-pair">
        <TextField
          {...field('settlor-name')}
          label="Full name"
          maxLength={maxLengths.name}
          autoComplete="name"
        />
        <TextField
          {...field('settlor-place')}
          label="City and state"
          maxLength={maxLengths.place}
          placeholder={place.placeholder}
          autoComplete="off"
        />
      </div>
    ),
    trustees: (
      <>
        <PeopleFields
          {...{ ...people, list: 'trustees', one: 'Trustee', columns: [name, place] }}
          max={maxPeople.trustees}
          filled={answers.trustees.length}
        />
        <RadioGroup
          name="acting"
          id="acting"
          label="Trustees act"
          defaultValue={value('acting')}
          error={errors.acting}
          options={[
            { value: 'alone', label: 'Each alone', hint: 'Any one of them may sign and decide.' },
            { value: 'together', label: 'Only together', hint: 'All of them sign, every time.' },
          ]}
        />
      </>
    ),
    successors: (
      <PeopleFields
        {...{ ...people, list: 'successors', one: 'Successor', columns: [name, place] }}
        max={maxPeople.successors}
        filled={answers.successors.length}
      />
    ),
    beneficiaries: (
      <>
        <PeopleFields
          {...{ ...people, list: 'beneficiaries', one: 'Beneficiary' }}
          columns={[name, { field: 'share', label: 'Share', max: maxLengths.share, placeholder: '50%' }]}
          max={maxPeople.beneficiaries}
          filled={answers.beneficiaries.length}
        />
        <p className="cap" aria-live="polite">
          {percent !== null && percent !== 100 && `The shares add up to ${percent}%, not to 100%.`}
        </p>
      </>
    ),
    signing: (
      <div className="pack-pair">
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
    ),
  }

  return (
    <Form
      method="post"
      ref={form}
      className="pack-sheet"
      aria-label="Worksheet"
      noValidate
      onInput={(event) => {
        const typed = parseAnswers(new FormData(event.currentTarget))
        if (typed.ok) setShown(typed.answers)
        autosave.touch()
      }}
      onBlur={autosave.leave}
      onSubmit={(event) => {
        event.preventDefault()
        autosave.save()
      }}
    >
      <div className="pack-progress">
        <h2 className="h2">{packWords.worksheet}</h2>
        <p className="small">{packWords.progress(done.length, sections.length)}</p>
        <Progress
          value={done.length}
          max={sections.length}
          label={packWords.progress(done.length, sections.length)}
        />
      </div>
      <ErrorSummary errors={errors} title="Not saved" />
      {sections.map((section, at) => (
        <section key={section} aria-labelledby={`sheet-${section}`} id={`section-${section}`}>
          <div className="pack-sheet-h">
            <span className="bal" aria-hidden data-done={done.includes(section) || undefined}>
              {done.includes(section) ? <Check /> : at + 1}
            </span>
            <h3 className="h3" id={`sheet-${section}`}>
              {sectionWords[section].title}
              {done.includes(section) && <span className="vh">, answered</span>}
            </h3>
          </div>
          <p className="small">{sectionWords[section].text}</p>
          {bodies[section]}
        </section>
      ))}
      <div className="pack-save">
        <Button variant="primary" busy={autosave.status === 'saving'} busyLabel={packWords.saving}>
          {packWords.save}
        </Button>
        <p className="small" role="status" data-status={autosave.status}>
          {autosave.text}
        </p>
      </div>
      <p className="cap">{packWords.open}</p>
    </Form>
  )
}

/** The answers as the fields of the form. */
function fieldsOf(answers: Answers): Record<string, string> {
  const { trustName, settlor, acting, state, county, signedOn } = answers
  const listed = (['trustees', 'successors', 'beneficiaries'] as const).flatMap((list) =>
    answers[list].flatMap((entry, at) =>
      Object.entries(entry).map(([field, value]) => [`${list}-${at}-${field}`, value]),
    ),
  )
  return {
    trustName,
    acting,
    state,
    county,
    signedOn,
    'settlor-name': settlor.name,
    'settlor-place': settlor.place,
    ...(Object.fromEntries(listed) as Record<string, string>),
  }
}
