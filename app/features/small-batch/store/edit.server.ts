import { and, eq, ne, sql } from 'drizzle-orm'
import { type RevisedRows, type RowValues, revisedRows } from '#app/catalog/revised-rows.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { smallBatchReleases as releases, smallBatchSlots as slots } from '../tables.ts'

const rows = revisedRows(releases, 'id', ['opensAt'])

/** What buyers of a slot relied on: it stays once a slot is held or taken. */
const promised = ['priceCents', 'depositCents', 'itemClass', 'caliber', 'barrel'] as const

/** Releases as staff edit them: their slots are made with them, and only ever become more. */
export const releaseRows: RevisedRows = {
  ...rows,
  async create(work, values) {
    const made = await rows.create(work, values)
    if (made.ok) await addSlots(work, made.key, Number(values.totalUnits))
    return made
  },
  async change(work, key, seen, values) {
    const before = await rows.findForUpdate(work.tx, key)
    if (before && Number(values.totalUnits ?? before.totalUnits) < Number(before.totalUnits))
      return refuse('slots_only_grow')
    if (before && promised.some((name) => differs(before, values, name)) && (await isAnyClaimed(work, key)))
      return refuse('slots_are_claimed')
    const changed = await rows.change(work, key, seen, values)
    if (changed.ok) await addSlots(work, key, Number(changed.after.totalUnits))
    return changed
  },
}

function differs(before: RowValues, values: RowValues, name: string): boolean {
  return values[name] !== undefined && values[name] !== before[name]
}

/** All slots are locked: a buyer who is claiming one right now is waited for, and none is claimed meanwhile. */
async function isAnyClaimed({ tx }: Pick<UnitOfWork, 'tx'>, id: string): Promise<boolean> {
  await tx.select({ number: slots.number }).from(slots).where(eq(slots.releaseId, id)).for('update')
  const claimed = await tx
    .select({ number: slots.number })
    .from(slots)
    .where(and(eq(slots.releaseId, id), ne(slots.state, 'open')))
    .limit(1)
  return claimed.length > 0
}

async function addSlots({ tx }: Pick<UnitOfWork, 'tx'>, id: string, total: number): Promise<void> {
  await tx.execute(sql`
    insert into ${slots} (release_id, number)
    select ${id}::uuid, number from generate_series(1, ${total}) as number
    on conflict do nothing`)
}
