import { trapField } from '#app/http/sender-fields.ts'
import { TrapField } from '#app/ui/trap-field.tsx'
import { consentVersions, type Topic, topicParts } from '../rules.ts'
import { consentWords } from '../words.ts'

/** What one agrees to by sending the form, and what the form sends along unseen. */
export function Consent({ topic, className = 'text-sm' }: { topic: Topic; className?: string }) {
  const [version] = consentVersions
  return (
    <>
      <p className={`text-faint ${className}`}>{consentWords[version][topicParts(topic).kind]}</p>
      <input type="hidden" name="topic" value={topic} />
      <input type="hidden" name="consent" value={version} />
      <TrapField name={trapField} />
    </>
  )
}
