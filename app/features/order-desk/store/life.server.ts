import type { Db } from '#app/db/db.server.ts'
import { findDealerFile } from '#app/features/dealers/store.server.ts'
import type { OrderView } from '#app/features/orders/store.server.ts'
import { listReviews } from '#app/features/orders/store/review.server.ts'
import { listBalancesOf } from '#app/features/reservations/store/balance-lookup.server.ts'
import { listReservations } from '#app/features/reservations/store/agreement.server.ts'
import { listDocuments, type OrderDocument } from '#app/features/reservations/store.server.ts'
import { listShipments, listStageDays } from '#app/features/reservations/store/facts.server.ts'

/** What is stored of an order's life after its deposit. */
export type LifeRecord = {
  reviews: Awaited<ReturnType<typeof listReviews>>
  terms: Awaited<ReturnType<typeof listReservations>>
  balances: Awaited<ReturnType<typeof listBalancesOf>>
  days: Awaited<ReturnType<typeof listStageDays>>
  shipments: Awaited<ReturnType<typeof listShipments>>
  dealer: Awaited<ReturnType<typeof findDealerFile>>
  documents: OrderDocument[]
}

/** The decisions, terms, balances, stage days and documents of an order, and its dealer's file. */
export async function findLife(db: Db, { id, dealerKey }: OrderView): Promise<LifeRecord> {
  const [reviews, terms, balances, days, shipments, dealer, documents] = await Promise.all([
    listReviews(db, id),
    listReservations(db, id),
    listBalancesOf(db, id),
    listStageDays(db, id),
    listShipments(db, id),
    dealerKey ? findDealerFile(db, dealerKey) : undefined,
    listDocuments(db, id),
  ])
  return { reviews, terms, balances, days, shipments, dealer, documents }
}
