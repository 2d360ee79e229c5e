import type { Db } from '#app/db/db.server.ts'
import type { LineArt, Plate, SellableKind } from '../goods.ts'
import { storedGood, type LineChoice, type StockRow, type LinePage, type ReturnRefusal } from '../sellable.ts'
import type { Sellables } from './lines.server.ts'
import { and, eq } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { orderLines } from '../tables.ts'
import { isEnding, isPaid } from '../rules.ts'
import type { OrderView } from './read.server.ts'
import type { ShownPhoto } from '#app/features/photos/rules.ts'
import { listCovers, type PhotoContext } from '#app/features/photos/store.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { formatLongDay } from '#app/kit/date-format.ts'
import { type OfferedRow, offeredRows } from '../offered.ts'

type ArtLine = { kind: SellableKind; ref: unknown; plate: Plate | null }

export async function findLineArt(
  db: Db,
  sellables: Sellables,
  [line, ...others]: readonly ArtLine[],
): Promise<LineArt | null> {
  if (!line || line.plate || others.length > 0) return null
  const { sellable, ref } = storedGood(sellables, line) ?? {}
  return (await sellable?.art?.(db, ref)) ?? null
}

export async function findChoice(
  db: Db,
  sellables: Sellables,
  { id, lines }: { id: string; lines: readonly { kind: SellableKind; ref: unknown }[] },
): Promise<LineChoice | undefined> {
  let settled: LineChoice | undefined
  for (const line of lines) {
    const { sellable, ref } = storedGood(sellables, line) ?? {}
    const choice = await sellable?.choice?.(db, id, ref)
    if (choice?.isOpen) return choice
    settled ??= choice
  }
  return settled
}

export type SettledLine = Pick<StockRow, 'ref' | 'detail' | 'plate' | 'firearm' | 'variant'>

/** Writes what the buyer of a held order chose into its line. The order must be locked. What is due now stays the same. */
export async function settleLine(
  { tx }: UnitOfWork,
  orderId: string,
  position: number,
  { ref, detail, plate, firearm, variant }: SettledLine,
): Promise<void> {
  await tx
    .update(orderLines)
    .set({ ref, detail, plate, firearm, variant })
    .where(and(eq(orderLines.orderId, orderId), eq(orderLines.position, position)))
}

export async function findLinePages(
  db: Db,
  sellables: Sellables,
  order: OrderView,
): Promise<Map<number, LinePage>> {
  const pages = new Map<number, LinePage>()
  if (!isPaid(order.state)) return pages
  for (const line of order.lines) {
    const { position, itemClass, stage, returnedAt, isReturning } = line
    const { sellable, ref } = storedGood(sellables, line) ?? {}
    const isOver = returnedAt !== null || isReturning || (stage !== null && isEnding(stage))
    if (!sellable?.page || isOver) continue
    const page = sellable.page(order.id, ref, itemClass, stage)
    if (page && ((await sellable.hasPage?.(db, order.id)) ?? true)) pages.set(position, page)
  }
  return pages
}

type PhotoLine = Pick<typeof orderLines.$inferSelect, 'position' | 'kind' | 'ref'>

export async function findLinePhotos(
  ctx: PhotoContext,
  sellables: Sellables,
  lines: readonly PhotoLine[],
): Promise<Map<number, ShownPhoto>> {
  const subjects = lines.flatMap((line) => {
    const { sellable, ref } = storedGood(sellables, line) ?? {}
    const subject = sellable?.photoOf?.(ref)
    return subject ? [{ position: line.position, ...subject }] : []
  })
  const byKind = Map.groupBy(subjects, ({ kind }) => kind)
  const found = await Promise.all(
    [...byKind].map(async ([kind, its]) => {
      const covers = await listCovers(
        ctx,
        kind,
        its.map(({ key }) => key),
      )
      return its.flatMap(({ position, key }) => {
        const cover = covers[key]
        return cover ? [[position, cover] as const] : []
      })
    }),
  )
  return new Map(found.flat())
}

type OfferedOf = typeof orderLines.$inferSelect

export async function findOffered(
  { db, timeZone }: Pick<Shop, 'db' | 'timeZone'>,
  sellables: Sellables,
  lines: readonly OfferedOf[],
  { withoutSheets = false }: { withoutSheets?: boolean } = {},
): Promise<Map<number, OfferedRow[]>> {
  const rowsOf = async (line: OfferedOf) => {
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

export type ReturnView = OrderView & {
  lines: (OrderView['lines'][number] & { returnRefusal?: ReturnRefusal })[]
}

export async function withReturnRefusals<Order extends OrderView>(
  db: Db,
  sellables: Sellables,
  order: Order,
): Promise<Order & { lines: (Order['lines'][number] & { returnRefusal?: ReturnRefusal })[] }> {
  const lines: (Order['lines'][number] & { returnRefusal?: ReturnRefusal })[] = []
  for (const line of order.lines) {
    const { sellable, ref } = storedGood(sellables, line) ?? {}
    const returnRefusal = await sellable?.returning?.refusal(db, order.id, ref)
    lines.push(returnRefusal ? { ...line, returnRefusal } : line)
  }
  return { ...order, lines }
}
