import type { FieldErrors, SubmittedFields } from '#app/http/form.ts'
import { typedIn } from '#app/http/submitted-fields.ts'
import { CheckboxField } from '#app/ui/choice-field.tsx'
import { acceptance, acceptanceSentence } from '../words/attestation.ts'

type Props = {
  /** The attestation text; it ends with the acceptance of the policies. */
  attestation: string
  /** Identifies the text and the policy versions. */
  statement: string
  given: SubmittedFields
  errors: FieldErrors
}

/** The box that a buyer checks before paying. It is checked for them only where they have confirmed this very text. */
export function AttestationField({ attestation, statement, given, errors }: Props) {
  const isConfirmed = typedIn(given, 'attestation') === 'yes' && typedIn(given, 'statement') === statement
  return (
    <>
      <input type="hidden" name="statement" value={statement} autoComplete="off" />
      <CheckboxField
        // A browser that comes back does not check it either: the text may be another one.
        autoComplete="off"
        name="attestation"
        id="attestation"
        value="yes"
        label={<AttestationText text={attestation} />}
        error={errors.attestation}
        defaultChecked={isConfirmed}
        required
      />
    </>
  )
}

/** The text with links to the policies. They open beside the checkout, which may hold a card already. */
function AttestationText({ text }: { text: string }) {
  return (
    <>
      {text.slice(0, -acceptanceSentence.length)}
      {acceptance.map((part) =>
        part.to ? (
          <a key={part.text} className="link" href={part.to} target="_blank" rel="noopener">
            {part.text}
          </a>
        ) : (
          part.text
        ),
      )}
    </>
  )
}
