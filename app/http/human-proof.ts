/**
 * Keeps programs out of the public forms without asking a third party and without asking people anything.
 *
 * - A field that no person sees: what fills it in is a program, and is answered as if all were well.
 * - A proof of work that the browser makes while the button says that it is busy. It costs a person a fraction of a
 *   second, and somebody who sends ten thousand forms an hour of computing. It is bound to the mail address, the form and
 *   the day, so it cannot be made once and used again; nothing is stored for it and no page has to carry a puzzle, so
 *   pages stay the same for everyone and can be cached.
 * - A browser without script has no proof. Its form is taken all the same, under a stricter limit per address. A page
 *   that is made anew for each visitor may also carry the moment it was made, as a time trap.
 *
 * None of it is proof against somebody who means this shop alone: for those there are the limits, and the rule that
 * nothing is mailed to a list before its owner has confirmed.
 */

/** The name of the field that only programs fill in. */
export const trapField = 'website'
/** The name of the field that carries the proof of work. */
export const proofField = 'proof'
/** The name of the field that says when the page was made, as an ISO moment. */
export const madeAtField = 'madeAt'

/** What a form tells about its sender. */
export type Sender = 'proven' | 'unproven' | 'trapped'

/** A proof is this many zero bits at the start of a SHA-256: 4,096 tries on average, about a tenth of a second. */
const zeroBits = 12
/** Tries made side by side: one at a time would spend most of its time waiting. */
const triesAtOnce = 64
const dayMs = 24 * 60 * 60 * 1_000
/** Nobody reads a form and fills it in faster than this. */
const fastestMs = 3_000

/** What a proof is bound to: the form and the mail address in it, however it was typed. */
export function proofSubject(form: string, email: FormDataEntryValue | null): string {
  return `${form} ${typeof email === 'string' ? email.trim().toLowerCase() : ''}`
}

/**
 * Makes a proof, in the browser. An empty one where the browser cannot (a page that is not served safely): the form is
 * then taken as one without script.
 */
export async function makeProof(subject: string, now: Date): Promise<string> {
  if (!globalThis.crypto?.subtle) return ''
  const date = dateOf(now)
  for (let from = 0; ; from += triesAtOnce) {
    const tries = Array.from({ length: triesAtOnce }, (_, at) => `${date}.${from + at}`)
    const found = await Promise.all(tries.map((proof) => isProof(proof, subject)))
    const proof = tries[found.indexOf(true)]
    if (proof) return proof
  }
}

/** Who sent this form? `now` may be a day away from the browser's date, because clocks and zones differ. */
export async function verifySender(form: FormData, subject: string, now: Date): Promise<Sender> {
  if (form.get(trapField)) return 'trapped'
  const proof = form.get(proofField)
  if (typeof proof !== 'string' || proof.length > 40) return 'unproven'
  const days = [-1, 0, 1].map((away) => dateOf(new Date(now.getTime() + away * dayMs)))
  if (!days.includes(proof.split('.')[0] ?? '')) return 'unproven'
  return (await isProof(proof, subject)) ? 'proven' : 'unproven'
}

/** Was a form sent sooner than a person could have filled it in? Only for pages that carry the moment they were made. */
export function isTooFast(form: FormData, now: Date): boolean {
  const madeAt = form.get(madeAtField)
  const moment = typeof madeAt === 'string' ? Date.parse(madeAt) : Number.NaN
  return Number.isNaN(moment) || now.getTime() - moment < fastestMs
}

async function isProof(proof: string, subject: string): Promise<boolean> {
  const bytes = new TextEncoder().encode(`${proof} ${subject}`)
  const hash = new DataView(await crypto.subtle.digest('SHA-256', bytes))
  return hash.getUint32(0) >>> (32 - zeroBits) === 0
}

function dateOf(moment: Date): string {
  return moment.toISOString().slice(0, 10)
}
