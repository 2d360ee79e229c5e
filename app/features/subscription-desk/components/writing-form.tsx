import { RecordForm, type Refused } from '#app/features/console/components/record-form.tsx'
import { Columns, Section } from '#app/features/console/components/section.tsx'
import { Verb } from '#app/features/console/components/verb.tsx'

type WritingFormProps = {
  topics: readonly { topic: string; name: string }[]
  values: Readonly<Record<string, string>>
  /** What came back: to be corrected, or with `html` where it was only to be drawn. */
  answer: (Refused & { html?: string }) | undefined
  hidden: Readonly<Record<string, string | number>>
  /** The email of what is stored; empty for a new one. */
  html: string
}

export function WritingForm({ topics, values, answer, hidden, html }: WritingFormProps) {
  const shown = answer?.html ?? html
  return (
    <Columns columns="minmax(0,1fr) minmax(0,1.1fr)">
      <div>
        <Section item={1} title="Text">
          <RecordForm
            label="Announcement"
            fields={[
              { name: 'topic', label: 'To', options: topics.map(({ topic, name }) => [topic, name]) },
              ...fields,
            ]}
            values={values}
            refused={answer}
            hidden={hidden}
            submit="Save draft"
            also={
              <Verb name="preview" value="yes" busyWords="Drawing...">
                Preview
              </Verb>
            }
          />
        </Section>
      </div>
      <div>
        <Section item={2} title="As it looks" note="drawn by what sends it">
          {shown ? (
            <MailFrame html={shown} isFirst={answer?.html !== undefined} />
          ) : (
            <p className="text-muted">Press Preview, and the email appears here. Nothing is saved by that.</p>
          )}
        </Section>
      </div>
    </Columns>
  )
}

const fields = [
  { name: 'subject', label: 'Subject, which is also its heading', required: true },
  { name: 'body', label: 'Text', hint: 'An empty line begins a paragraph.', rows: 10, required: true },
  { name: 'button', label: 'Words of the button', required: true },
  { name: 'path', label: 'Page that it leads to', hint: 'A page of this shop, like /drops.', required: true },
]

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
