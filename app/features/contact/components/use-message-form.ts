import type { FieldErrors } from '#app/http/form.ts'
import { useFormDraft } from '#app/http/use-form-draft.ts'
import { useProvenForm } from '#app/http/use-proven-form.ts'
import { fieldMessages } from '../rules.ts'

/**
 * The contact form, which says what is missing beside the field. Without script the browser and the server say it. What is
 * typed is kept in this tab until it is sent. `chosen` is what the address fills in: with another choice it is another form.
 */
export function useMessageForm(path: string, chosen: string) {
  const { form, busy, found } = useProvenForm({ action: path, proof: 'contact', findErrors })
  const ref = useFormDraft({ key: messageDraftKey(path), fields: draftFields, over: chosen })
  return { form: { ...form, ref }, busy, found }
}

/** Where the tab keeps what is typed into the form of this page. */
export function messageDraftKey(path: string): string {
  return `paco-message-${path}`
}

const draftFields = ['item', 'firstName', 'lastName', 'email', 'subject', 'message']
const required = ['item', 'firstName', 'email', 'subject', 'message'] as const

function findErrors(form: HTMLFormElement): FieldErrors {
  const wrong: FieldErrors = {}
  for (const name of required) {
    const field = form.elements.namedItem(name)
    if (
      !(
        field instanceof HTMLInputElement ||
        field instanceof HTMLSelectElement ||
        field instanceof HTMLTextAreaElement
      )
    )
      continue
    if (field.value.trim() === '') wrong[name] = [fieldMessages[name]]
    else if (name === 'email' && !field.validity.valid) wrong.email = [fieldMessages.wrongEmail]
  }
  return wrong
}
