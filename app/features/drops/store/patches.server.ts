import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { priceAtSql } from '#app/catalog/prices.server.ts'
import { revisedRows } from '#app/catalog/revised-rows.server.ts'
import { heldPieces } from '#app/catalog/tables.ts'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { countedGoods } from '#app/features/orders/store/counted.server.ts'
import { refuse, allowed } from '#app/kit/refusal.ts'
import { drops, patches, dropUnits, earlyAccessCodes } from '../tables.ts'
import { without } from '#app/db/held-stock.server.ts'
import { z } from 'zod'
import type { Sellable } from '#app/features/orders/sellable.ts'
import { patchPath, patchPictureAt, statusAt } from '../rules.ts'
import { findPatchSubject } from './artwork.server.ts'
import { hasStatus } from './drops.server.ts'
import { createHmac } from 'node:crypto'
import { codeOf, hashSecret } from '#app/kit/ids.ts'
import { normalizeCode } from '#app/kit/text.ts'

/** Twelve letters carry 58 bits: too many to guess online or from the stored hash while a code is valid. */
const codeLetters = 12

export function hashEarlyCode(input: string): string {
  return hashSecret(normalizeCode(input))
}

export type EarlyAccess = Awaited<ReturnType<typeof makeEarlyCodes>>[number]

/** In plain text, which only their email ever has. Derived from the secret `key`: the mail job may run twice, and only hashes are stored. A returned patch or a launched drop has none. */
export async function makeEarlyCodes({ tx, now }: UnitOfWork, key: string, orderId: string) {
  const bought = await tx
    .select({ patchId: patches.id, patchName: patches.name, quantity: heldPieces.quantity, drop: drops })
    .from(heldPieces)
    .innerJoin(patches, and(eq(heldPieces.kind, 'patch'), eq(sql`${patches.id}::text`, heldPieces.item)))
    .innerJoin(drops, eq(drops.id, patches.dropId))
    .where(
      and(
        eq(heldPieces.orderId, orderId),
        eq(heldPieces.state, 'sold'),
        eq(heldPieces.isReturning, false),
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

/** The patch row is locked until the unit is held, so that a concurrent refund waits and then finds the code used. */
export function usableCodeQuery(dropId: SQL, codeHash: SQL): SQL {
  return sql`
    select code.code_hash from ${earlyAccessCodes} code
    join ${heldPieces} bought on bought.order_id = code.order_id and bought.kind = 'patch'
      and bought.item = code.patch_id::text and bought.state = 'sold' and not bought.is_returning
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

/** No return of a patch whose code holds or took a number; while a return is in progress its codes do not work. */
const patchReturnHandler = {
  async refusal(db, { orderId }, ref) {
    return (await isCodeInUse(db, orderId, ref)) ? 'code_in_use' : undefined
  },

  async begin({ tx }, { orderId }, ref, isForced) {
    // Locked in a separate statement, so that the next one sees a concurrent use of a code.
    await tx.select({ patch: heldPieces.item }).from(heldPieces).where(isHold(orderId, ref)).for('update')
    if (!isForced && (await isCodeInUse(tx, orderId, ref))) return 'code_in_use'
    await tx.update(heldPieces).set({ isReturning: true }).where(isHold(orderId, ref))
    return undefined
  },

  async undo({ tx }, { orderId }, ref) {
    await tx.update(heldPieces).set({ isReturning: false }).where(isHold(orderId, ref))
  },
} satisfies Sellable<{ patch: string }>['returning']

const isHold = (orderId: string, { patch }: { patch: string }) =>
  and(eq(heldPieces.orderId, orderId), eq(heldPieces.kind, 'patch'), eq(heldPieces.item, patch))

async function isCodeInUse(db: Db, orderId: string, { patch }: { patch: string }): Promise<boolean> {
  const used = await db
    .select({ used: sql`1` })
    .from(earlyAccessCodes)
    .innerJoin(dropUnits, eq(dropUnits.earlyCode, earlyAccessCodes.codeHash))
    .where(and(eq(earlyAccessCodes.orderId, orderId), eq(earlyAccessCodes.patchId, patch)))
    .limit(1)
  return used.length > 0
}

const counted = countedGoods({
  kind: 'patch',
  table: patches,
  id: z.uuid(),
  stock: patches.availableQuantity,
  soldBefore: patches.soldQuantity,
})

export const patch = {
  ...counted.sellable(findPatch, {
    price: sql`item.price`,
    columns: (now) => sql`
      case when item.grants_early_access and ${hasStatus('coming_soon', now)} then 'Patch with early access, '
        else 'Patch, ' end || ${drops.name} as detail,
      'apparel_patch' as tax_class,
      ${without('item_class', 'refund_until', 'magazine', 'plate', 'firearm', 'flags', 'variant')}`,
    join: sql`join ${drops} on ${drops.id} = item.drop_id`,
  }),
  paidJob: 'mail-early-access',
  returning: patchReturnHandler,
} satisfies Sellable<{ patch: string; quantity: number }>

export const patchGood = counted.good(findPatch, async ({ id, slug, dropName, price, imageUrl }, db) => ({
  detail: dropName,
  unitCents: price,
  picture: imageUrl ?? patchPictureAt(id, (await findPatchSubject(db, id))?.version ?? '', 240),
  path: patchPath(slug),
}))

async function readPatches(db: Db, now: Date, which: SQL) {
  const rows = await db
    .select({
      row: patches,
      left: counted.left(now),
      bought: counted.sold,
      price: priceAtSql('patch', patches.id, patches.price, now),
      dropName: drops.name,
      slug: drops.slug,
    })
    .from(patches)
    .innerJoin(drops, eq(drops.id, patches.dropId))
    .where(and(which, eq(patches.state, 'visible')))
    .orderBy(asc(patches.position), desc(patches.grantsEarlyAccess), asc(patches.name))
  return rows.map(({ row: { state: _s, revision: _r, ...row }, bought, ...more }) => ({
    ...row,
    ...more,
    soldQuantity: row.soldQuantity + bought,
  }))
}

export function listPatches(db: Db, dropId: string, now: Date) {
  return readPatches(db, now, eq(patches.dropId, dropId))
}

export async function findPatch(db: Db, id: string, now: Date) {
  const [found] = await readPatches(db, now, eq(patches.id, id))
  return found
}

export function listPatchNames(db: Db, max: number) {
  return db
    .select({ name: patches.name, description: patches.description, dropName: drops.name, slug: drops.slug })
    .from(patches)
    .innerJoin(drops, eq(drops.id, patches.dropId))
    .where(eq(patches.state, 'visible'))
    .orderBy(asc(patches.name), asc(patches.id))
    .limit(max)
}

export const patchRows = revisedRows(patches, 'id', ['dropId', 'position', 'name'])

export function listPatchDrops(db: Db): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: drops.id, name: drops.name })
    .from(drops)
    .orderBy(desc(drops.dropNumber), desc(drops.id))
}

export const patchStock = { list: counted.listStock, enter: counted.enter }
