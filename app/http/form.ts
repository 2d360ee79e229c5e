import { z } from 'zod'
import { shownFields, valuesByField } from './submitted-fields.ts'

/** In words for the person. Errors of the whole form are under `form`. */
export type FieldErrors = Record<string, string[] | undefined>

/** Without secrets and files. */
export type SubmittedFields = Record<string, string | string[]>

export type ParsedForm<Value> = { given: SubmittedFields } & (
  | { ok: true; value: Value }
  | { ok: false; fieldErrors: FieldErrors }
)

/** A field sent more than once becomes a list. Never throws for bad input. */
export function parseForm<Schema extends z.ZodType>(
  schema: Schema,
  form: FormData,
): ParsedForm<z.output<Schema>> {
  const values = valuesByField(form)
  const parsed = schema.safeParse(sentFields(values))
  const given = shownFields(values)
  if (parsed.success) return { ok: true, value: parsed.data, given }
  const { formErrors, fieldErrors } = z.flattenError<unknown, string>(parsed.error)
  return {
    ok: false,
    fieldErrors: { ...(fieldErrors as FieldErrors), ...(formErrors.length && { form: formErrors }) },
    given,
  }
}

function sentFields(fields: ReturnType<typeof valuesByField>) {
  return Object.fromEntries(
    [...fields].map(([name, values]) => [name, values.length > 1 ? values : values[0]]),
  )
}
