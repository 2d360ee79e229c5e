import { desc } from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { rowsBy } from '#app/db/row.server.ts'
import { courseSeat, findBooking } from '#app/features/courses/store/seats.server.ts'
import { findDealerFile } from '#app/features/dealers/store/search.server.ts'
import { listRequests } from '#app/features/dealers/store/requests.server.ts'
import { leftToPack } from '#app/features/orders/parcels.ts'
import { reviewStateOf } from '#app/features/orders/review.ts'
import { tryParse } from '#app/features/orders/sellable.ts'
import { addEvent } from '#app/features/orders/store/lines.server.ts'
import { listParcels } from '#app/features/orders/store/parcels.server.ts'
import { findHistory, type OrderView } from '#app/features/orders/store/read.server.ts'
import { listReviews } from '#app/features/orders/store/review.server.ts'
import { listReservations } from '#app/features/reservations/store/agreement.server.ts'
import { listBalancesOf } from '#app/features/reservations/store/balance-sold.server.ts'
import { listDocuments } from '#app/features/reservations/store/documents.server.ts'
import { listMoves, shipmentsOf, stageDaysOf } from '#app/features/reservations/store/move.server.ts'
import { allowed } from '#app/kit/refusal.ts'
import { listOrderTransactions } from '#app/ledger/ledger.server.ts'
import { orderNotes } from './tables.ts'

export type SheetRecord = NonNullable<Awaited<ReturnType<typeof findSheet>>>

/** Everything that is on record about an order. Reviews, notes and requests to dealers are newest first. */
export async function findSheet(db: Db, orderId: string) {
  const [order, reviews, terms, balances, moves, documents, notes] = await Promise.all([
    findHistory(db, orderId),
    listReviews(db, orderId),
    listReservations(db, orderId),
    listBalancesOf(db, orderId),
    listMoves(db, orderId),
    listDocuments(db, orderId),
    listNotes(db, orderId),
  ])
  if (!order) return undefined
  const isShipped = order.lines.some(({ fulfillment }) => fulfillment === 'shipping')
  const [transactions, dealer, dealerRequests, parcels, seats] = await Promise.all([
    listOrderTransactions(db, [orderId, ...balances.flatMap((balance) => balance.orderId ?? [])]),
    order.dealerKey ? findDealerFile(db, order.dealerKey) : undefined,
    listRequests(db, orderId),
    isShipped ? listParcels(db, orderId) : [],
    findSeats(db, order),
  ])
  return {
    order,
    revision: order.events.at(-1)?.id ?? 0,
    reviews,
    terms,
    balances,
    days: stageDaysOf(moves),
    shipments: shipmentsOf(moves),
    documents,
    notes,
    transactions,
    dealer,
    dealerRequests,
    isShipped,
    parcels,
    left: leftToPack(order.lines, parcels),
    seats,
  }
}

async function findSeats(db: Db, { id, lines }: OrderView) {
  const seats = await Promise.all(
    lines.map(async ({ kind, ref }) => {
      const seat = kind === 'course_seat' ? tryParse(courseSeat.parseRef, ref) : undefined
      return seat && findBooking(db, id, seat.session)
    }),
  )
  return seats.filter((seat) => seat !== undefined)
}

export const reviewOf = ({ order, reviews }: Pick<SheetRecord, 'order' | 'reviews'>) =>
  reviewStateOf(order.verdict, reviews[0])

/** Adds a note to an order. The order's history says that there is one, not what it says. */
export async function addNote(work: UnitOfWork, orderId: string, note: { by: string; text: string }) {
  await work.tx.insert(orderNotes).values({ orderId, at: work.now, ...note })
  await addEvent(work, orderId, 'note', { by: note.by })
  return allowed
}

export const listNotes = rowsBy(orderNotes, 'orderId', [desc(orderNotes.id)])
