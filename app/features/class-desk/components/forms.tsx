import type { ReactNode } from 'react'
import { Form } from 'react-router'
import {
  CheckField,
  deskFieldsOf,
  TextArea,
  TextField,
  SelectField,
} from '#app/features/console/components/fields.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import type { FieldErrors } from '#app/http/form.ts'
import { maxStudents, maxWeeks } from '#app/features/courses/rules.ts'

export type Refused = { fieldErrors: FieldErrors; given: Record<string, string | string[]> }

type FieldProps = { name: string; defaultValue: string; errors: readonly string[] | undefined; hint?: string }

type Props<Name extends string> = {
  item: { id: string; revision: number; isRetired: boolean } | undefined
  formKey: string
  stored: Record<Name, string>
  refused: Refused | undefined
  retired: string
  add: string
  children: (field: (name: Name) => FieldProps) => ReactNode
}

export function RevisedForm<Name extends string>({
  item,
  formKey,
  stored,
  refused,
  retired,
  add,
  children,
}: Props<Name>) {
  const { fieldErrors = {}, given = {} } = refused ?? {}
  const field = (name: Name): FieldProps => {
    const written = given[name]
    const typed = typeof written === 'string' ? written : stored[name]
    return {
      name,
      defaultValue: typed,
      errors: fieldErrors[name],
      ...(fieldErrors.form && typed !== stored[name] && { hint: `Stored now: ${stored[name] || 'nothing'}` }),
    }
  }
  return (
    <Form method="post" className="grid max-w-[620px] gap-3" noValidate>
      <input type="hidden" name="key" value={formKey} autoComplete="off" />
      {item && <input type="hidden" name="id" value={item.id} />}
      {item && <input type="hidden" name="revision" value={item.revision} />}
      {fieldErrors.form && (
        <p role="alert" className="text-stop">
          {fieldErrors.form.join(' ')}
        </p>
      )}
      {children(field)}
      {item && <CheckField name="isRetired" value="yes" defaultChecked={item.isRetired} label={retired} />}
      <div>
        <Verb busyWords="Saving..." look={item ? 'quiet' : 'primary'}>
          {item ? 'Save' : add}
        </Verb>
      </div>
    </Form>
  )
}

export type CourseValues = Record<
  | 'name'
  | 'summary'
  | 'hours'
  | 'minimumAge'
  | 'liveFireRounds'
  | 'announcedFor'
  | 'topics'
  | 'bring'
  | 'requirements'
  | 'isRetired',
  string
>

type CourseFormProps = {
  values: CourseValues & { slug?: string; price?: string; deposit?: string }
  /** What is stored now, where it differs from what was typed by somebody who was second. */
  stored?: Partial<CourseValues> | undefined
  errors: FieldErrors
  formKey?: string
  revision?: number
}

export function CourseForm({ values, stored = {}, errors, formKey, revision }: CourseFormProps) {
  const isNew = revision === undefined
  const own = deskFieldsOf(values, errors)
  const field = (name: keyof CourseValues, hint?: string) => ({
    ...own(name),
    hint: stored[name] === undefined ? hint : `Stored now: ${stored[name] || 'nothing'}`,
  })
  return (
    <Form method="post" className="grid max-w-[620px] gap-3" noValidate>
      {isNew && <input type="hidden" name="key" value={formKey} autoComplete="off" />}
      {!isNew && <input type="hidden" name="revision" value={revision} />}
      {errors.form && (
        <p role="alert" className="text-stop">
          {errors.form.join(' ')}
        </p>
      )}
      <TextField label="Name" {...field('name')} required />
      {isNew && (
        <TextField
          label="Address"
          {...own('slug')}
          hint="Part of links and calendars: it stays. Such as basic-pistol"
          autoComplete="off"
          required
        />
      )}
      <TextArea label="Summary" {...field('summary')} rows={3} />
      <div className="grid gap-3 sm:grid-cols-3">
        <TextField label="Hours" type="number" min={1} max={24} {...field('hours')} />
        <TextField label="Minimum age" type="number" min={18} max={99} {...field('minimumAge')} />
        <TextField
          label="Live-fire rounds"
          type="number"
          min={0}
          max={2000}
          {...field('liveFireRounds', '0: no live fire, no certificate')}
        />
      </div>
      {isNew && (
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField label="Price, USD" {...own('price')} inputMode="decimal" />
          <TextField
            label="Deposit, USD"
            {...own('deposit')}
            inputMode="decimal"
            hint="Paid when a seat is booked; the rest on the day"
          />
        </div>
      )}
      <TextField
        label="Announced for"
        {...field('announcedFor', 'On the home page until there are dates, such as Dec 15')}
      />
      <TextArea label="Topics, one per line" {...field('topics')} rows={4} />
      <TextArea label="Bring, one per line" {...field('bring')} rows={3} />
      <TextArea
        label="Requirements, one per line"
        {...field('requirements', 'What a student has to meet besides the age')}
        rows={3}
      />
      {!isNew && (
        <CheckField
          name="isRetired"
          value="yes"
          defaultChecked={values.isRetired === 'yes'}
          label="Not taught any more: public pages leave it out, booked classes stay"
        />
      )}
      <div>
        <Verb look="primary" busyWords="Saving...">
          {isNew ? 'Add course' : 'Save course'}
        </Verb>
      </div>
    </Form>
  )
}

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

type DateFormProps = {
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
  children?: ReactNode
  submit: string
  confirm?: string | undefined
}

export function DateForm(props: DateFormProps) {
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

type CancelFormProps = {
  day: string
  booked: number
  mayCancel: boolean
  typed?: string | undefined
  error?: string | undefined
}

/** Cancels a class. Its day is typed, so that no other class is canceled by a slip. */
export function CancelForm({ day, booked, mayCancel, typed, error }: CancelFormProps) {
  return (
    <Form method="post" className="grid max-w-[620px] gap-3" noValidate>
      <input type="hidden" name="do" value="cancel" />
      <p className="text-muted">
        {booked === 0
          ? 'Nobody is booked. The date is removed from the schedule.'
          : `${booked} booked get everything back and a mail within minutes. This cannot be undone.`}
      </p>
      {mayCancel ? (
        <>
          <TextField
            label={`Type ${day} to cancel`}
            name="day"
            defaultValue={typed}
            errors={error === undefined ? undefined : [error]}
            autoComplete="off"
            required
          />
          <div>
            <Verb look="stop" busyWords="Canceling...">
              Cancel class
            </Verb>
          </div>
        </>
      ) : (
        <Verb gate={['Your role does not refund. Ask a manager.']}>Cancel class</Verb>
      )}
    </Form>
  )
}
