import { Form } from 'react-router'
import type { FieldErrors } from '#app/http/form.ts'
import { TextField } from '../../console/components/fields.tsx'
import { Section } from '../../console/components/section.tsx'
import { Verb } from '../../console/components/verb.tsx'

export const confirmForm = 'confirm'

type Props = { item?: number; words: [title: string, button: string]; errors: FieldErrors; evidence: string }

export function ConfirmForm({ item = 1, words: [title, button], errors, evidence }: Props) {
  return (
    <Section item={item} title={title} note="they count as checked today, by you">
      <Form
        method="post"
        id={confirmForm}
        className="grid max-w-[620px] gap-3"
        aria-label="Confirm rows"
        noValidate
      >
        {errors.row && (
          <p className="con-error" role="alert">
            {errors.row.join(' ')}
          </p>
        )}
        <TextField
          label="What you read, for the record"
          name="evidence"
          defaultValue={evidence}
          errors={errors.evidence}
        />
        <span>
          <Verb look="primary" busyWords="Confirming...">
            {button}
          </Verb>
        </span>
      </Form>
    </Section>
  )
}
