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
