import { type SubmitEvent, useState } from 'react'
import { useNavigation, useSubmit } from 'react-router'
import { useHydrated } from '#app/ui/hydrated.ts'
import type { FieldErrors } from './form.ts'
import { makeProof, proofSubject } from './human-proof.ts'
import { proofField } from './sender-fields.ts'

type Options = {
  /** The URL the form is sent to. */
  action: string
  /** The name of the form in its proof. */
  proof: string
  /** Validates the form and shows errors beside its fields before sending. Without it the browser does. */
  findErrors?: (form: HTMLFormElement, fields: FormData) => FieldErrors
  /** Sends the fields in another way than as a navigation. */
  send?: (fields: FormData) => Promise<void>
}

/** A form that is sent with its proof of work. Without script the browser sends it, under a stricter limit. */
export function useProvenForm({ action, proof, findErrors, send }: Options) {
  const submit = useSubmit()
  const { state, formAction } = useNavigation()
  const isHydrated = useHydrated()
  const [isProving, setProving] = useState(false)
  const [found, setFound] = useState<FieldErrors>({})
  const isSubmitting = state !== 'idle' && formAction?.split('?')[0] === action.split('?')[0]
  const busy = isProving || isSubmitting

  async function prove(form: HTMLFormElement) {
    const fields = new FormData(form)
    const errors = findErrors?.(form, fields) ?? {}
    setFound(errors)
    if (Object.keys(errors).length > 0) return
    setProving(true)
    fields.set(proofField, await makeProof(proofSubject(proof, fields.get('email')), new Date()))
    setProving(false)
    await (send ? send(fields) : submit(fields, { method: 'post', action, preventScrollReset: true }))
  }

  const form = {
    method: 'post' as const,
    action,
    noValidate: findErrors !== undefined && isHydrated,
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault()
      if (!busy) void prove(event.currentTarget)
    },
  }
  return { form, busy, found }
}
