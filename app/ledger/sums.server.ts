import { sql } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { after, hour } from '#app/kit/clock.ts'
import { ledgerEntries, ledgerMarks, ledgerSums } from './tables.ts'

/** Longer than any transaction lives. Until then an entry with a smaller number than the newest may still be committed. */
const settledAfterMs = hour

/**
 * Adds what the entries since the last mark come to, up to a mark that was noted at least an hour ago, and notes the next one.
 * Returns how far the sums count now. Safe to repeat, and balances are the same before and after.
 */
export async function sumLedger({ tx, now }: Pick<UnitOfWork, 'tx' | 'now'>): Promise<number> {
  const newest = sql`coalesce((select max(id) from ${ledgerEntries}), 0)`
  await tx.insert(ledgerMarks).values({ countedTo: 0, nextTo: newest, nextAt: now }).onConflictDoNothing()
  const [mark] = await tx.select().from(ledgerMarks).for('update')
  if (!mark || mark.nextAt > after(now, -settledAfterMs)) return mark?.countedTo ?? 0
  await tx.execute(sql`
    insert into ${ledgerSums} (account, cents)
    select account, sum(amount_cents) from ${ledgerEntries} where id > ${mark.countedTo} and id <= ${mark.nextTo} group by account
    on conflict (account) do update set cents = ledger_sums.cents + excluded.cents`)
  await tx.update(ledgerMarks).set({ countedTo: mark.nextTo, nextTo: newest, nextAt: now })
  return mark.nextTo
}
