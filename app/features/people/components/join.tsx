import { Form } from 'react-router'
import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { TextField } from '../../console/components/fields.tsx'
import { Verb } from '../../console/components/verb.tsx'
import { Entry } from './entry.tsx'
import { Problem } from './problem.tsx'

type Props = {
  title: string
  text: string
  /** The invited address; `null` where the person types it. */
  email: string | null
  actionData: { fieldErrors: FieldErrors; given: SubmittedFields } | undefined
}

export function Join({ title, text, email, actionData }: Props) {
  const { fieldErrors: errors = {}, given = {} } = actionData ?? {}
  return (
    <Entry title={title} step="1 of 2">
      <p>{text}</p>
      <Form method="post" className="grid gap-3">
        <TextField
          label="Your name"
          name="name"
          autoComplete="name"
          required
          defaultValue={wordsOf(given.name)}
          errors={errors.name}
          hint="As colleagues and the record of changes name you."
        />
        {email === null ? (
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            required
            defaultValue={wordsOf(given.email)}
            errors={errors.email}
          />
        ) : (
          <p className="text-muted">{email}</p>
        )}
        <Problem>{errors.form?.[0]}</Problem>
        <div>
          <Verb look="primary" busyWords="Opening">
            Continue
          </Verb>
        </div>
      </Form>
    </Entry>
  )
}

function wordsOf(given: string | string[] | undefined): string {
  return typeof given === 'string' ? given : ''
}
