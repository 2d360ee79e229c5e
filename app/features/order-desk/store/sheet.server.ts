import type { Db } from '#app/db/db.server.ts'
import {
  findOrder,
  listEvents,
  listRefunds,
  type OrderHistory,
} from '#app/features/orders/store/read.server.ts'
import { listBalancesOf } from '#app/features/reservations/store/balance-lookup.server.ts'
import { type LedgerTransaction, listOrderTransactions } from '#app/ledger/ledger.server.ts'
import { listNotes, type OrderNote } from './notes.server.ts'

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
