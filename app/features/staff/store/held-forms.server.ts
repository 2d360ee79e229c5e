// A form that arrives when its member has to sign in again: stored encrypted for some minutes, so that nothing typed is lost.
import { and, eq, gt } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { after, minute } from '#app/kit/clock.ts'
import { hashSecret, type KeyedHash, seal, secretToken, unseal } from '#app/kit/ids.ts'
import { staffHeldForms } from '../tables.ts'

const waitMs = 15 * minute
/** Longer forms than any of the console, in characters. */
const maxLength = 64 * 1024

export type HeldForm = { path: string; fields: [name: string, value: string][] }

type Holding = { db: Db; now: () => Date; keyedHash: KeyedHash }

/** Stores a form and returns the secret that opens it for its member; `undefined` when it is too long. */
export async function holdForm(
  { db, now, keyedHash }: Holding,
  memberId: string,
  { path, fields }: HeldForm,
): Promise<string | undefined> {
  const text = JSON.stringify(fields)
  if (text.length > maxLength) return undefined
  const token = secretToken()
  await db.insert(staffHeldForms).values({
    tokenHash: hashSecret(token),
    memberId,
    path,
    fields: seal(keyedHash, `form ${token}`, text),
    expiresAt: after(now(), waitMs),
  })
  return token
}

export async function findHeldForm(
  { db, now, keyedHash }: Holding,
  memberId: string,
  token: string,
): Promise<HeldForm | undefined> {
  const [found] = await db
    .select()
    .from(staffHeldForms)
    .where(
      and(
        eq(staffHeldForms.tokenHash, hashSecret(token)),
        eq(staffHeldForms.memberId, memberId),
        gt(staffHeldForms.expiresAt, now()),
      ),
    )
  if (!found) return undefined
  const fields = JSON.parse(unseal(keyedHash, `form ${token}`, found.fields)) as HeldForm['fields']
  return { path: found.path, fields }
}
