import { CheckboxField, RadioGroup } from '#app/ui/choice-field.tsx'
import { transferees } from '../rules.ts'
import { agreementTerms, agreementWords, transfereeWords } from '../words.ts'

export function AgreementTerms({ className = '' }: { className?: string }) {
  return (
    <ul className={`grid list-disc gap-2 pl-5 ${className}`}>
      {agreementTerms.map((term) => (
        <li key={term}>{term}</li>
      ))}
    </ul>
  )
}

export function AgreementFields({ sentence, asksTransferee }: { sentence: string; asksTransferee: boolean }) {
  return (
    <>
      {asksTransferee && (
        <RadioGroup
          name="transferee"
          id="transferee"
          label={agreementWords.transferee}
          required
          options={transferees.map((value) => ({ value, label: transfereeWords[value] }))}
        />
      )}
      {/* A browser that comes back does not check it either: the terms may be other ones. */}
      <CheckboxField name="accept" id="accept" value="yes" label={sentence} autoComplete="off" required />
    </>
  )
}
