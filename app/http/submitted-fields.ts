import type { FieldErrors, SubmittedFields } from './form.ts'

/** What a group of fields is filled with, and what is wrong with it. */
export type FilledFields = { given: SubmittedFields; errors: FieldErrors }

/** Everything of a form that was typed or chosen: files are not in it. For a refusal that comes after its check. */
export function submittedOf(form: FormData): Record<string, string> {
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])),
  )
}

/** One typed value, as text. A field that was sent more than once is filled with its first value. */
export function typedIn(given: SubmittedFields, name: string): string {
  const value = given[name]
  return (Array.isArray(value) ? value[0] : value) ?? ''
}

/** What every field of a form is told: its name, what was typed into it, and what is wrong with that. */
export function fieldsOf({ given, errors }: FilledFields) {
  return (name: string) => ({ name, id: name, error: errors[name], defaultValue: typedIn(given, name) })
}
