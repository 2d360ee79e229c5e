import { type SubmitEvent, useState } from 'react'
import { useNavigation, useSubmit } from 'react-router'
import { makeProof, proofField, proofSubject } from '#app/http/human-proof.ts'

/** A form that goes out with its proof of work. Without script it goes as it is, under a stricter limit. */
export function useProvenForm(path: string, name: string) {
  const submit = useSubmit()
  const { state, formAction } = useNavigation()
  const [isProving, setProving] = useState(false)
  const isBusy = isProving || (state !== 'idle' && formAction?.split('?')[0] === path.split('?')[0])

  async function send(form: HTMLFormElement) {
    setProving(true)
    const fields = new FormData(form)
    fields.set(proofField, await makeProof(proofSubject(name, fields.get('email')), new Date()))
    setProving(false)
    await submit(fields, { method: 'post', action: path, preventScrollReset: true })
  }

  const form = {
    method: 'post' as const,
    action: path,
    preventScrollReset: true,
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault()
      if (!isBusy) void send(event.currentTarget)
    },
  }
  return { form, isBusy }
}
