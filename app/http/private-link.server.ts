import { isSameSecret, type KeyedHash } from '#app/kit/ids.ts'
import type { Limits } from './limits.server.ts'
import { data } from 'react-router'
import { tooManyWords } from './errors.ts'

/** What a link opens, its purpose first: a link for one purpose, or to one thing, opens nothing else. */
export type LinkSubject = readonly [purpose: string, id: string]

/** What a signature says besides its subject: when the link was made, and in which epoch of its thing. A later epoch ends it. */
export type SignedLink = { madeAt: Date; epoch: string }

const tokenParts = /^([\da-z]{7})([\w-]{0,22})([\w-]{43})$/

/** The secret of a private link: nothing of it is stored, because only the shop can make one. */
export function signLink(sign: KeyedHash, subject: LinkSubject, { madeAt, epoch }: SignedLink): string {
  const made = Math.floor(madeAt.getTime() / 1_000)
    .toString(36)
    .padStart(7, '0')
  return made + epoch + signatureOf(sign, subject, made, epoch)
}

/** What the secret of a private link says; `undefined` unless this shop made it for this subject, and within its life of `lifeMs`. */
export function readLink(
  sign: KeyedHash,
  subject: LinkSubject,
  token: string,
  { now, lifeMs = Infinity }: { now: Date; lifeMs?: number },
): SignedLink | undefined {
  const [, made = '', epoch = '', signature = ''] = tokenParts.exec(token) ?? []
  if (!isSameSecret(signature, signatureOf(sign, subject, made, epoch))) return undefined
  const madeAt = new Date(Number.parseInt(made, 36) * 1_000)
  return now.getTime() < madeAt.getTime() + lifeMs ? { madeAt, epoch } : undefined
}

function signatureOf(sign: KeyedHash, subject: LinkSubject, made: string, epoch: string): string {
  return sign(JSON.stringify(['link', ...subject, made, epoch]))
}

type Guess = {
  limits: Limits
  address: string
  token: string | null | undefined
}

/** A right secret always works: nobody in its network can lock it out. A wrong one throws `missing()`, or a 429 after too many. */
export async function openPrivateLink<Found>(
  { limits, address, token }: Guess,
  find: (token: string) => Promise<Found | undefined>,
  missing: () => unknown,
): Promise<Found> {
  if (!token) throw missing()
  const found = await find(token)
  if (found !== undefined) return found
  const guess = await limits.take('privateLinkMiss', address)
  throw guess.ok ? missing() : tooManyTries(guess.retryAfterSeconds)
}

export function isHttps({ publicUrl }: { publicUrl: string }): boolean {
  return publicUrl.startsWith('https:')
}

function tooManyTries(retryAfterSeconds: number) {
  const text = tooManyWords(retryAfterSeconds)
  return data(
    { title: 'Too Many Tries', text },
    { status: 429, statusText: text, headers: { 'Retry-After': String(retryAfterSeconds) } },
  )
}
