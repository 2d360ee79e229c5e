import { sql } from 'drizzle-orm'
import { actAs, type SentForm } from '#app/access/act.server.ts'
import type { AppContext } from '#app/db/db.server.ts'
import { importList, noteList } from '#app/features/dealers/store/list.server.ts'
import { countOpenTransfers } from '#app/features/orders/store/order-list.server.ts'
import { noteStep } from '#app/features/setup/progress.server.ts'
import { countOf } from '#app/kit/count.ts'

/** One list at a time. Refused, it leaves nothing behind. */
export function takeList(
  ctx: AppContext,
  content: string,
  { name, actor, form }: { name: string; actor: string; form?: SentForm },
) {
  type Taken = { ok: true; listed: number; added: number; changed: number; unlisted: number; bad: number }
  const data = ({ ok: _, ...counts }: Taken) => counts
  const act = { verb: 'import-dealers', subject: name, data, ...(form && { form }) }
  return actAs(ctx, actor, act, async (work) => {
    await work.tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('dealer-lists', 0))`)
    const taken = await importList(work, content, await countOpenTransfers(work.tx))
    if (!taken.ok) return taken
    const { ok: _, ...difference } = taken
    await noteList(work, { name, takenBy: actor, difference })
    const { listed, added, changed, unlisted, bad } = taken
    const detail = `${countOf(listed, 'dealer is', 'dealers are')} listed.`
    await noteStep(work, 'dealers', { state: 'done', by: actor, detail })
    return { ok: true as const, listed, added, changed, unlisted, bad: bad.length }
  })
}
