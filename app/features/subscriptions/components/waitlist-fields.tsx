import { Button } from '#app/ui/button.tsx'
import { EmailField, TextField } from '#app/ui/field.tsx'
import { requiresName, type Topic } from '../rules.ts'
import { formWords } from '../words.ts'
import { Consent } from './consent.tsx'
import type { Subscribing } from './use-subscribe.ts'

type Props = Pick<Subscribing, 'busy' | 'errors'> & {
  topic: Topic
  button: string
  /** Something else comes before it: the button steps back. */
  isSecond?: boolean
  /** What was typed before, where the page was loaded anew. */
  given?: Record<string, string | string[]>
}

/** Name and email, for the waitlist and notify dialogs and for the page that does the same without script. */
export function WaitlistFields({ topic, button, isSecond = false, errors, given = {} }: Props) {
  const message = errors.form?.[0] ?? errors.topic?.[0]
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
          defaultValue={firstValue(given.name)}
        />
      )}
      <EmailField
        name="email"
        placeholder={formWords.emailPlaceholder}
        error={errors.email}
        defaultValue={firstValue(given.email)}
      />
      <p role="alert" className="field-error empty:hidden">
        {message}
      </p>
      <Consent topic={topic} />
      <Button variant={isSecond ? 'secondary' : 'primary'} block busyLabel={formWords.pending}>
        {button}
      </Button>
    </>
  )
}

function firstValue(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
