import { Form } from 'react-router'
import { deskFieldsOf, SelectField, TextField } from '#app/features/console/components/fields.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import { maxStudents } from '#app/features/courses/rules.ts'
import { maxWeeks } from '#app/features/courses/rules/dates.ts'
import type { FieldErrors } from '#app/http/form.ts'
import type { ReactNode } from 'react'

/** The values of a date's form, as text. */
export type DateValues = {
  course: string
  day: string
  time: string
  place: string
  instructor: string
  capacity: string
  closes: string
  weeks: string
}

type Choice = readonly (readonly [value: string, words: string])[]

type Props = {
  values: DateValues
  /** What is stored now, where it differs from what was typed by somebody who was second. */
  stored?: Partial<DateValues> | undefined
  errors: FieldErrors
  courses?: Choice
  /** The key of a form that adds dates: sent twice, it adds them once. */
  formKey?: string
  places: Choice
  instructors: Choice
  revision?: number
  /** Stands between the fields and the button. */
  children?: ReactNode
  submit: string
  confirm?: string | undefined
}

/** When and where a class is. With `courses` it adds dates, in one week or more; otherwise it changes one. */
export function DateForm(props: Props) {
  const {
    values,
    stored = {},
    errors,
    courses,
    formKey,
    places,
    instructors,
    revision,
    children,
    submit,
    confirm,
  } = props
  const field = deskFieldsOf(values, errors)
  const hintOf = (name: keyof DateValues, words: Choice = [], hint?: string) =>
    stored[name] === undefined
      ? hint
      : `Stored now: ${words.find(([value]) => value === stored[name])?.[1] ?? stored[name]}`
  return (
    <Form method="post" className="grid max-w-[620px] gap-3" noValidate>
      {formKey && <input type="hidden" name="key" value={formKey} autoComplete="off" />}
      {revision !== undefined && <input type="hidden" name="revision" value={revision} />}
      {errors.form && (
        <p role="alert" className="text-stop">
          {errors.form.join(' ')}
        </p>
      )}
      {courses && <SelectField label="Course" {...field('course')} options={courses} />}
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField label="Day" {...field('day')} type="date" hint={hintOf('day')} required />
        <TextField
          label="Begins"
          {...field('time')}
          type="time"
          hint={hintOf('time', [], 'By the shop’s clock, also when clocks change')}
          required
        />
        {courses && (
          <TextField
            label="Weeks in a row"
            {...field('weeks')}
            type="number"
            min={1}
            max={maxWeeks}
            hint="1 adds this day alone"
          />
        )}
        <TextField
          label="Seats"
          {...field('capacity')}
          type="number"
          min={1}
          max={maxStudents}
          hint={hintOf('capacity')}
        />
        <TextField
          label="Roster closes, hours before"
          {...field('closes')}
          type="number"
          min={0}
          max={720}
          hint={hintOf('closes')}
        />
      </div>
      <SelectField label="Place" {...field('place')} options={places} hint={hintOf('place', places)} />
      <SelectField
        label="Instructor"
        {...field('instructor')}
        options={instructors}
        hint={hintOf(
          'instructor',
          instructors,
          'Named on the certificates, with the licenses that are good on the day',
        )}
      />
      {children}
      <div>
        <Verb
          look="primary"
          busyWords="Saving..."
          {...(confirm !== undefined && { name: 'confirm', value: confirm })}
        >
          {submit}
        </Verb>
      </div>
    </Form>
  )
}
