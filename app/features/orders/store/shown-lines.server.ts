import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import type { LineArt, Plate, SellableKind } from '../goods.ts'
import { storedGood, type LineChoice, type StockRow, type LinePage, type ReturnRefusal } from '../sellable.ts'
import type { Sellables } from './lines.server.ts'
import { and, eq } from 'drizzle-orm'
import { orderLines } from '../tables.ts'
import { isEnding, isPaid } from '../rules.ts'
import type { OrderView } from './read.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { formatLongDay } from '#app/kit/dates.ts'
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

/**
 * By the code of an order alone, so that it leaves with the question whether this browser may open it: most orders reserve a firearm. Every
 * kind that comes with something asks the same.
 */
export function hasFreePage({ db }: Pick<Shop, 'db'>, sellables: Sellables, orderId: string) {
  const { hasPage } = Object.values(sellables).find(({ comesWith }) => comesWith) ?? {}
  return hasPage?.(db, orderId) ?? false
}

export async function findLinePages(
  db: Db,
  sellables: Sellables,
  order: OrderView,
  hasFree?: boolean,
): Promise<Map<number, LinePage>> {
  const pages = new Map<number, LinePage>()
  if (!isPaid(order.state)) return pages
  for (const line of order.lines) {
    const { position, itemClass, stage, returnedAt, isReturning } = line
    const { sellable, ref } = storedGood(sellables, line) ?? {}
    const isOver = returnedAt !== null || isReturning || (stage !== null && isEnding(stage))
    if (!sellable?.page || isOver) continue
    const page = sellable.page(order.id, ref, itemClass, stage)
    const known = sellable.comesWith && hasFree
    const has = !sellable.hasPage || (known ?? (await sellable.hasPage(db, order.id)))
    if (page && has) pages.set(position, page)
  }
  return pages
}

type OfferedOf = typeof orderLines.$inferSelect

/** `isFirst`: what it was held under, whatever staff and buyer agreed since. */
export async function findOffered(
  { db, timeZone }: Pick<Shop, 'db' | 'timeZone'>,
  sellables: Sellables,
  lines: readonly OfferedOf[],
  { isFirst = false }: { isFirst?: boolean } = {},
): Promise<Map<number, OfferedRow[]>> {
  const rowsOf = async (line: OfferedOf) => {
    const { sellable, ref } = storedGood(sellables, line) ?? {}
    const isOver = line.returnedAt !== null || (line.stage !== null && isEnding(line.stage))
    if (!sellable?.offered || isOver) return []
    const offered = await ((isFirst && sellable.offeredFirst) || sellable.offered)(db, line, ref)
    if (!offered) return []
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
): Promise<Order & ReturnView> {
  const lines: ReturnView['lines'] = []
  for (const line of order.lines) {
    const { sellable, ref } = storedGood(sellables, line) ?? {}
    const returnRefusal = await sellable?.returning?.refusal(db, order.id, ref)
    lines.push(returnRefusal ? { ...line, returnRefusal } : line)
  }
  return { ...order, lines }
}
