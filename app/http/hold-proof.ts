/**
 * Proof of work for requests that take stock or charge a card. The server signs a challenge for one item, one browser,
 * one key and a few minutes; the browser's script solves it while its visitor is still choosing. The key starts one
 * order or payment, so a proof works once and nothing has to be stored. Without script there is no proof, and a
 * stricter limit per address applies.
 */

/** The name of the field with the proof. */
export const holdProofField = 'holdProof'
/** The path that gives out challenges. */
export const challengePath = '/hold-proof'

/** Leading zero bits of a SHA-256: 4,096 tries on average, about a tenth of a second. */
export const usualBits = 12
/** While stolen cards are being tested here: 65,536 tries, a few seconds per payment. */
export const hardBits = 16

/** Hashes computed concurrently: one at a time would spend most of its time waiting. */
const triesAtOnce = 64

/** Solves a challenge, in the browser. Empty where the browser cannot (the page is not served over https). */
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

/** Whether the hash of this text begins with this many zero bits. */
export async function isSolved(proof: string, bits: number): Promise<boolean> {
  const hash = new DataView(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(proof)))
  return hash.getUint32(0) >>> (32 - bits) === 0
}
