import { without } from '#app/db/held-stock.server.ts'
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { priceAtSql } from '#app/catalog/prices.server.ts'
import { countedStock } from '#app/db/counted-stock.server.ts'
import type { Db } from '#app/db/db.server.ts'
import type { Sellable } from '#app/features/orders/sellable.ts'
import { refuse } from '#app/kit/refusal.ts'
import { isUuid } from '#app/kit/uuid.ts'
import type { CartGood } from '../../cart/rules.ts'
import { maxPatches, patchPath, patchPictureAt } from '../rules.ts'
import { drops, dropUnits, earlyAccessCodes, patches, patchHolds } from '../tables.ts'
import { findPatchSubject } from './artwork.server.ts'
import { hasStatus } from './drops.server.ts'
import { findPatch } from './patches.server.ts'

type PatchLine = { patch: string }

/**
 * Early-access codes while their patch is returned. A buyer cannot return a patch whose code holds or took a number;
 * while the return is in progress its codes do not work. Releasing the number makes both possible again.
 */
const patchReturnHandler = {
  async refusal(db, orderId, ref) {
    return (await isCodeInUse(db, orderId, ref)) ? 'code_in_use' : undefined
  },

  async begin({ tx }, orderId, ref, isForced) {
    // Locked in a separate statement, so that the next one sees a concurrent use of a code.
    await tx.select({ patch: patchHolds.patchId }).from(patchHolds).where(isHold(orderId, ref)).for('update')
    if (!isForced && (await isCodeInUse(tx, orderId, ref))) return 'code_in_use'
    await tx.update(patchHolds).set({ isReturning: true }).where(isHold(orderId, ref))
    return undefined
  },

  async undo({ tx }, orderId, ref) {
    await tx.update(patchHolds).set({ isReturning: false }).where(isHold(orderId, ref))
  },
} satisfies Sellable<PatchLine>['returning']

const isHold = (orderId: string, { patch }: PatchLine) =>
  and(eq(patchHolds.orderId, orderId), eq(patchHolds.patchId, patch))

async function isCodeInUse(db: Db, orderId: string, { patch }: PatchLine): Promise<boolean> {
  const used = await db
    .select({ used: sql`1` })
    .from(earlyAccessCodes)
    .innerJoin(dropUnits, eq(dropUnits.earlyCode, earlyAccessCodes.codeHash))
    .where(and(eq(earlyAccessCodes.orderId, orderId), eq(earlyAccessCodes.patchId, patch)))
    .limit(1)
  return used.length > 0
}

const patchRef = z.object({ patch: z.uuid(), quantity: z.number().int().min(1).max(maxPatches) })

export type PatchRef = z.infer<typeof patchRef>

export const patch = {
  kind: 'patch',
  parseRef: (ref) => patchRef.parse(ref),
  topic: () => null,

  async refusal({ tx, now }, { patch: id, quantity }) {
    const found = await findPatch(tx, id, now)
    if (!found) return refuse('patch_not_found')
    if (found.left === 0) return refuse('out_of_stock')
    return found.left < quantity ? refuse('fewer_left') : undefined
  },

  // The row is locked in the inner select (`limit` keeps the condition outside), and stock is counted after.
  stock: (ref, now) => sql`
    select item.id as item,
      jsonb_build_object('patch', item.id, 'quantity', (${ref} ->> 'quantity')::int) as ref,
      item.name as title,
      case when item.grants_early_access and ${hasStatus('coming_soon', now)} then 'Patch with early access, '
        else 'Patch, ' end || ${drops.name} as detail,
      (${ref} ->> 'quantity')::int as quantity,
      ${priceAtSql('patch', sql`item.id`, sql`item.price`, now)} as unit_cents,
      'shipping' as fulfillment,
      'apparel_patch' as tax_class,
      ${without('item_class', 'refund_until', 'magazine', 'plate', 'firearm', 'flags', 'variant')}
    from (select * from ${patches} where id = (${ref} ->> 'patch')::uuid limit 1 for update) item
    join ${drops} on ${drops.id} = item.drop_id
    where item.state = 'visible' and patch_left(item.id, ${now}) >= (${ref} ->> 'quantity')::int`,

  ...countedStock({
    holds: patchHolds,
    item: patchHolds.patchId,
    itemName: 'patch_id',
    itemOf: (ref) => sql`(${ref} ->> 'patch')::uuid`,
  }),

  paidJob: 'mail-early-access',
  returning: patchReturnHandler,
} satisfies Sellable<PatchRef>

export const patchGood: CartGood = {
  ref: (id, quantity) => ({ patch: id, quantity }),
  idOf: (ref) => patchRef.parse(ref).patch,
  async describe(db, id, now) {
    const found = isUuid(id) ? await findPatch(db, id, now) : undefined
    if (!found) return undefined
    const subject = await findPatchSubject(db, id)
    return {
      title: found.name,
      detail: found.dropName,
      unitCents: found.price,
      left: found.left,
      maxPerOrder: maxPatches,
      picture: found.imageUrl ?? patchPictureAt(id, subject?.version ?? '', 240),
      path: patchPath(id),
      isParcel: true,
    }
  },
}
