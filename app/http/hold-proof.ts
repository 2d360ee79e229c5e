/**
 * Proof of work for what takes stock from others or money from a card: the server signs a challenge for one thing, one
 * browser, one key and a few minutes, and the browser's script solves it while its visitor is still choosing. The key starts
 * one order or one payment, so a proof is good for one of them and nothing has to be stored. Without script there is no
 * proof, and a stricter limit per address.
 */

/** The name of the field that carries the proof. */
export const holdProofField = 'holdProof'
/** Where challenges come from. */
export const challengePath = '/hold-proof'

/** Zero bits at the start of a SHA-256: 4,096 tries on average, about a tenth of a second. */
export const usualBits = 12
/** While stolen cards are being tested here: 65,536 tries, some seconds for each payment. */
export const hardBits = 16

/** Tries made side by side: one at a time would spend most of its time waiting. */
const triesAtOnce = 64

/** Solves a challenge, in the browser. Empty where the browser cannot (a page that is not served safely). */
export async function solveChallenge(challenge: string): Promise<string> {
  const bits = Number(challenge.split('.')[1])
  if (!globalThis.crypto?.subtle || !Number.isInteger(bits) || bits > 24) return ''
  for (let from = 0; ; from += triesAtOnce) {
    const tries = Array.from({ length: triesAtOnce }, (_, at) => `${challenge}~${from + at}`)
    const found = await Promise.all(tries.map((proof) => isSolved(proof, bits)))
    const proof = tries[found.indexOf(true)]
    if (proof) return proof
  }
}

/** Does this text begin with so many zero bits when it is hashed? */
export async function isSolved(proof: string, bits: number): Promise<boolean> {
  const hash = new DataView(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(proof)))
  return hash.getUint32(0) >>> (32 - bits) === 0
}
