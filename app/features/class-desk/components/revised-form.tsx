import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { CheckField } from '#app/features/console/components/fields.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import type { FieldErrors } from '#app/http/form.ts'

/** What the server refused, with what was typed. */
export type Refused = { fieldErrors: FieldErrors; given: Record<string, string | string[]> }

/** What a field takes beside its label. */
type FieldProps = { name: string; defaultValue: string; errors: readonly string[] | undefined; hint?: string }

type Props<Name extends string> = {
  /** What is changed; nothing where one is added. */
  item: { id: string; revision: number; isRetired: boolean } | undefined
  /** The key of the form: sent twice, it adds one. */
  formKey: string
  /** The values that are stored. After a conflict they are shown below the fields that somebody typed another value into. */
  stored: Record<Name, string>
  refused: Refused | undefined
  /** The words of its checkbox and of its button. */
  retired: string
  add: string
  children: (field: (name: Name) => FieldProps) => ReactNode
}

/** The form of something that classes need: an instructor, a place. Empty it adds one. */
export function RevisedForm<Name extends string>({
  item,
  formKey,
  stored,
  refused,
  retired,
  add,
  children,
}: Props<Name>) {
  const { fieldErrors = {}, given = {} } = refused ?? {}
  const field = (name: Name): FieldProps => {
    const written = given[name]
    const typed = typeof written === 'string' ? written : stored[name]
    return {
      name,
      defaultValue: typed,
      errors: fieldErrors[name],
      ...(fieldErrors.form && typed !== stored[name] && { hint: `Stored now: ${stored[name] || 'nothing'}` }),
    }
  }
  return (
    <Form method="post" className="grid max-w-[620px] gap-3" noValidate>
      <input type="hidden" name="key" value={formKey} autoComplete="off" />
      {item && <input type="hidden" name="id" value={item.id} />}
      {item && <input type="hidden" name="revision" value={item.revision} />}
      {fieldErrors.form && (
        <p role="alert" className="text-stop">
          {fieldErrors.form.join(' ')}
        </p>
      )}
      {children(field)}
      {item && <CheckField name="isRetired" value="yes" defaultChecked={item.isRetired} label={retired} />}
      <div>
        <Verb busyWords="Saving..." look={item ? 'quiet' : 'primary'}>
          {item ? 'Save' : add}
        </Verb>
      </div>
    </Form>
  )
}
