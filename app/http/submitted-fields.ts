import type { FieldErrors, SubmittedFields } from './form.ts'

export type FilledFields = { given: SubmittedFields; errors: FieldErrors }

/** Passwords, card details and private links are never sent back to a page, not even to the person who typed them. */
const secretName = /pass(word|phrase|code)|secret|token|card_?number|cv[cv]|totp/i

export function hasSecret(name: string): boolean {
  return secretName.test(name)
}

export type TypedFields = [name: string, value: string][]

/** All that was typed, in its order, without files; `undefined` where a secret is among it. */
export function openFields(form: FormData): TypedFields | undefined {
  const fields = [...form].filter((field): field is [string, string] => typeof field[1] === 'string')
  return fields.some(([name]) => hasSecret(name)) ? undefined : fields
}

export function submittedFields(form: FormData): SubmittedFields {
  return shownFields(valuesByField(form))
}

export function shownFields(fields: ReturnType<typeof valuesByField>): SubmittedFields {
  const typed = [...fields].map(
    ([name, values]) => [name, values.filter((value) => typeof value === 'string')] as const,
  )
  return Object.fromEntries(
    typed.flatMap(([name, [first, ...others]]) =>
      first === undefined || hasSecret(name)
        ? []
        : [[name, others.length > 0 ? [first, ...others] : first] as const],
    ),
  )
}

/** The values of each field, in one pass: strangers send forms of many thousand fields, and `getAll` reads all of them. */
export function valuesByField(form: FormData): Map<string, FormDataEntryValue[]> {
  const values = new Map<string, FormDataEntryValue[]>()
  for (const [name, value] of form) {
    const earlier = values.get(name)
    if (earlier) earlier.push(value)
    else values.set(name, [value])
  }
  return values
}

/** Of a field sent more than once, the first value. */
export function typedIn(given: SubmittedFields, name: string): string {
  const value = given[name]
  return (Array.isArray(value) ? value[0] : value) ?? ''
}

export function fieldsOf({ given, errors }: FilledFields) {
  return (name: string) => ({ name, id: name, error: errors[name], defaultValue: typedIn(given, name) })
}
