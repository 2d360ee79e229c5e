import { type SubmitEvent, useState } from 'react'
import { useNavigation, useSubmit } from 'react-router'
import type { FieldErrors } from '#app/http/form.ts'
import { makeProof, proofField, proofSubject } from '#app/http/human-proof.ts'
import { useHydrated } from '#app/ui/hydrated.ts'
import { fieldMessages, requestPath, requestProof } from '../rules.ts'

/** Sends the data request form with its proof of work. Without script the browser sends it, under a stricter limit. */
export function useRequestForm() {
  const submit = useSubmit()
  const navigation = useNavigation()
  const isHydrated = useHydrated()
  const [isProving, setProving] = useState(false)
  const [found, setFound] = useState<FieldErrors>({})
  const busy = isProving || (navigation.state !== 'idle' && navigation.formAction === requestPath)

  async function send(form: HTMLFormElement) {
    const fields = new FormData(form)
    const wrong = wrongFields(form, fields)
    setFound(wrong)
    if (Object.keys(wrong).length) return
    setProving(true)
    fields.set(proofField, await makeProof(proofSubject(requestProof, textOf(fields, 'email')), new Date()))
    setProving(false)
    await submit(fields, { method: 'post', action: requestPath, preventScrollReset: true })
  }

  const form = {
    method: 'post' as const,
    action: requestPath,
    noValidate: isHydrated,
    preventScrollReset: true,
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault()
      if (!busy) void send(event.currentTarget)
    },
  }
  return { form, busy, found }
}

function wrongFields(form: HTMLFormElement, fields: FormData): FieldErrors {
  const wrong: FieldErrors = {}
  if (!fields.get('kind')) wrong.kind = [fieldMessages.kind]
  const email = form.elements.namedItem('email')
  if (email instanceof HTMLInputElement && !email.validity.valid)
    wrong.email = [email.validity.valueMissing ? fieldMessages.email : fieldMessages.wrongEmail]
  if (fields.get('kind') === 'correct' && textOf(fields, 'details').trim() === '')
    wrong.details = [fieldMessages.details]
  return wrong
}

function textOf(fields: FormData, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}
