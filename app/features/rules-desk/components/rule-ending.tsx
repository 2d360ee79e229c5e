import { TextArea } from '#app/features/console/components/fields.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import type { FieldErrors } from '#app/http/form.ts'
import type { ReactNode } from 'react'

type Props = {
  values: Record<string, string>
  errors: FieldErrors
  /** Further fields, before the button. */
  children?: ReactNode
}

/** How the form of every rule ends: what was read, a note, and the button that shows what changes. */
export function RuleEnding({ values, errors, children }: Props) {
  return (
    <>
      <TextArea
        name="sources"
        label="Sources"
        hint="Addresses of what was read, one per line."
        rows={3}
        errors={errors.sources}
        defaultValue={values.sources}
      />
      <TextArea
        name="note"
        label="Note"
        hint="For the staff alone."
        rows={3}
        errors={errors.note}
        defaultValue={values.note}
      />
      {children}
      <span>
        <Verb>Show what changes</Verb>
      </span>
    </>
  )
}
