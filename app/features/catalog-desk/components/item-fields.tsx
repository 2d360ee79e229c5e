import { CheckField, SelectField, TextArea, TextField } from '#app/features/console/components/fields.tsx'
import { KeyValues } from '#app/features/console/components/key-values.tsx'
import { Section } from '#app/features/console/components/section.tsx'
import type { FieldErrors } from '#app/http/form.ts'
import type { Field, FieldContext } from '../rules/fields.ts'
import type { KindPlan } from '../rules/kind.ts'
import type { TypedItem } from '../rules/item-form.ts'

type Props = {
  plan: KindPlan
  typed: TypedItem
  options: FieldContext['options']
  /** Whether the item is being made: what is fixed later can be typed now. */
  isNew: boolean
  errors: FieldErrors
}

export function ItemFields({ plan, typed, options, isNew, errors }: Props) {
  const groups = plan.groups.map(({ title, note, fields }, at) => (
    <Section key={title} item={at + 1} title={title} note={note}>
      {!isNew && <FixedFacts fields={fields} typed={typed} options={options} />}
      <div className="grid gap-x-4 gap-y-2 xl:grid-cols-2">
        {fields
          .filter(({ isFixed }) => isNew || !isFixed)
          .map((field) => (
            <div key={field.name} className={isLong(field) ? 'xl:col-span-2' : undefined}>
              <ItemField
                field={field}
                typed={typed[field.name] ?? ''}
                options={options}
                errors={errors[field.name]}
              />
            </div>
          ))}
      </div>
    </Section>
  ))
  return (
    <>
      {/* What the Enter key presses, before the button that only draws. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden />
      {groups}
    </>
  )
}

function FixedFacts({
  fields,
  typed,
  options,
}: {
  fields: readonly Field[]
  typed: TypedItem
  options: FieldContext['options']
}) {
  const fixed = fields.filter(({ isFixed }) => isFixed)
  if (fixed.length === 0) return null
  return (
    <div className="mb-3">
      <KeyValues
        rows={fixed.map((field) => [field.label, wordsOf(field, typed[field.name] ?? '', options)])}
      />
    </div>
  )
}

export function wordsOf({ input }: Field, typed: string, options: FieldContext['options']): string {
  if (input.kind !== 'choice') return typed
  return optionsOf(input.options, options).find(([value]) => value === typed)?.[1] ?? typed
}

function isLong({ input }: Field): boolean {
  return input.kind === 'list' || (input.kind === 'text' && (input.rows !== undefined || input.max > 100))
}

type ChoiceOptions = Extract<Field['input'], { kind: 'choice' }>['options']

function optionsOf(source: ChoiceOptions, options: FieldContext['options']) {
  return typeof source === 'string' ? (options[source] ?? []) : source
}

type FieldProps = {
  field: Field
  typed: string
  options: FieldContext['options']
  errors: readonly string[] | undefined
}

function ItemField({ field: { name, label, hint, input }, typed, options, errors }: FieldProps) {
  const around = { label, name, errors, ...(hint !== undefined && { hint }) }
  switch (input.kind) {
    case 'text':
      return input.rows ? (
        <TextArea {...around} rows={input.rows} maxLength={input.max} defaultValue={typed} />
      ) : (
        <TextField {...around} maxLength={input.max} defaultValue={typed} autoComplete="off" />
      )
    case 'list':
      return <TextArea {...around} rows={3} defaultValue={typed} />
    case 'choice':
      return (
        <SelectField
          {...around}
          defaultValue={typed}
          options={[
            ...(input.isOptional || typed === ''
              ? [['', input.isOptional ? 'None' : 'Choose'] as const]
              : []),
            ...optionsOf(input.options, options),
          ]}
        />
      )
    case 'yes':
      return (
        <div>
          <CheckField label={label} name={name} value="yes" defaultChecked={typed === 'yes'} />
          {(errors ?? hint) && <p className="con-hint">{errors?.join(' ') ?? hint}</p>}
        </div>
      )
    case 'moment':
      return <TextField {...around} type="datetime-local" defaultValue={typed.replace(' ', 'T')} />
    case 'day':
      return <TextField {...around} type="date" defaultValue={typed} />
    case 'number':
      return (
        <TextField
          {...around}
          inputMode={input.decimals ? 'decimal' : 'numeric'}
          defaultValue={typed}
          autoComplete="off"
        />
      )
    default:
      return (
        <TextField
          {...around}
          inputMode={input.kind === 'states' ? 'text' : 'decimal'}
          defaultValue={typed}
          autoComplete="off"
        />
      )
  }
}
