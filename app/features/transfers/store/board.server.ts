import type { Db } from '#app/db/db.server.ts'
import { isDealerReady } from '#app/features/dealers/rules.ts'
import { listDealerFiles } from '#app/features/dealers/store/file.server.ts'
import { isEnding, type Stage } from '#app/features/orders/rules.ts'
import {
  listOpenTransfers,
  type OpenTransfer,
  type OpenTransfers,
} from '#app/features/orders/store/order-list.server.ts'
import { findStageMedians } from '#app/features/reservations/store/board.server.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { barOf, type BoardRow, daysFrom, inBoardOrder, type Slip } from '../rules.ts'

export type Board = { rows: BoardRow[]; medians: Partial<Record<Stage, number>> }

export async function findBoard(
  db: Db,
  clock: { now: Date; timeZone: string },
  transfers: OpenTransfers = listOpenTransfers(db),
): Promise<Board> {
  const [open, medians] = await Promise.all([transfers, findStageMedians(db, clock.now)])
  const keys = [...new Set(open.flatMap(({ dealerKey }) => dealerKey ?? []))]
  const files = new Map((await listDealerFiles(db, keys)).map((filed) => [filed.dealer.key, filed]))
  const today = formatIsoDay(clock.now, clock.timeZone)
  const groups = Map.groupBy(open, ({ dealerKey, dealerName }) => dealerKey ?? dealerName ?? '')
  const rows = [...groups.values()].map((transfers): BoardRow => {
    const [{ dealerKey, dealerName, dealerCity, dealerState } = emptyDealer] = transfers
    const file = files.get(dealerKey ?? '')?.file
    const ready = isDealerReady(file, 'sbr', today)
    return {
      dealerKey,
      name: dealerName ?? '',
      place: [dealerCity, dealerState].filter(Boolean).join(' '),
      licenseEnds: file?.licenseExpiresOn ?? null,
      missing: ready.ok ? [] : ready.missing,
      slips: transfers.flatMap((transfer) => slipOf(transfer, { medians, today, timeZone: clock.timeZone })),
    }
  })
  return { rows: inBoardOrder(rows), medians }
}

const emptyDealer = { dealerKey: null, dealerName: null, dealerCity: null, dealerState: null }

type Known = {
  medians: Board['medians']
  today: string
  timeZone: string
}

function slipOf(transfer: OpenTransfer, { medians, today, timeZone }: Known): Slip[] {
  const { orderId, position, stage, stageOn, plate, title, buyerName, paidAt } = transfer
  if (stage === null || isEnding(stage)) return []
  const since = stageOn ?? (paidAt ? formatIsoDay(paidAt, timeZone) : today)
  const spent = daysFrom(since, today)
  const median = medians[stage] ?? null
  return [
    {
      orderId,
      position,
      label: plate ? `${plate.dropNumber}/${plate.unitNumber}` : title,
      buyer: buyerName ?? '',
      stage,
      days: spent,
      median,
      ...barOf(spent, median),
    },
  ]
}
