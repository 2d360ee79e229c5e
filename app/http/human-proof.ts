import { isProven } from './proof-of-work.ts'
import { madeAtField, proofField, trapField } from './sender-fields.ts'

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
