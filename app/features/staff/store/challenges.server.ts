// What a browser has been given to answer once, within minutes. The browser holds a secret; only its hash is stored.
import { and, eq, gt } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { after, minute } from '#app/kit/clock.ts'
import { hashSecret, secretToken } from '#app/kit/ids.ts'
import { staffChallenges } from '../tables.ts'

type Challenge = typeof staffChallenges.$inferSelect
type Purpose = Challenge['purpose']

const waitMs = 10 * minute

export async function openChallenge(
  db: Db,
  now: Date,
  values: { purpose: Purpose; memberId?: string; challenge?: string },
): Promise<string> {
  const token = secretToken()
  await db
    .insert(staffChallenges)
    .values({ ...values, tokenHash: hashSecret(token), expiresAt: after(now, waitMs) })
  return token
}

export async function findChallenge(
  db: Db,
  token: string | undefined,
  purpose: Purpose,
  now: Date,
): Promise<Challenge | undefined> {
  if (!token) return undefined
  const [found] = await db
    .select()
    .from(staffChallenges)
    .where(isOpen(token, purpose, now))
  return found
}

/** Takes the challenge: an answer is judged once, right or wrong. */
export async function takeChallenge(
  db: Db,
  token: string | undefined,
  purpose: Purpose,
  now: Date,
): Promise<Challenge | undefined> {
  if (!token) return undefined
  const [taken] = await db
    .delete(staffChallenges)
    .where(isOpen(token, purpose, now))
    .returning()
  return taken
}

function isOpen(token: string, purpose: Purpose, now: Date) {
  return and(
    eq(staffChallenges.tokenHash, hashSecret(token)),
    eq(staffChallenges.purpose, purpose),
    gt(staffChallenges.expiresAt, now),
  )
}
