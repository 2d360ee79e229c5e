// Counts tries to sign in, by keyed hash: of an account whether or not it exists, and of a network address.
import { eq, inArray, sql } from 'drizzle-orm'
import { type AppContext, transact } from '#app/db/work.server.ts'
import type { Db } from '#app/db/db.server.ts'
import type { KeyedHash } from '#app/kit/ids.ts'
import { refuse } from '#app/kit/refusal.ts'
import { countTry, isLocked, triesPerLock } from '../rules/lock-out.ts'
import { staffFailures } from '../tables.ts'

/** Whose tries are counted. */
export type Trier = { account: string; address: string }

type Counting = AppContext & { keyedHash: KeyedHash }

/** Counts one try in a transaction of its own, before it is judged. Refused while account or address is locked. */
export function beginTry(ctx: Counting, trier: Trier) {
  return transact(ctx, async ({ tx, now }) => {
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
      await tx
        .update(staffFailures)
        .set(countTry(before, perLock, now))
        .where(eq(staffFailures.key, key))
    }
    return { ok: true as const }
  })
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
