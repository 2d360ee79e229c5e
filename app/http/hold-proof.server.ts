import { after, minute } from '#app/kit/clock.ts'
import { isSameSecret, type KeyedHash } from '#app/kit/ids.ts'
import { isSolved } from './proof-of-work.ts'

const lifeMs = 10 * minute

/** What a proof is valid for: one item (`drop:guerrilla-vol-1`), one browser, one form key. */
export type ProofSubject = { what: string; visitor: string; key: string }

export function makeChallenge(keyedHash: KeyedHash, subject: ProofSubject, bits: number, now: Date): string {
  const expires = after(now, lifeMs).getTime()
  return `${expires}.${bits}.${sign(keyedHash, subject, expires, bits)}`
}

export function isProven(
  keyedHash: KeyedHash,
  subject: ProofSubject,
  proof: unknown,
  { bits, now }: { bits: number; now: Date },
): boolean {
  if (typeof proof !== 'string' || proof.length > 120) return false
  const [, expires = '', made = '', signature = ''] =
    /^(\d{1,15})\.(\d{1,2})\.([\w-]{43})~\d{1,12}$/.exec(proof) ?? []
  const isOurs = isSameSecret(signature, sign(keyedHash, subject, Number(expires), Number(made)))
  if (!isOurs || Number(expires) <= now.getTime() || Number(made) < bits) return false
  return isSolved(proof, Number(made))
}

function sign(keyedHash: KeyedHash, { what, visitor, key }: ProofSubject, expires: number, bits: number) {
  return keyedHash(JSON.stringify(['challenge', what, visitor, key, expires, bits]))
}
