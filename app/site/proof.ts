// Proofs of work. `data-proof="hold"` takes stock, and is made before it is pressed; `data-proof="human"` sends a message.
import {
  hardBits,
  holdProofField,
  holdSubject,
  makeProof,
  proofField,
  proofSubject,
  usualBits,
} from '#app/http/proofs.ts'

const proofs = new Map<string, Promise<string>>()

export function prepare(form: HTMLFormElement): void {
  void holdProof(form, bitsOf(form))
}

export async function prove(form: HTMLFormElement, fields: FormData): Promise<void> {
  if (form.dataset.proof === 'hold') return fields.set(holdProofField, await holdProof(form, bitsOf(form)))
  const subject = proofSubject(form.dataset.proofFor ?? '', fields.get('email'))
  fields.set(proofField, await makeProof(subject, new Date()))
}

export async function proveHarder(form: HTMLFormElement, fields: FormData): Promise<void> {
  fields.set(holdProofField, await holdProof(form, Math.max(bitsOf(form), hardBits)))
}

function bitsOf(form: HTMLFormElement): number {
  return Number(form.dataset.proofBits ?? usualBits)
}

function holdProof(form: HTMLFormElement, bits: number): Promise<string> {
  const subject = holdSubject({ what: form.dataset.proofFor ?? '', key: keyOf(form) })
  const name = `${subject} ${bits}`
  const made = proofs.get(name) ?? makeProof(subject, new Date(), bits)
  proofs.set(name, made)
  return made
}

function keyOf(form: HTMLFormElement): string {
  const field = form.elements.namedItem('key') ?? form.elements.namedItem('formKey')
  return field instanceof HTMLInputElement ? field.value : ''
}
