import type { FieldErrors, SubmittedFields } from './form.ts'

/** The values and errors of a group of fields. */
export type FilledFields = { given: SubmittedFields; errors: FieldErrors }

/** All submitted values of a form, without files. For a refusal that comes after validation. */
export function submittedOf(form: FormData): Record<string, string> {
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])),
  )
}

/** One submitted value, as text. Of a field sent more than once, the first value. */
export function typedIn(given: SubmittedFields, name: string): string {
  const value = given[name]
  return (Array.isArray(value) ? value[0] : value) ?? ''
}

/** The props of every field of a form: its name, its value, and its error. */
export function fieldsOf({ given, errors }: FilledFields) {
  return (name: string) => ({ name, id: name, error: errors[name], defaultValue: typedIn(given, name) })
}
