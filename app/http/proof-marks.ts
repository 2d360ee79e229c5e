import { usualBits } from './proof-of-work.ts'

/** Marks a form with a `key` that takes stock or charges a card: `site/proof.ts` sends it with its proof of work. */
export function heldProof(what: string, bits = usualBits) {
  return { 'data-proof': 'hold', 'data-proof-for': what, 'data-proof-bits': bits }
}

export function humanProof(form: string) {
  return { 'data-proof': 'human', 'data-proof-for': form }
}
