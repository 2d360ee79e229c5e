import { Form } from 'react-router'
import { deskFieldsOf, SelectField, TextArea, TextField } from '#app/features/console/components/fields.tsx'
import { Redline } from '#app/features/console/components/revisions.tsx'
import { Columns, Section } from '#app/features/console/components/section.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'

export type Conflict = { by: string; fields: readonly { label: string; mine: string; theirs: string }[] }

type WritingFormProps = {
  topics: readonly { topic: string; name: string }[]
  values: SubmittedFields
  errors: FieldErrors
  /** The email of the values; empty for a new one that was not drawn yet. */
  html: string
  formKey?: string
  revision?: number
  conflict?: Conflict | undefined
  isPreview?: boolean
}

export function WritingForm(props: WritingFormProps) {
  const { topics, values, errors, html, formKey, revision, conflict, isPreview = false } = props
  const field = deskFieldsOf(values, errors)
  return (
    <Columns columns="minmax(0,1fr) minmax(0,1.1fr)">
      <div>
        <Section item={1} title="Text">
          {conflict && <ConflictNote {...conflict} />}
          <Form method="post" className="grid gap-3" noValidate aria-label="Announcement">
            {formKey && <input type="hidden" name="key" value={formKey} autoComplete="off" />}
            {revision !== undefined && <input type="hidden" name="revision" value={revision} />}
            <SelectField
              label="To"
              {...field('topic')}
              options={topics.map(({ topic, name }) => [topic, name] as const)}
            />
            <TextField label="Subject, which is also its heading" {...field('subject')} required />
            <TextArea
              label="Text"
              hint="An empty line begins a paragraph."
              {...field('body')}
              rows={10}
              required
            />
            <TextField label="Words of the button" {...field('button')} required />
            <TextField
              label="Page that it leads to"
              hint="A page of this shop, like /drops."
              {...field('path')}
              required
            />
            <span className="flex flex-wrap gap-3">
              <Verb look="primary" busyWords="Saving...">
                Save draft
              </Verb>
              <Verb name="preview" value="yes" busyWords="Drawing...">
                Preview
              </Verb>
            </span>
          </Form>
        </Section>
      </div>
      <div>
        <Section item={2} title="As it looks" note="drawn by what sends it">
          {html ? (
            <MailFrame html={html} isFirst={isPreview} />
          ) : (
            <p className="text-muted">Press Preview, and the email appears here. Nothing is saved by that.</p>
          )}
        </Section>
      </div>
    </Columns>
  )
}

function ConflictNote({ by, fields }: Conflict) {
  return (
    <div className="py-2 px-[10px] border border-control border-dashed rounded-control mb-3" role="alert">
      <p>{by} changed this while you wrote. What you typed is below; saving it again replaces theirs.</p>
      <dl className="mt-2 grid gap-1">
        {fields.map(({ label, mine, theirs }) => (
          <div key={label}>
            <dt className="text-faint">{label}</dt>
            <dd className="break-words whitespace-pre-line">
              <Redline before={theirs} after={mine} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

type Props = {
  html: string
  title?: string
  isFirst?: boolean
}

export function MailFrame({ html, title = 'The email', isFirst = false }: Props) {
  return (
    <iframe
      className="h-[560px] w-full border border-control bg-sheet"
      sandbox=""
      srcDoc={html}
      title={title}
      tabIndex={0}
      data-focus={isFirst ? '' : undefined}
    />
  )
}
