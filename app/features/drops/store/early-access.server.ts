import { createHmac } from 'node:crypto'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { codeOf, hashSecret } from '#app/kit/ids.ts'
import { normalizeCode } from '#app/kit/typed-text.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import { type DropTheme, statusAt } from '../rules.ts'
import { drops, dropUnits, earlyAccessCodes, patches, patchHolds } from '../tables.ts'

/** Twelve letters carry 58 bits: too many to guess online or from the stored hash while a code is valid. */
const codeLetters = 12

export type EarlyAccess = {
  patchId: string
  patchName: string
  dropName: string
  slug: string
  theme: DropTheme
  launchDate: Date | null
  /** In plain text: only this email ever contains them. */
  codes: string[]
}

export function hashEarlyCode(input: string): string {
  return hashSecret(normalizeCode(input))
}

/**
 * The codes of a paid order, one for each patch with early access. They are derived from the secret `key`, so the
 * same order always gets the same codes: the mail job may run twice, and only hashes are stored. Patches that were
 * returned, or are being returned, get none, and neither do those of a drop that has launched: a code opens nothing there.
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
  const opening = bought.filter(
    ({ drop }) => statusAt({ ...drop, remaining: drop.totalUnits }, now) === 'coming_soon',
  )
  const granted = opening.map(({ patchId, patchName, quantity, drop }) => ({
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
 * Selects the hash of a usable code for this drop: its order has the patch, no return is in progress, and no unit is
 * held or taken with it. The patch row is locked until the unit is held, so that a concurrent refund waits and then
 * finds the code used.
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
