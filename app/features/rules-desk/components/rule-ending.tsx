import { type deskFieldsOf, TextArea } from '#app/features/console/components/fields.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import type { ReactNode } from 'react'

type Props = {
  field: ReturnType<typeof deskFieldsOf>
  /** Further fields, before the button. */
  children?: ReactNode
}

/** How the form of every rule ends: what was read, a note, and the button that shows what changes. */
export function RuleEnding({ field, children }: Props) {
  return (
    <>
      <TextArea
        label="Sources"
        {...field('sources')}
        hint="Addresses of what was read, one per line."
        rows={3}
      />
      <TextArea label="Note" {...field('note')} hint="For the staff alone." rows={3} />
      {children}
      <span>
        <Verb>Show what changes</Verb>
      </span>
    </>
  )
}
