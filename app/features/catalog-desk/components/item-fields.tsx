import { type Asked, AskedField } from '#app/features/console/components/fields.tsx'
import { KeyValues, Section } from '#app/features/console/components/section.tsx'
import type { FieldErrors } from '#app/http/form.ts'
import type { Field, FieldContext, FieldGroup } from '../rules/kind.ts'
import type { TypedItem } from '../rules/item-form.ts'

type Props = {
  groups: readonly FieldGroup[]
  typed: TypedItem
  options: FieldContext['options']
  /** Whether the item is being made: what is fixed later can be typed now. */
  isNew: boolean
  errors: FieldErrors
}

export function ItemFields({ groups, typed, options, isNew, errors }: Props) {
  const sections = groups.map(({ title, note, fields }, at) => (
    <Section key={title} item={at + 1} title={title} note={note}>
      {!isNew && <FixedFacts fields={fields} typed={typed} options={options} />}
      <div className="grid gap-x-4 gap-y-2 xl:grid-cols-2">
        {fields
          .filter(({ isFixed }) => isNew || !isFixed)
          .map((field) => (
            <div key={field.name} className={isLong(field) ? 'xl:col-span-2' : undefined}>
              <AskedField
                {...askedFor(field, typed[field.name] ?? '', options)}
                defaultValue={shownIn(field, typed[field.name] ?? '')}
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
      {sections}
    </>
  )
}

function FixedFacts({
  fields,
  typed,
  options,
}: Pick<Props, 'typed' | 'options'> & Pick<FieldGroup, 'fields'>) {
  const rows = fields
    .filter(({ isFixed }) => isFixed)
    .map((field) => [field.label, wordsOf(field, typed[field.name] ?? '', options)] as const)
  return (
    rows.length > 0 && (
      <div className="mb-3">
        <KeyValues rows={rows} />
      </div>
    )
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

const shownIn = ({ input }: Field, typed: string) =>
  input.kind === 'moment' ? typed.replace(' ', 'T') : typed

function askedFor({ name, label, hint, input }: Field, typed: string, known: FieldContext['options']): Asked {
  const field = { name, label, ...(hint !== undefined && { hint }), autoComplete: 'off' }
  switch (input.kind) {
    case 'text':
      return { ...field, rows: input.rows, maxLength: input.max }
    case 'list':
      return { ...field, rows: 3 }
    case 'choice': {
      const none = [['', input.isOptional ? 'None' : 'Choose'] as const]
      const options = optionsOf(input.options, known)
      return { ...field, options: input.isOptional || typed === '' ? [...none, ...options] : options }
    }
    case 'yes':
      return { ...field, type: 'checkbox' }
    case 'moment':
      return { ...field, type: 'datetime-local' }
    case 'day':
      return { ...field, type: 'date' }
    case 'number':
      return { ...field, inputMode: input.decimals ? 'decimal' : 'numeric' }
    case 'states':
      return field
    default:
      return { ...field, inputMode: 'decimal' }
  }
}
