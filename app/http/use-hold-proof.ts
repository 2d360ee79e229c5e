import { type SubmitEvent, useState } from 'react'
import { useSubmit } from 'react-router'
import { challengePath, holdProofField, solveChallenge } from './hold-proof.ts'
import { needsMoreProof } from './more-proof.ts'
import { hardBits, usualBits } from './proof-of-work.ts'

/** Proofs of this page, finished or in progress, by subject. */
const proofs = new Map<string, Promise<string>>()

/** Shorter than the life of a challenge. */
const proofLifeMs = 8 * 60_000

/**
 * The proof for one item and one form key, started at the first call. Empty when none is needed, or when it could not
 * be made: the form is then sent like one without script.
 */
export function proofFor(what: string, key: string, bits = usualBits): Promise<string> {
  const wanted = needsMoreProof(what) ? Math.max(bits, hardBits) : bits
  const name = `${what} ${key} ${wanted}`
  const known = proofs.get(name)
  if (known) return known
  const made = makeProof(what, key, wanted).then((proof) => {
    // A missing or old proof is made again.
    setTimeout(() => proofs.delete(name), proof === undefined ? 0 : proofLifeMs)
    return proof ?? ''
  })
  proofs.set(name, made)
  return made
}

/** Sends with the proof, and once more where the answer asks for more of it. */
export async function sendProven(
  { what, key, bits }: { what: string; key: string; bits?: number },
  send: (proof: Promise<string>) => Promise<void>,
) {
  const neededMore = needsMoreProof(what)
  await send(proofFor(what, key, bits))
  if (!neededMore && needsMoreProof(what)) await send(proofFor(what, key, bits))
}

/** How long a submission waits for its challenge, in milliseconds; then it is sent without a proof. */
const longestWaitMs = 4_000

/** Empty where the shop wants none; `undefined` where its answer did not come. */
async function makeProof(what: string, key: string, bits: number): Promise<string | undefined> {
  try {
    const answer = await fetch(`${challengePath}?${new URLSearchParams({ what, key, bits: String(bits) })}`, {
      signal: AbortSignal.timeout(longestWaitMs),
    })
    const { challenge } = (await answer.json()) as { challenge: string | null }
    return challenge ? await solveChallenge(challenge) : ''
  } catch {
    return undefined
  }
}

/**
 * A form with a `key` that is sent with its proof, of `bits` or what the shop asks for. The proof is started when the pointer
 * or focus comes near; a submission waits for it and shows that it is busy. Without script the form is sent as it is.
 */
export function useProvenHold(what: string, bits = usualBits) {
  const submit = useSubmit()
  const [isProving, setProving] = useState(false)

  async function send(form: HTMLFormElement, submitter: HTMLElement | null) {
    const fields = new FormData(form, submitter)
    await sendProven({ what, key: keyOf(form), bits }, async (proof) => {
      setProving(true)
      fields.set(holdProofField, await proof)
      setProving(false)
      await submit(fields, { method: 'post', action: form.getAttribute('action') ?? '' })
    })
  }

  const prepare = (form: HTMLFormElement) => void proofFor(what, keyOf(form), bits)
  const form = {
    onPointerEnter: (event: { currentTarget: HTMLFormElement }) => prepare(event.currentTarget),
    onFocus: (event: { currentTarget: HTMLFormElement }) => prepare(event.currentTarget),
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      // A button of the same form that goes elsewhere needs no proof.
      if (event.nativeEvent.submitter?.hasAttribute('formaction')) return
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
