import { type deskFieldsOf, TextArea } from '#app/features/console/components/fields.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import type { ReactNode } from 'react'

type Props = {
  field: ReturnType<typeof deskFieldsOf>
  children?: ReactNode
}

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
