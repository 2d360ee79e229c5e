import { typedIn } from '#app/http/submitted-fields.ts'
import { Button } from '#app/ui/button.tsx'
import { EmailField, TextField } from '#app/ui/field.tsx'
import { requiresName, type SubscribeAnswer, type Topic } from '../rules.ts'
import { formWords } from '../words.ts'
import { Consent } from './consent.tsx'

type Props = { topic: Topic; button: string; answer: SubscribeAnswer | undefined }

/** Name and email, for waitlists. */
export function WaitlistFields({ topic, button, answer }: Props) {
  const errors = answer?.fieldErrors ?? {}
  return (
    <>
      {requiresName(topic) && (
        <TextField
          name="name"
          label="Name"
          autoComplete="name"
          placeholder={formWords.namePlaceholder}
          required
          maxLength={120}
          error={errors.name}
          defaultValue={typed(answer, 'name')}
        />
      )}
      <EmailField
        name="email"
        placeholder={formWords.emailPlaceholder}
        error={errors.email}
        defaultValue={typed(answer, 'email')}
      />
      <p role="alert" className="field-error empty:hidden">
        {errors.form?.[0] ?? errors.topic?.[0]}
      </p>
      <Consent topic={topic} />
      <Button variant="primary" block busyLabel={formWords.pending}>
        {button}
      </Button>
    </>
  )
}

/** What was typed into a form that was refused. */
export function typed(answer: SubscribeAnswer | undefined, name: string): string {
  return answer ? typedIn(answer.given, name) : ''
}
