import { Form } from 'react-router'
import { CheckField, deskFieldsOf, TextArea, TextField } from '#app/features/console/components/fields.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import type { FieldErrors } from '#app/http/form.ts'

/** The values of a course's form, as text. */
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

type Props = {
  values: CourseValues & { slug?: string; price?: string; deposit?: string }
  /** What is stored now, where it differs from what was typed by somebody who was second. */
  stored?: Partial<CourseValues> | undefined
  errors: FieldErrors
  /** The key of the form of a new course: sent twice, it adds one. */
  formKey?: string
  /** Empty for a new course, which has its address and its first price in the same form. */
  revision?: number
}

/** The content of the course. One idea per line in the lists. */
export function CourseForm({ values, stored = {}, errors, formKey, revision }: Props) {
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
