// Counts tries to sign in, by keyed hash: of an account whether or not it exists, and of a network address.
import { randomUUID } from 'node:crypto'
import { eq, inArray, sql } from 'drizzle-orm'
import { type AppContext, transact } from '#app/db/work.server.ts'
import type { Db } from '#app/db/db.server.ts'
import { after, minute } from '#app/kit/clock.ts'
import type { KeyedHash } from '#app/kit/ids.ts'
import { refuse } from '#app/kit/refusal.ts'
import { countTry, isLocked, triesPerLock } from '../rules/lock-out.ts'
import { staffFailures, staffMembers } from '../tables.ts'

export type Trier = { account: string; address: string }

type Counting = AppContext & { keyedHash: KeyedHash }

/** Counts one try in a transaction of its own, before it is judged. Refused while account or address is locked. */
export function beginTry(ctx: Counting, trier: Trier) {
  return transact(ctx, async ({ tx, now, enqueue }) => {
    const keys = keysOf(ctx.keyedHash, trier)
    // In one order, so that two tries never wait for each other.
    for (const { key } of keys)
      await tx.insert(staffFailures).values({ key, times: 0, lastAt: now }).onConflictDoNothing()
    const rows = await tx
      .select()
      .from(staffFailures)
      .where(
        inArray(
          staffFailures.key,
          keys.map(({ key }) => key),
        ),
      )
      .orderBy(staffFailures.key)
      .for('update')
    if (rows.some((row) => isLocked(row, now))) return refuse('locked')
    for (const { key, perLock } of keys) {
      const before = rows.find((row) => row.key === key)
      const counted = countTry(before, perLock, now)
      await tx.update(staffFailures).set(counted).where(eq(staffFailures.key, key))
      if (perLock !== triesPerLock.account || !counted.lockedUntil) continue
      // A member is told that the way is closed. Who is none is answered in the same time.
      const [member] = await tx
        .select({ id: staffMembers.id })
        .from(staffMembers)
        .where(eq(staffMembers.email, trier.account.toLowerCase()))
      const notice = {
        memberId: member?.id ?? randomUUID(),
        notice: 'locked',
        device: '',
        at: now.toISOString(),
      }
      await enqueue('mail-staff-security', notice, { startAfter: after(now, minute) })
    }
    return { ok: true as const }
  })
}

export async function isAccountLocked(
  { db, keyedHash, now }: Pick<Counting, 'db' | 'keyedHash' | 'now'>,
  account: string,
): Promise<boolean> {
  const { account: key } = trierKeys(keyedHash, { account, address: '' })
  const [row] = await db.select().from(staffFailures).where(eq(staffFailures.key, key))
  return isLocked(row, now())
}

/** After a sign-in the account's tries are forgotten, and the address has one less. */
export async function forgetTries(tx: Db, keyedHash: KeyedHash, trier: Trier): Promise<void> {
  const { account, address } = trierKeys(keyedHash, trier)
  await tx.delete(staffFailures).where(eq(staffFailures.key, account))
  await tx
    .update(staffFailures)
    .set({ times: sql`greatest(0, ${staffFailures.times} - 1)` })
    .where(eq(staffFailures.key, address))
}

function keysOf(keyedHash: KeyedHash, trier: Trier) {
  const { account, address } = trierKeys(keyedHash, trier)
  return [
    { key: account, perLock: triesPerLock.account },
    { key: address, perLock: triesPerLock.address },
  ].toSorted((one, other) => (one.key < other.key ? -1 : 1))
}

function trierKeys(keyedHash: KeyedHash, { account, address }: Trier) {
  return {
    account: keyedHash(`staff account ${account.toLowerCase()}`),
    address: keyedHash(`staff address ${address}`),
  }
}
