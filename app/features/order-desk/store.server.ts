import type { Db } from '#app/db/db.server.ts'
import {
  findOrder,
  listEvents,
  listRefunds,
  type OrderHistory,
  type OrderView,
} from '#app/features/orders/store/read.server.ts'
import { listBalancesOf } from '#app/features/reservations/store/balance-lookup.server.ts'
import { type LedgerTransaction, listOrderTransactions } from '#app/ledger/ledger.server.ts'
import { desc, eq } from 'drizzle-orm'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { addEvent } from '#app/features/orders/store/lines.server.ts'
import { allowed } from '#app/kit/refusal.ts'
import { orderNotes } from './tables.ts'
import { listTogether } from '#app/db/rows-by.server.ts'
import { type DealerRequest, listRequests } from '#app/features/dealers/store/requests.server.ts'
import { findDealerFile } from '#app/features/dealers/store/file.server.ts'
import { listReviews } from '#app/features/orders/store/review.server.ts'
import { listReservations } from '#app/features/reservations/store/agreement.server.ts'
import { listDocuments, type OrderDocument } from '#app/features/reservations/store/documents.server.ts'
import { listMoves, shipmentsOf, stageDaysOf } from '#app/features/reservations/store/facts.server.ts'
import { findBooking, courseSeat } from '#app/features/courses/store/seats.server.ts'
import { leftToPack } from '#app/features/orders/parcels.ts'
import { tryParse } from '#app/features/orders/sellable.ts'
import { listParcels } from '#app/features/orders/store/parcels.server.ts'

export type SheetRecord = {
  order: OrderHistory
  revision: number
  notes: OrderNote[]
  transactions: LedgerTransaction[]
}

export async function findSheet(db: Db, orderId: string): Promise<SheetRecord | undefined> {
  const balances = (await listBalancesOf(db, orderId)).flatMap((balance) => balance.orderId ?? [])
  const [order, events, refunds, notes, transactions] = await Promise.all([
    findOrder(db, orderId),
    listEvents(db, orderId),
    listRefunds(db, orderId),
    listNotes(db, orderId),
    listOrderTransactions(db, [orderId, ...balances]),
  ])
  if (!order) return undefined
  return {
    order: { ...order, events, refunds },
    revision: events.at(-1)?.id ?? 0,
    notes,
    transactions,
  }
}

export type OrderNote = typeof orderNotes.$inferSelect

/** Adds a note to an order. The order's history says that there is one, not what it says. */
export async function addNote(work: UnitOfWork, orderId: string, note: { by: string; text: string }) {
  await work.tx.insert(orderNotes).values({ orderId, at: work.now, ...note })
  await addEvent(work, orderId, 'note', { by: note.by })
  return allowed
}

export function listNotes(db: Db, orderId: string): Promise<OrderNote[]> {
  return db.select().from(orderNotes).where(eq(orderNotes.orderId, orderId)).orderBy(desc(orderNotes.id))
}

export type LifeRecord = {
  reviews: Awaited<ReturnType<typeof listReviews>>
  terms: Awaited<ReturnType<typeof listReservations>>
  balances: Awaited<ReturnType<typeof listBalancesOf>>
  days: ReturnType<typeof stageDaysOf>
  shipments: ReturnType<typeof shipmentsOf>
  dealer: Awaited<ReturnType<typeof findDealerFile>>
  /** Newest first. */
  dealerRequests: DealerRequest[]
  documents: OrderDocument[]
}

export async function findLife(db: Db, { id, dealerKey }: OrderView): Promise<LifeRecord> {
  const [[reviews, terms, balances, moves, documents], dealer, dealerRequests] = await Promise.all([
    listTogether(db, [
      listReviews.of(id),
      listReservations.of(id),
      listBalancesOf.of(id),
      listMoves.of(id),
      listDocuments.of(id),
    ]),
    dealerKey ? findDealerFile(db, dealerKey) : undefined,
    listRequests(db, id),
  ])
  return {
    reviews,
    terms,
    balances,
    days: stageDaysOf(moves),
    shipments: shipmentsOf(moves),
    dealer,
    dealerRequests,
    documents,
  }
}

export type GoodsRecord = Awaited<ReturnType<typeof findGoods>>

/** What of an order goes by parcel and what is a seat. Neither is looked for where the order has none. */
export async function findGoods(db: Db, order: OrderView) {
  const isShipped = order.lines.some(({ fulfillment }) => fulfillment === 'shipping')
  const seatLines = order.lines.filter(({ kind }) => kind === 'course_seat')
  const [parcels, seats] = await Promise.all([
    isShipped ? listParcels(db, order.id) : [],
    Promise.all(
      seatLines.map(async ({ ref }) => {
        const seat = tryParse(courseSeat.parseRef, ref)
        return seat && findBooking(db, order.id, seat.session)
      }),
    ),
  ])
  return {
    isShipped,
    parcels,
    left: leftToPack(order.lines, parcels),
    seats: seats.filter((seat) => seat !== undefined),
  }
}
