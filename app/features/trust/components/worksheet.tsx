import Check from 'lucide-react/icons/check'
import { type ReactNode, useState } from 'react'
import { Form } from 'react-router'
import { states } from '#app/features/compliance/rules.ts'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
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
import type { AutosaveStatus, useAutosave } from './use-autosave.ts'

type Props = {
  answers: Answers
  /** What was typed and could not be saved, by field name. It replaces the saved answer. */
  given: SubmittedFields
  errors: FieldErrors
  form: React.RefObject<HTMLFormElement | null>
  autosave: ReturnType<typeof useAutosave>
}

const pair = 'grid grid-cols-2 gap-3 max-sm:grid-cols-1'

const statusColors: Record<AutosaveStatus, string> = {
  empty: 'text-muted',
  unsaved: 'text-muted',
  saving: 'text-muted',
  too_many: 'text-muted',
  saved: 'text-ok',
  invalid: 'text-stop',
  conflict: 'text-stop',
  offline: 'text-stop',
}

/** The guided worksheet. It saves while somebody types; without script a button saves it. */
export function Worksheet({ answers, given, errors, form, autosave }: Props) {
  const [shown, setShown] = useState(answers)
  const [saved] = useState(() => fieldsOf(answers))
  const value = (name: string) => (name in given ? typedIn(given, name) : saved[name]) ?? ''
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
      <div className={pair}>
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
          {...people}
          list="trustees"
          one="Trustee"
          columns={[name, place]}
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
        {...people}
        list="successors"
        one="Successor"
        columns={[name, place]}
        max={maxPeople.successors}
        filled={answers.successors.length}
      />
    ),
    beneficiaries: (
      <>
        <PeopleFields
          {...people}
          list="beneficiaries"
          one="Beneficiary"
          columns={[name, { field: 'share', label: 'Share', max: maxLengths.share, placeholder: '50%' }]}
          max={maxPeople.beneficiaries}
          filled={answers.beneficiaries.length}
        />
        <p className="text-sm text-faint" aria-live="polite">
          {percent !== null && percent !== 100 && `The shares add up to ${percent}%, not to 100%.`}
        </p>
      </>
    ),
    signing: (
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
    ),
  }

  return (
    <Form
      method="post"
      ref={form}
      className="grid gap-8"
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
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-3 [&_progress]:col-span-full">
        <h2 className="h2">{packWords.worksheet}</h2>
        <p className="text-sm text-muted">{packWords.progress(done.length, sections.length)}</p>
        <Progress
          value={done.length}
          max={sections.length}
          label={packWords.progress(done.length, sections.length)}
        />
      </div>
      <ErrorSummary errors={errors} title="Not saved" />
      {sections.map((section, at) => (
        <section
          key={section}
          className="grid scroll-mt-20 gap-4 border-t border-hairline pt-6"
          aria-labelledby={`sheet-${section}`}
          id={`section-${section}`}
        >
          <div className="flex items-center gap-3">
            <span
              className={done.includes(section) ? 'circled-number border-ok text-ok' : 'circled-number'}
              aria-hidden
            >
              {done.includes(section) ? <Check /> : at + 1}
            </span>
            <h3 className="h3" id={`sheet-${section}`}>
              {sectionWords[section].title}
              {done.includes(section) && <span className="sr-only">, answered</span>}
            </h3>
          </div>
          <p className="max-w-[68ch] text-sm text-muted">{sectionWords[section].text}</p>
          {bodies[section]}
        </section>
      ))}
      <div
        data-foot-bar
        className="sticky bottom-0 z-2 -mx-3 flex items-center gap-4 border-t border-control bg-page p-3"
      >
        <Button variant="primary" busy={autosave.status === 'saving'} busyLabel={packWords.saving}>
          {packWords.save}
        </Button>
        <p className={`min-w-0 text-sm ${statusColors[autosave.status]}`} role="status">
          {autosave.text}
        </p>
      </div>
      <p className="text-sm text-faint">{packWords.open}</p>
    </Form>
  )
}

/** The answers by field name. */
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
