import type { FieldErrors } from '#app/http/form.ts'
import { useProvenForm } from '#app/http/use-proven-form.ts'
import { fieldMessages } from '../rules.ts'

/** The contact form, which says what is missing beside the field. Without script the browser and the server say it. */
export function useMessageForm(path: string) {
  return useProvenForm({ action: path, proof: 'contact', findErrors })
}

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
