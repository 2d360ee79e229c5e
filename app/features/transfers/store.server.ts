import type { Db } from '#app/db/db.server.ts'
import { isDealerReady, type DealerLack } from '#app/features/dealers/rules.ts'
import { listDealerFiles, findDealerFile, type FiledDealer } from '#app/features/dealers/store/file.server.ts'
import { isEnding } from '#app/features/orders/rules.ts'
import {
  listOpenTransfers,
  type OpenTransfers,
  countOpenTransfers,
} from '#app/features/orders/store/order-list.server.ts'
import { findStageMedians } from '#app/features/reservations/store/facts.server.ts'
import { formatIsoDay, formatDay } from '#app/kit/date-format.ts'
import { barOf, type BoardRow, daysFrom, inBoardOrder } from './rules.ts'
import { listKnownDealers } from '#app/features/dealers/store/search.server.ts'
import { listDealerUploads } from '#app/features/dealers/store/uploads.server.ts'

type Clock = { now: Date; timeZone: string }

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
  const rows = [...groups].flatMap(([key, [first, ...others]]): BoardRow[] => {
    if (!first) return []
    const file = files.get(key)
    return [
      {
        dealerKey: first.dealerKey,
        name: first.dealerName ?? '',
        place: [first.dealerCity, first.dealerState].filter(Boolean).join(' '),
        licenseEnds: file?.licenseExpiresOn ?? null,
        missing: missingIn(file, 'sbr', today),
        slips: [first, ...others].flatMap(({ orderId, position, stage, plate, ...transfer }) => {
          if (stage === null || isEnding(stage)) return []
          const { stageOn, paidAt } = transfer
          const days = daysFrom(stageOn ?? (paidAt ? formatIsoDay(paidAt, timeZone) : today), today)
          const median = medians[stage] ?? null
          const label = plate ? `${plate.dropNumber}/${plate.unitNumber}` : transfer.title
          const buyer = transfer.buyerName ?? ''
          return { orderId, position, label, buyer, stage, days, median, ...barOf(days, median) }
        }),
      },
    ]
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
    name: nameOf(dealer),
    open: open.get(dealer.key) ?? 0,
    missing: missingIn(file, null, today),
  }))
  return rows.toSorted(
    (one, other) =>
      Number(other.missing.length > 0) - Number(one.missing.length > 0) || one.name.localeCompare(other.name),
  )
}

export type ShownFile = NonNullable<Awaited<ReturnType<typeof findShownFile>>>

export async function findShownFile(db: Db, key: string, { now, timeZone }: Clock) {
  const filed = await findDealerFile(db, key)
  if (!filed) return undefined
  const today = formatIsoDay(now, timeZone)
  const [transfers, uploads] = await Promise.all([listOpenTransfers(db, key), listDealerUploads(db, key)])
  return {
    ...filed,
    today,
    name: nameOf(filed.dealer),
    missing: missingIn(filed.file, null, today),
    transfers,
    copies: uploads.map(({ file, type, bytes, sentAt, orderId, uploadedBy }) => {
      const on = formatDay(sentAt, timeZone)
      const from = orderId === null ? `uploaded ${on} by ${uploadedBy}` : `sent ${on} for order ${orderId}`
      const kind = type === 'application/pdf' ? 'PDF' : 'Picture'
      return { file, words: `${kind}, ${Math.ceil(bytes / 1_024)} kB, ${from}` }
    }),
  }
}

/** Why an item of a class, without one an NFA item, may not go to this dealer today. */
function missingIn(...asked: Parameters<typeof isDealerReady>): readonly DealerLack[] {
  const ready = isDealerReady(...asked)
  return ready.ok ? [] : ready.missing
}

const nameOf = ({ tradeName, name }: FiledDealer['dealer']) => tradeName ?? name
