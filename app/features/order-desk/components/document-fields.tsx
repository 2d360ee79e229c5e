import type { ReactNode } from 'react'
import {
  CheckField,
  type deskFieldsOf,
  SelectField,
  TextArea,
  TextField,
} from '#app/features/console/components/fields.tsx'
import { Shape } from '#app/features/console/components/shape.tsx'
import { documentKinds } from '#app/features/orders/rules/documents.ts'
import { documentKindWords } from '#app/features/orders/words/documents.ts'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import type { ShownSheet } from '../routes/shown-sheet.server.ts'

export type Around = {
  sheet: ShownSheet
  given: SubmittedFields
  errors: FieldErrors
  field: ReturnType<typeof deskFieldsOf>
  found: FoundDealers
}

export type FoundDealers = { typed: string; dealers: readonly { key: string; words: string }[] }

export const documentFields = {
  ask_document: (around) => (
    <>
      <fieldset
        className="grid min-w-0 gap-1"
        aria-describedby={around.errors.documents && 'documents-error'}
      >
        <legend>Documents</legend>
        {documentKinds.map((kind) => (
          <CheckField
            key={kind}
            label={documentKindWords[kind]}
            name="documents"
            value={kind}
            defaultChecked={[around.given.documents].flat().includes(kind)}
          />
        ))}
        {around.errors.documents && (
          <span id="documents-error" className="con-error">
            <Shape kind="over" />
            <span>{around.errors.documents[0]}</span>
          </span>
        )}
      </fieldset>
      <NoteField {...around} label="What the buyer has to send, in the words they read" />
      <TextField
        label="By"
        {...around.field('dueOn')}
        type="date"
        hint="The order waits until you decide. The buyer is emailed where to upload it. It takes the place of what was requested before."
      />
    </>
  ),
  accept_document: (around) => (
    <>
      <DocumentField {...around} />
      <p className="text-muted">
        What it settles you decide with the review. The buyer sees that it is accepted.
      </p>
    </>
  ),
  refuse_document: (around) => (
    <>
      <DocumentField {...around} />
      <TextArea
        label="Why, and what to send instead, in the words the buyer reads"
        {...around.field('reason')}
        rows={3}
      />
    </>
  ),
} satisfies Record<string, (around: Around) => ReactNode>

export function NoteField({ label, children, field }: Around & { label: string; children?: ReactNode }) {
  return <TextArea label={label} {...field('note')} rows={3} hint={children} />
}

function DocumentField({ sheet, field }: Around) {
  return (
    <SelectField
      label="Document"
      {...field('document')}
      options={sheet.documents
        .filter(({ state }) => state === 'waiting')
        .toReversed()
        .map(({ id, words, file }) => [id, `${words}: ${file}`] as const)}
    />
  )
}
