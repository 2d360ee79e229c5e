import { z } from 'zod'

/** Error messages by field name, in words for the person. Errors of the whole form are under `form`. */
export type FieldErrors = Record<string, string[] | undefined>

/** The submitted values by field name, to fill in the form again. Without secrets and files. */
export type SubmittedFields = Record<string, string | string[]>

/** A form that met its schema, or everything needed to show it again without losing input. */
export type ParsedForm<Value> =
  | { ok: true; value: Value }
  | { ok: false; fieldErrors: FieldErrors; given: SubmittedFields }

/**
 * Validates a submitted form against a feature's schema. A field sent more than once becomes a list. Never throws for
 * bad input.
 */
export function parseForm<Schema extends z.ZodType>(
  schema: Schema,
  form: FormData,
): ParsedForm<z.output<Schema>> {
  const parsed = schema.safeParse(sentFields(form))
  if (parsed.success) return { ok: true, value: parsed.data }
  const { formErrors, fieldErrors } = z.flattenError<unknown, string>(parsed.error)
  return {
    ok: false,
    fieldErrors: { ...(fieldErrors as FieldErrors), ...(formErrors.length && { form: formErrors }) },
    given: givenFields(form),
  }
}

/** Passwords, card details and private links are never sent back to a page, not even to the person who typed them. */
const secretName = /pass(word|phrase|code)|secret|token|card_?number|cv[cv]|totp/i

/** Whether a field of this name is never sent back to a page. */
export function hasSecret(name: string): boolean {
  return secretName.test(name)
}

/** What was submitted, to fill in a form that is refused after its schema accepted it. */
export function givenFields(form: FormData): SubmittedFields {
  const given: SubmittedFields = {}
  for (const [name, value] of Object.entries(sentFields(form))) {
    if (hasSecret(name)) continue
    if (typeof value === 'string') given[name] = value
    else if (Array.isArray(value)) given[name] = value.filter((entry) => typeof entry === 'string')
  }
  return given
}

function sentFields(form: FormData) {
  return Object.fromEntries([...new Set(form.keys())].map((name) => [name, oneOrMany(form.getAll(name))]))
}

function oneOrMany(values: FormDataEntryValue[]) {
  return values.length > 1 ? values : values[0]
}
