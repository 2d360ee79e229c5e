import { solve } from './proof-of-work.ts'

/**
 * Proof of work for requests that take stock or charge a card. The server signs a challenge for one item, one browser,
 * one key and a few minutes; the browser's script solves it while its visitor is still choosing. The key starts one
 * order or payment, so a proof works once and nothing has to be stored. Without script there is no proof, and a
 * stricter limit per address applies.
 */

export const holdProofField = 'holdProof'
export const challengePath = '/hold-proof'

/** Solves a challenge, in the browser. Empty for what is not one of ours. */
export async function solveChallenge(challenge: string): Promise<string> {
  const bits = Number(challenge.split('.')[1])
  if (!Number.isInteger(bits) || bits > 24) return ''
  return `${challenge}~${await solve((number) => `${challenge}~${number}`, bits)}`
}
