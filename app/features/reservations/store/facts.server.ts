import { and, asc, desc, eq } from 'drizzle-orm'
import { rowsBy } from '#app/db/rows-by.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { findDealerFile } from '#app/features/dealers/store/file.server.ts'
import type { Stage } from '#app/features/orders/rules.ts'
import type { Order, SellableLine } from '#app/features/orders/store/lines.server.ts'
import { askReview } from '#app/features/orders/store/review.server.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { gateFactsOf, type GateFacts, type Shipment } from '../rules.ts'
import { stageDates } from '../tables.ts'
import { findReservation } from './agreement.server.ts'
import { findBalance } from './balance-lookup.server.ts'

export type LockedOrder = { order: Order; lines: readonly SellableLine[] }
type Tx = Pick<UnitOfWork, 'tx'>

/** The day on which a line came to the stage it is at; that of the payment where it has not moved. */
export async function findStageDay(
  { tx }: Tx,
  { id, paidAt, createdAt }: Order,
  position: number,
  timeZone: string,
): Promise<string> {
  const [last] = await tx
    .select({ onDay: stageDates.onDay })
    .from(stageDates)
    .where(and(eq(stageDates.orderId, id), eq(stageDates.position, position)))
    .orderBy(desc(stageDates.id))
    .limit(1)
  return last?.onDay ?? formatIsoDay(paidAt ?? createdAt, timeZone)
}

type StageMove = typeof stageDates.$inferSelect

export const listMoves = rowsBy(stageDates, 'orderId', [asc(stageDates.id)])

/** The days on which the lines of an order came to their stages, as `2026-11-20`. */
export function stageDaysOf(moves: readonly StageMove[]): Map<number, Partial<Record<Stage, string>>> {
  const days = new Map<number, Partial<Record<Stage, string>>>()
  // The last one counts: a form that was returned is filed again.
  for (const { position, stage, onDay } of moves)
    days.set(position, { ...days.get(position), [stage]: onDay })
  return days
}

export function shipmentsOf(moves: readonly StageMove[]): Map<number, Shipment> {
  const shipments = new Map<number, Shipment>()
  for (const { position, carrier, tracking } of moves)
    if (carrier && tracking) shipments.set(position, { carrier, tracking })
  return shipments
}

export async function findGateFacts(
  work: UnitOfWork,
  { order, lines }: LockedOrder,
  positions: readonly number[],
  onDay: string,
): Promise<Map<number, GateFacts>> {
  const review = await askReview(
    work,
    order,
    lines.map(({ line }) => line),
  )
  const dealer = order.dealerKey ? await findDealerFile(work.tx, order.dealerKey) : undefined
  const facts = new Map<number, GateFacts>()
  for (const { line } of lines.filter(({ line: { position } }) => positions.includes(position))) {
    const { position } = line
    const record = {
      line,
      review: review.state,
      terms: await findReservation(work.tx, order.id, position),
      balance: await findBalance(work.tx, order.id, position),
      dealerAnswer: order.dealerAnswer,
      dealerFile: dealer?.file,
      onDay,
    }
    facts.set(position, gateFactsOf(record))
  }
  return facts
}
