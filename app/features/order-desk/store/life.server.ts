import type { Db } from '#app/db/db.server.ts'
import { listTogether } from '#app/db/rows-by.server.ts'
import { type DealerRequest, listRequests } from '#app/features/dealers/store/requests.server.ts'
import { findDealerFile } from '#app/features/dealers/store/file.server.ts'
import type { OrderView } from '#app/features/orders/store/read.server.ts'
import { listReviews } from '#app/features/orders/store/review.server.ts'
import { listBalancesOf } from '#app/features/reservations/store/balance-lookup.server.ts'
import { listReservations } from '#app/features/reservations/store/agreement.server.ts'
import { listDocuments, type OrderDocument } from '#app/features/reservations/store/documents.server.ts'
import { listMoves, shipmentsOf, stageDaysOf } from '#app/features/reservations/store/facts.server.ts'

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
