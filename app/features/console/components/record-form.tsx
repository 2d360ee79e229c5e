import type { ComponentProps, ReactNode } from 'react'
import { Form } from 'react-router'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import { type Asked, AskedField, Problem, CheckField, type Choices } from './fields.tsx'
import { Verb } from './verb.tsx'
import { Shape } from './status.tsx'

export type Refused = { fieldErrors: FieldErrors; given: SubmittedFields }

type Props = {
  /** In their order; a list is one row. */
  fields: readonly (Asked | readonly Asked[])[]
  values?: Readonly<Record<string, string>>
  refused?: Refused | undefined
  hidden?: Readonly<Record<string, string | number | undefined>>
  submit: string
  busyWords?: string
  look?: ComponentProps<typeof Verb>['look']
  /** Beside other forms, of which none is what the sheet is for. */
  isSmall?: boolean
  gate?: readonly string[]
  shortcut?: string
  sends?: { name: string; value: string } | undefined
  label?: string
  id?: string
  isWide?: boolean
  also?: ReactNode
  children?: ReactNode
}

/** Refused, it shows what is stored beside what was typed, and carries the revision of what it shows: sent again, it is meant. */
export function RecordForm({
  fields,
  values = {},
  refused,
  hidden = {},
  submit,
  look,
  sends,
  ...props
}: Props) {
  const { fieldErrors: errors = {}, given = {} } = refused ?? {}
  /** Refused for its fields alone, it does not show what others stored meanwhile: it stays on what it was made from. */
  const held = (name: string, value: string | number) =>
    errors.form === undefined && name in given ? typedIn(given, name) : value
  const show = ({ hint, ...field }: Asked) => {
    const { name, options, type, label } = field
    const wrong = errors[name]
    if (type === 'checkbox' && options)
      return <CheckFields key={name} {...{ label, name, options }} chosen={given[name]} errors={wrong} />
    const stored = values[name] ?? ''
    const typed = refused ? typedIn(given, name) : stored
    const words = options?.find(([value]) => value === stored)?.[1] ?? stored
    const isOther = errors.form !== undefined && name in values && typed !== stored && type !== 'checkbox'
    return (
      <AskedField
        key={name}
        {...field}
        hint={
          isOther ? <span className="whitespace-pre-wrap">{`Stored now: ${words || 'nothing'}`}</span> : hint
        }
        defaultValue={typed}
        errors={wrong}
      />
    )
  }
  return (
    <Form
      method="post"
      className={`grid gap-3 ${props.isWide ? '' : 'max-w-[620px]'}`}
      noValidate
      id={props.id}
      aria-label={props.label}
    >
      {Object.entries(hidden).map(
        ([name, value]) =>
          value !== undefined && (
            <input key={name} type="hidden" name={name} value={held(name, value)} autoComplete="off" />
          ),
      )}
      <Problem>{errors.form}</Problem>
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
        <Verb
          small={props.isSmall}
          look={look ?? (props.isSmall ? undefined : 'primary')}
          gate={props.gate}
          shortcut={props.shortcut}
          busyWords={props.busyWords ?? 'Saving...'}
          {...sends}
        >
          {submit}
        </Verb>
        {props.also}
      </div>
    </Form>
  )
}

type CheckFieldsProps = Pick<Asked, 'name' | 'label'> & {
  options: Choices
  chosen: SubmittedFields[string] | undefined
  errors: readonly string[] | undefined
}

/** Several of its options. */
function CheckFields({ label, name, options, chosen, errors }: CheckFieldsProps) {
  const wrong = errors && `${name}-error`
  return (
    <fieldset className="grid min-w-0 gap-1" aria-describedby={wrong}>
      <legend>{label}</legend>
      {options.map(([value, words]) => (
        <CheckField
          key={value}
          label={words}
          name={name}
          value={value}
          defaultChecked={[chosen].flat().includes(value)}
        />
      ))}
      {errors && (
        <span id={wrong} className="con-error">
          <Shape kind="over" />
          <span>{errors[0]}</span>
        </span>
      )}
    </fieldset>
  )
}
