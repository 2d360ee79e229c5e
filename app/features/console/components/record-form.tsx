import type { ComponentProps, ReactNode } from 'react'
import { Form } from 'react-router'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import { CheckField, SelectField, TextArea, TextField } from './fields.tsx'
import { Verb } from './verb.tsx'

export type Choices = readonly (readonly [value: string, words: string])[]

/** A field of a record: how it is asked for. Its rule is the schema of the form. */
export type RecordField = Omit<ComponentProps<'input'>, 'name' | 'defaultValue'> & {
  name: string
  label: string
  hint?: string
  options?: Choices
  /** A text of several lines, this many at first. */
  rows?: number
}

/** What a form that came back brings along. */
export type Refused = { fieldErrors: FieldErrors; given: SubmittedFields }

type Props = {
  /** In their order; a list is one row. */
  fields: readonly (RecordField | readonly RecordField[])[]
  /** What is stored now. */
  values: Readonly<Record<string, string>>
  refused?: Refused | undefined
  hidden?: Readonly<Record<string, string | number | undefined>>
  submit: string
  look?: ComponentProps<typeof Verb>['look']
  /** The name and value that the button sends along. */
  sends?: { name: string; value: string } | undefined
  label?: string
  /** Other buttons. */
  also?: ReactNode
  children?: ReactNode
}

/**
 * The form of a record that staff keep. Refused as a whole, it shows what is stored now beside what was typed, and carries the revision
 * of what it shows: sent again, it is meant.
 */
export function RecordForm({ fields, values, refused, hidden = {}, submit, look, sends, ...props }: Props) {
  const { fieldErrors: errors = {}, given = {} } = refused ?? {}
  const show = (field: RecordField) => (
    <OneField
      key={field.name}
      field={field}
      stored={values[field.name] ?? ''}
      typed={refused ? typedIn(given, field.name) : (values[field.name] ?? '')}
      errors={errors[field.name]}
      isCompared={errors.form !== undefined}
    />
  )
  return (
    <Form method="post" className="grid max-w-[620px] gap-3" noValidate aria-label={props.label}>
      {Object.entries(hidden).map(
        ([name, value]) =>
          value !== undefined && (
            <input key={name} type="hidden" name={name} value={value} autoComplete="off" />
          ),
      )}
      {errors.form && (
        <p role="alert" className="text-stop">
          {errors.form.join(' ')}
        </p>
      )}
      {fields.map((field) =>
        'name' in field ? (
          show(field)
        ) : (
          <div
            key={field[0]?.name}
            className={field.length % 3 === 0 ? 'grid gap-3 sm:grid-cols-3' : 'grid gap-3 sm:grid-cols-2'}
          >
            {field.map(show)}
          </div>
        ),
      )}
      {props.children}
      <div className="flex flex-wrap gap-3">
        <Verb look={look ?? 'primary'} busyWords="Saving..." {...sends}>
          {submit}
        </Verb>
        {props.also}
      </div>
    </Form>
  )
}

type OneFieldProps = {
  field: RecordField
  stored: string
  typed: string
  errors: readonly string[] | undefined
  isCompared: boolean
}

function OneField({ field, stored, typed, errors, isCompared }: OneFieldProps) {
  const { label, hint: usual, options, rows, ...input } = field
  if (input.type === 'checkbox')
    return (
      <div>
        <CheckField {...input} value="yes" defaultChecked={typed === 'yes'} label={label} />
        {errors && (
          <p role="alert" className="text-stop">
            {errors.join(' ')}
          </p>
        )}
      </div>
    )
  const words = options?.find(([value]) => value === stored)?.[1] ?? stored
  const hint = isCompared && typed !== stored ? `Stored now: ${words || 'nothing'}` : usual
  const around = { label, errors, defaultValue: typed, ...(hint !== undefined && { hint }) }
  if (options) return <SelectField {...around} name={input.name} options={options} />
  if (rows)
    return (
      <TextArea
        {...around}
        name={input.name}
        rows={rows}
        placeholder={input.placeholder}
        required={input.required}
      />
    )
  return <TextField {...input} {...around} />
}
