import type { FieldErrors } from '#app/http/form.ts'
import { useProvenForm } from '#app/http/use-proven-form.ts'
import { fieldMessages, requestPath, requestProof } from '../rules.ts'

/** The data request form, which says what is missing beside the field. */
export function useRequestForm() {
  return useProvenForm({ action: requestPath, proof: requestProof, findErrors })
}

function findErrors(form: HTMLFormElement, fields: FormData): FieldErrors {
  const wrong: FieldErrors = {}
  if (!fields.get('kind')) wrong.kind = [fieldMessages.kind]
  const email = form.elements.namedItem('email')
  if (email instanceof HTMLInputElement && !email.validity.valid)
    wrong.email = [email.validity.valueMissing ? fieldMessages.email : fieldMessages.wrongEmail]
  const details = fields.get('details')
  if (fields.get('kind') === 'correct' && !(typeof details === 'string' && details.trim()))
    wrong.details = [fieldMessages.details]
  return wrong
}
