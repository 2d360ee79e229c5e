import { sql } from 'drizzle-orm'
import { actAs, type SentForm } from '#app/access/act.server.ts'
import type { AppContext, Db } from '#app/db/db.server.ts'
import { importList, noteList } from '#app/features/dealers/store/list.server.ts'
import { noteStep } from '#app/features/setup/progress.server.ts'
import { countOf } from '#app/kit/text.ts'
import { lacksOf } from '#app/features/dealers/rules.ts'
import { listDealerFiles, listKnownDealers } from '#app/features/dealers/store/search.server.ts'
import { isEnding } from '#app/features/orders/rules.ts'
import {
  countOpenTransfers,
  listOpenTransfers,
  type OpenTransfers,
} from '#app/features/orders/store/order-list.server.ts'
import { findStageMedians } from '#app/features/reservations/store/move.server.ts'
import { formatIsoDay } from '#app/kit/dates.ts'
import { barOf, daysFrom, inBoardOrder } from './rules.ts'

type Clock = { now: Date; timeZone: string }

/** What is on its way to each dealer. A slip without a unit of a drop is named by its item; `dealerKey` is null for a dealer whom the buyer typed. */
export async function findBoard(
  db: Db,
  { now, timeZone }: Clock,
  transfers: OpenTransfers = listOpenTransfers(db),
) {
  const [open, medians] = await Promise.all([transfers, findStageMedians(db, now)])
  const keys = [...new Set(open.flatMap(({ dealerKey }) => dealerKey ?? []))]
  const files = new Map((await listDealerFiles(db, keys)).map((filed) => [filed.dealer.key, filed.file]))
  const today = formatIsoDay(now, timeZone)
  const groups = Map.groupBy(open, ({ dealerKey, dealerName }) => dealerKey ?? dealerName ?? '')
  const rows = [...groups].map(([key, group]) => {
    const { dealerKey = null, dealerName, dealerCity, dealerState } = group[0] ?? {}
    return {
      dealerKey,
      name: dealerName ?? '',
      place: [dealerCity, dealerState].filter(Boolean).join(' '),
      licenseEnds: files.get(key)?.licenseExpiresOn,
      missing: lacksOf(files.get(key), 'sbr', today),
      slips: group.flatMap(({ orderId, position, stage, stageOn, paidAt, plate, title, buyerName }) => {
        if (stage === null || isEnding(stage)) return []
        const days = daysFrom(stageOn ?? (paidAt ? formatIsoDay(paidAt, timeZone) : today), today)
        const median = medians[stage] ?? null
        const label = plate ? `${plate.dropNumber}/${plate.unitNumber}` : title
        return {
          orderId,
          position,
          label,
          buyer: buyerName ?? '',
          stage,
          days,
          median,
          ...barOf(days, median),
        }
      }),
    }
  })
  return { rows: inBoardOrder(rows), medians }
}

export async function listDealerRows(db: Db, search: string, clock: Clock) {
  const [open, found] = await Promise.all([
    countOpenTransfers(db),
    search ? listKnownDealers(db, search, clock.now) : undefined,
  ])
  const today = formatIsoDay(clock.now, clock.timeZone)
  const keys = found ? found.map(({ key }) => key) : [...open.keys()]
  const rows = (await listDealerFiles(db, keys)).map(({ dealer, file }) => ({
    dealer,
    file,
    name: dealer.tradeName ?? dealer.name,
    open: open.get(dealer.key) ?? 0,
    missing: lacksOf(file, null, today),
  }))
  return rows.toSorted(
    (one, other) =>
      Number(other.missing.length > 0) - Number(one.missing.length > 0) || one.name.localeCompare(other.name),
  )
}

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
