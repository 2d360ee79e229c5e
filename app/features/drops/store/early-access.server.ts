import { createHmac } from 'node:crypto'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { codeOf, hashSecret, normalizeCode } from '#app/kit/ids.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import type { DropTheme } from '../rules.ts'
import { drops, dropUnits, earlyAccessCodes, patches, patchHolds } from '../tables.ts'

/** Twelve letters carry 58 bits: nobody guesses them, online or from the stored hash, in the days that a code is good for. */
const codeLetters = 12

/** What a mail about early access tells of one drop. */
export type EarlyAccess = {
  patchId: string
  patchName: string
  dropName: string
  slug: string
  theme: DropTheme
  launchDate: Date | null
  /** Plain: only this mail ever has them. */
  codes: string[]
}

/** A code as it is stored and asked for. */
export function hashEarlyCode(input: string): string {
  return hashSecret(normalizeCode(input))
}

/**
 * The codes that a paid order has earned with its patches, one for each piece that grants early access. `key` is the shop's
 * own secret: the same order gives the same codes whenever it is asked, so the job that mails them may run twice and only
 * hashes have to be kept. An order that gave its patches back, or is about to, earns none.
 */
export async function makeEarlyCodes(
  { tx, now }: UnitOfWork,
  key: string,
  orderId: string,
): Promise<EarlyAccess[]> {
  const bought = await tx
    .select({ patchId: patches.id, patchName: patches.name, quantity: patchHolds.quantity, drop: drops })
    .from(patchHolds)
    .innerJoin(patches, eq(patches.id, patchHolds.patchId))
    .innerJoin(drops, eq(drops.id, patches.dropId))
    .where(
      and(
        eq(patchHolds.orderId, orderId),
        eq(patchHolds.state, 'sold'),
        eq(patchHolds.isReturning, false),
        eq(patches.grantsEarlyAccess, true),
      ),
    )
    .orderBy(patches.id)
  const granted = bought.map(({ patchId, patchName, quantity, drop }) => ({
    patchId,
    patchName,
    dropName: drop.name,
    slug: drop.slug,
    theme: drop.theme,
    launchDate: drop.launchDate,
    codes: Array.from({ length: quantity }, (_, index) => earlyCode(key, orderId, patchId, index)),
  }))
  const rows = granted.flatMap(({ patchId, codes }) =>
    codes.map((code) => ({ codeHash: hashEarlyCode(code), orderId, patchId, madeAt: now })),
  )
  if (rows.length > 0) await tx.insert(earlyAccessCodes).values(rows).onConflictDoNothing()
  return granted
}

function earlyCode(key: string, orderId: string, patchId: string, index: number): string {
  const signature = createHmac('sha512', key).update(`early access ${orderId} ${patchId} ${index}`).digest()
  return codeOf(signature, codeLetters)
}

/**
 * A select of one column and at most one row: the hash, if it is that of a code for this drop which stands and is not used.
 * A code stands while its order has the patch and is not giving it back; it is used while a unit is held or taken with it.
 * The patch is locked until the unit is held: a refund of it that begins at this moment waits and then finds the code used,
 * and one that began before is waited for and seen.
 */
export function usableCodeQuery(dropId: SQL, codeHash: SQL): SQL {
  return sql`
    select code.code_hash from ${earlyAccessCodes} code
    join ${patchHolds} bought on bought.order_id = code.order_id and bought.patch_id = code.patch_id
      and bought.state = 'sold' and not bought.is_returning
    join ${patches} patch on patch.id = code.patch_id and patch.drop_id = ${dropId}
    where code.code_hash = ${codeHash}
      and not exists (select 1 from ${dropUnits} used where used.early_code = code.code_hash)
    for share of bought`
}

/** Why a code does not open a reservation of this drop; allowed when nothing speaks against it. */
export async function earlyCodeRefusal(tx: Db, dropId: string, codeHash: string | undefined) {
  if (codeHash === undefined) return refuse('code_needed')
  const { rows } = await tx.execute(usableCodeQuery(sql`${dropId}::uuid`, sql`${codeHash}`))
  if (rows.length > 0) return allowed
  const [used] = await tx
    .select({ number: dropUnits.number })
    .from(dropUnits)
    .where(eq(dropUnits.earlyCode, codeHash))
  return refuse(used ? 'code_used' : 'code_unknown')
}
