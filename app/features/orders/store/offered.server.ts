import type { Shop } from '#app/http/context.server.ts'
import { formatLongDay } from '#app/kit/date-format.ts'
import { isEnding } from '../rules.ts'
import { storedGood } from '../rules/stored-good.ts'
import type { orderLines } from '../tables.ts'
import { type OfferedRow, offeredRows } from '../words/offered.ts'
import type { Sellables } from './lines.server.ts'

type Line = typeof orderLines.$inferSelect

export async function findOffered(
  { db, timeZone }: Pick<Shop, 'db' | 'timeZone'>,
  sellables: Sellables,
  lines: readonly Line[],
  { withoutSheets = false }: { withoutSheets?: boolean } = {},
): Promise<Map<number, OfferedRow[]>> {
  const rowsOf = async (line: Line) => {
    const { sellable, ref } = storedGood(sellables, line) ?? {}
    const isOver = line.returnedAt !== null || (line.stage !== null && isEnding(line.stage))
    if (!sellable?.offered || isOver) return []
    const offered = await sellable.offered(db, line, ref)
    if (!offered || (withoutSheets && offered.hasSheet)) return []
    const { balance } = offered
    return offeredRows(offered, balance instanceof Date ? formatLongDay(balance, timeZone) : '')
  }
  return new Map(await Promise.all(lines.map(async (line) => [line.position, await rowsOf(line)] as const)))
}
