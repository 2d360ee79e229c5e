import { type SubmitEvent, useState } from 'react'
import { useNavigation, useSubmit } from 'react-router'
import type { FieldErrors } from '#app/http/form.ts'
import { makeProof, proofField, proofSubject } from '#app/http/human-proof.ts'
import { useHydrated } from '#app/ui/hydrated.ts'
import { fieldMessages } from '../rules.ts'

/**
 * Sends the contact form with its proof of work. What is missing is said beside the field before anything is sent; without
 * script the browser says it, and the server says the rest either way.
 */
export function useMessageForm(path: string) {
  const submit = useSubmit()
  const navigation = useNavigation()
  const isHydrated = useHydrated()
  const [isProving, setProving] = useState(false)
  const [found, setFound] = useState<FieldErrors>({})
  const busy = isProving || (navigation.state !== 'idle' && navigation.formAction === path)

  async function send(form: HTMLFormElement) {
    const wrong = wrongFields(form)
    setFound(wrong)
    if (Object.keys(wrong).length) return
    setProving(true)
    const fields = new FormData(form)
    fields.set(proofField, await makeProof(proofSubject('contact', fields.get('email')), new Date()))
    setProving(false)
    await submit(fields, { method: 'post', action: path, preventScrollReset: true })
  }

  const form = {
    method: 'post' as const,
    action: path,
    noValidate: isHydrated,
    preventScrollReset: true,
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault()
      if (!busy) void send(event.currentTarget)
    },
  }
  return { form, busy, found }
}

const required = ['item', 'firstName', 'email', 'subject', 'message'] as const

function wrongFields(form: HTMLFormElement): FieldErrors {
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
