import { solve } from './proof-of-work.ts'

/** Signed for one item, one browser, one key and a few minutes. The key starts one order or payment, so nothing is stored. Without script a stricter limit applies. */

export const holdProofField = 'holdProof'
export const challengePath = '/hold-proof'

/** Solves a challenge, in the browser. Empty for what is not one of ours. */
export async function solveChallenge(challenge: string): Promise<string> {
  const bits = Number(challenge.split('.')[1])
  if (!Number.isInteger(bits) || bits > 24) return ''
  return `${challenge}~${await solve((number) => `${challenge}~${number}`, bits)}`
}
