import { sha256 } from '@noble/hashes/sha2.js'
import { after, day } from '#app/kit/clock.ts'

/** A proof names its day and is made for one subject: nothing is stored for it, and no page carries a challenge. The SHA-256 begins with so many zero bits. Computed in script: the browser's own takes a promise for each and seven times as long. */

/** The work of an ordinary form: 8,192 tries on average, under half a second on a slow phone. */
export const usualBits = 13
/** Where much comes from one network, or stolen cards are being tested: 131,072 tries on average. */
export const hardBits = 17
/** The hardest that is asked of anybody: a slow phone makes it in a minute, while its buyer types. */
export const maxBits = 20

const triesInTurn = 1_024

const encoder = new TextEncoder()

async function solve(textOf: (number: number) => string, bits: number): Promise<number> {
  for (let number = 0; ; number++) {
    if (isSolved(textOf(number), bits)) return number
    // Not a wait for time to pass: the page takes its turn, and the work goes on.
    if (number % triesInTurn === triesInTurn - 1) await new Promise((resolve) => setTimeout(resolve))
  }
}

export async function makeProof(subject: string, now: Date, bits = usualBits): Promise<string> {
  const date = dateOf(now)
  return `${date}.${await solve((number) => `${date}.${number} ${subject}`, bits)}`
}

/** The browser's date may differ from `now` by a day, because clocks and zones differ. */
export function isProven(
  proof: unknown,
  subject: string,
  { now, bits = usualBits }: { now: Date; bits?: number },
): boolean {
  if (typeof proof !== 'string' || proof.length > 40) return false
  const days = [-1, 0, 1].map((away) => dateOf(after(now, away * day)))
  return days.includes(proof.split('.')[0] ?? '') && isSolved(`${proof} ${subject}`, bits)
}

function dateOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}

function isSolved(text: string, bits: number): boolean {
  const { buffer, byteOffset } = sha256(encoder.encode(text))
  return new DataView(buffer, byteOffset).getUint32(0) < 2 ** (32 - bits)
}

export const holdProofField = 'holdProof'

/** What the proof of a form is for that takes stock or charges a card. Its key starts one order or payment. */
export function holdSubject({ what, key }: { what: string; key: string }): string {
  return `hold ${what} ${key}`
}

export const trapField = 'website'
export const proofField = 'proof'
export const madeAtField = 'madeAt'

/**
 * Keeps bots out of the public forms without a third party and without a puzzle for people.
 *
 * - A field that no person sees: a sender that fills it in is a program, and gets an ordinary success response.
 * - A proof of work that the browser computes while the button shows that it is busy. It costs a person a fraction of a
 *   second, and a program that runs no script does not have it. It is bound to the email address, the form and the
 *   day, so it cannot be reused; nothing is stored for it and no page carries a challenge, so pages stay the same for
 *   everyone and can be cached.
 * - A browser without script has no proof. Its form is accepted under a stricter limit per address. A page rendered for
 *   one visitor may also carry the time it was rendered, as a time trap.
 *
 * None of this stops an attack on this shop in particular: the rate limits do, and the rule that a list mails nobody
 * who has not confirmed.
 */

export type Sender = 'proven' | 'unproven' | 'trapped'

const fastestMs = 3_000

export function proofSubject(form: string, email: FormDataEntryValue | null): string {
  return `${form} ${typeof email === 'string' ? email.trim().toLowerCase() : ''}`
}

export function verifySender(form: FormData, subject: string, now: Date): Sender {
  if (form.get(trapField)) return 'trapped'
  return isProven(form.get(proofField), subject, { now }) ? 'proven' : 'unproven'
}

/** Faster than a person could have filled it in. Only for pages that carry the time they were rendered. */
export function isTooFast(form: FormData, now: Date): boolean {
  const madeAt = form.get(madeAtField)
  const moment = typeof madeAt === 'string' ? Date.parse(madeAt) : Number.NaN
  return Number.isNaN(moment) || now.getTime() - moment < fastestMs
}

/** Marks a form with a `key` that takes stock or charges a card: `site/proof.ts` sends it with its proof of work. */
export function heldProof(what: string, bits = usualBits) {
  return { 'data-proof': 'hold', 'data-proof-for': what, 'data-proof-bits': bits }
}

export function humanProof(form: string) {
  return { 'data-proof': 'human', 'data-proof-for': form }
}
