import { type ComponentProps, type ReactNode, useId } from 'react'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import { Shape } from './status.tsx'

type Around = {
  label: ReactNode
  hint?: ReactNode
  errors?: readonly string[] | undefined
}

/** `usual` is the value of a field that `given` does not have. */
export function deskFieldsOf(given: SubmittedFields, errors: FieldErrors) {
  return (name: string, usual = '') => ({
    name,
    defaultValue: name in given ? typedIn(given, name) : usual,
    errors: errors[name],
  })
}

export function TextField({ label, hint, errors, ...input }: Around & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} errors={errors}>
      {(wiring) => <input {...input} {...wiring} className="con-entry" />}
    </Field>
  )
}

export function TextArea({ label, hint, errors, ...input }: Around & ComponentProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} errors={errors}>
      {(wiring) => <textarea rows={2} {...input} {...wiring} className="con-entry" />}
    </Field>
  )
}

export function SelectField({
  label,
  hint,
  errors,
  options,
  ...input
}: Around & ComponentProps<'select'> & { options: Choices }) {
  return (
    <Field label={label} hint={hint} errors={errors}>
      {(wiring) => (
        <select {...input} {...wiring} className="con-entry">
          {options.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

export function FileField({ label, hint, errors, ...input }: Around & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} errors={errors}>
      {(wiring) => (
        <div
          className="grid justify-items-start gap-2 rounded-control border border-dashed border-control p-3 aria-invalid:border-stop"
          aria-invalid={wiring['aria-invalid']}
        >
          <input {...input} {...wiring} type="file" className="w-full text-sm max-md:py-3" />
        </div>
      )}
    </Field>
  )
}

export function CheckField({ label, ...input }: { label: ReactNode } & ComponentProps<'input'>) {
  return (
    <label className="flex gap-2 items-center min-h-(--con-target) cursor-pointer">
      <input type="checkbox" {...input} className="con-check" />
      <span>{label}</span>
    </label>
  )
}

export type Choices = readonly (readonly [value: string, words: string])[]

/** How something is asked for: by `options`, one of them or with boxes to tick several, a box to tick that sends `yes`, several lines (`rows` at first), or one line. */
export type Asked = Omit<ComponentProps<'input'>, 'defaultValue'> & {
  name: string
  label: string
  hint?: ReactNode
  options?: Choices | undefined
  rows?: number | undefined
}

type AskedFieldProps = Asked & { defaultValue: string; errors: readonly string[] | undefined }

export function AskedField({ label, hint, options, rows, defaultValue, errors, ...input }: AskedFieldProps) {
  const { name, maxLength, placeholder, required } = input
  const around = { name, label, hint, errors, defaultValue, required }
  if (input.type === 'checkbox')
    return (
      <div>
        <CheckField {...input} value="yes" defaultChecked={defaultValue === 'yes'} label={label} />
        <Problem>{errors}</Problem>
        {hint !== undefined && <p className="con-hint">{hint}</p>}
      </div>
    )
  if (options) return <SelectField {...around} options={options} />
  if (rows) return <TextArea {...around} rows={rows} maxLength={maxLength} placeholder={placeholder} />
  return <TextField {...input} {...around} />
}

/** What is wrong with a form as a whole, or with what has no field of its own. */
export function Problem({ children }: { children: string | readonly string[] | undefined }) {
  if (!children) return null
  return (
    <p className="con-error" role="alert">
      <Shape kind="over" />
      <span>{[children].flat().join(' ')}</span>
    </p>
  )
}

type Wiring = { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string }

function Field({ label, hint, errors, children }: Around & { children: (wiring: Wiring) => ReactNode }) {
  const id = useId()
  const isWrong = Boolean(errors?.length)
  const notes = [isWrong && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="con-field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        ...(isWrong && { 'aria-invalid': true }),
        ...(notes && { 'aria-describedby': notes }),
      })}
      {isWrong && (
        <span className="con-error" id={`${id}-error`}>
          <Shape kind="over" />
          <span>{errors?.join(' ')}</span>
        </span>
      )}
      {hint !== undefined && (
        <span className="con-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  )
}
