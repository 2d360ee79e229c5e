// Proofs of work. `data-proof="hold"` takes stock and has a challenge of the shop; `data-proof="human"` sends a message.
import { challengePath, holdProofField, solveChallenge } from '#app/http/hold-proof.ts'
import { makeProof as makeHumanProof, proofSubject } from '#app/http/human-proof.ts'
import { hardBits, usualBits } from '#app/http/proof-of-work.ts'
import { proofField } from '#app/http/sender-fields.ts'

/** Shorter than the life of a challenge. */
const proofLifeMs = 8 * 60_000
/** How long a form waits for its challenge, in milliseconds; then it is sent without a proof. */
const longestWaitMs = 4_000

const proofs = new Map<string, Promise<string>>()

export function prepare(form: HTMLFormElement): void {
  void holdProof(form, bitsOf(form))
}

export async function prove(form: HTMLFormElement, fields: FormData): Promise<void> {
  if (form.dataset.proof === 'hold') return fields.set(holdProofField, await holdProof(form, bitsOf(form)))
  const subject = proofSubject(form.dataset.proofFor ?? '', fields.get('email'))
  fields.set(proofField, await makeHumanProof(subject, new Date()))
}

export async function proveHarder(form: HTMLFormElement, fields: FormData): Promise<void> {
  fields.set(holdProofField, await holdProof(form, Math.max(bitsOf(form), hardBits)))
}

function bitsOf(form: HTMLFormElement): number {
  return Number(form.dataset.proofBits ?? usualBits)
}

/** Empty when none is needed, or when it could not be made: the form is then sent like one without script. */
function holdProof(form: HTMLFormElement, bits: number): Promise<string> {
  const what = form.dataset.proofFor ?? ''
  const key = keyOf(form)
  const name = `${what} ${key} ${bits}`
  const known = proofs.get(name)
  if (known) return known
  const made = solve(what, key, bits).then((proof) => {
    setTimeout(() => proofs.delete(name), proof === undefined ? 0 : proofLifeMs)
    return proof ?? ''
  })
  proofs.set(name, made)
  return made
}

async function solve(what: string, key: string, bits: number): Promise<string | undefined> {
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

function keyOf(form: HTMLFormElement): string {
  const field = form.elements.namedItem('key') ?? form.elements.namedItem('formKey')
  return field instanceof HTMLInputElement ? field.value : ''
}
