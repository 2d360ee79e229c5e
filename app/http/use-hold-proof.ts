import { type SubmitEvent, useState } from 'react'
import { useSubmit } from 'react-router'
import { challengePath, holdProofField, solveChallenge } from './hold-proof.ts'

/** Proofs that are made or being made in this page, by what they are for. */
const proofs = new Map<string, Promise<string>>()

/**
 * The proof for one thing under one key of a form, begun at the first call. Empty where none is wanted, or where it could not
 * be made: the form then goes as one without script.
 */
export function proofFor(what: string, key: string): Promise<string> {
  const name = `${what} ${key}`
  const known = proofs.get(name)
  if (known) return known
  const made = makeProof(what, key)
  proofs.set(name, made)
  // A proof that was not made, or is old, is made anew.
  void made.then((proof) => setTimeout(() => proofs.delete(name), proof ? 8 * 60_000 : 0))
  return made
}

/** How long a press waits for its challenge: without one it goes all the same. */
const longestWaitMs = 4_000

async function makeProof(what: string, key: string): Promise<string> {
  try {
    const answer = await fetch(`${challengePath}?${new URLSearchParams({ what, key })}`, {
      signal: AbortSignal.timeout(longestWaitMs),
    })
    const { challenge } = (await answer.json()) as { challenge: string | null }
    return challenge ? await solveChallenge(challenge) : ''
  } catch {
    return ''
  }
}

/**
 * A form with a `key` that goes out with its proof, begun when a pointer or the focus comes near it. A press waits for it,
 * visibly busy. Without script the form goes as it is.
 */
export function useProvenHold(what: string) {
  const submit = useSubmit()
  const [isProving, setProving] = useState(false)

  async function send(form: HTMLFormElement, submitter: HTMLElement | null) {
    setProving(true)
    const fields = new FormData(form, submitter)
    fields.set(holdProofField, await proofFor(what, keyOf(form)))
    setProving(false)
    await submit(fields, { method: 'post', action: form.getAttribute('action') ?? '' })
  }

  const prepare = (form: HTMLFormElement) => void proofFor(what, keyOf(form))
  const form = {
    onPointerEnter: (event: { currentTarget: HTMLFormElement }) => prepare(event.currentTarget),
    onFocus: (event: { currentTarget: HTMLFormElement }) => prepare(event.currentTarget),
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault()
      if (!isProving) void send(event.currentTarget, event.nativeEvent.submitter)
    },
  }
  return { form, isProving }
}

function keyOf(form: HTMLFormElement): string {
  const field = form.elements.namedItem('key') ?? form.elements.namedItem('formKey')
  return field instanceof HTMLInputElement ? field.value : ''
}
