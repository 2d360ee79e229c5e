// What comes back is offered to the next on its waitlist: held for one person until the offer ends.
import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import type { SellableKind } from '#app/features/orders/rules/goods.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { endTurns, listWaiters } from '#app/features/subscriptions/store/links.server.ts'
import { extendHold, saveDraft } from './hold.server.ts'
import { startOrder } from './start.server.ts'

export type OfferedGood = {
  kind: SellableKind
  offers: PgTable & { position: PgColumn; orderId: PgColumn }
  offersOf: PgColumn
  stock: PgTable & { state: PgColumn; orderId: PgColumn }
  stockOf: PgColumn
  mail: string
}

/** Ends the turns of those whose offer is over: nothing is held for them any more, because it was taken or given up. */
export async function endOverTurns(
  work: UnitOfWork,
  { offers, offersOf, stock }: OfferedGood,
  item: string,
): Promise<void> {
  const { rows } = await work.tx.execute<{ position: string }>(sql`
    select ${offers.position} as position from ${offers} where ${offersOf} = ${item} and not exists (
      select from ${stock} where ${stock.orderId} = ${offers.orderId} and ${stock.state} = 'held')`)
  await endTurns(
    work,
    rows.map(({ position }) => Number(position)),
  )
}

export function countStock(db: Db, { stock, stockOf }: OfferedGood, item: string, state: 'open' | 'held') {
  return db.$count(stock, sql`${stockOf} = ${item} and ${stock.state} = ${state}`)
}

/**
 * Offers what is open of an item to the next of `waiters`, one each: it is held by a new order until the offer ends, which they
 * open by a private link, and a mail is queued. Whoever calls it has locked the item. Returns how many were offered.
 */
export async function offerNext(
  work: UnitOfWork,
  sellables: Sellables,
  good: OfferedGood,
  { item, until, waiters, ref }: { item: string; until: Date; waiters: SQL; ref: object },
): Promise<number> {
  const { tx, now, enqueue } = work
  const { offers, offersOf } = good
  const open = await countStock(tx, good, item, 'open')
  let offered = 0
  for (const { subscriptionId, position, email, name } of await listWaiters(tx, waiters, open)) {
    const id = randomUUID()
    const offer = { id, [offersOf.name]: item, subscriptionId, position, offeredAt: now, endsAt: until }
    await tx.insert(offers).values(offer)
    const line = { kind: good.kind, ref: { ...ref, offer: id } }
    const started = await startOrder(work, sellables, { key: `offer:${id}`, lines: [line] })
    if (!started.ok) {
      // It was not available after all: the person keeps their turn.
      await tx.execute(sql`delete from ${offers} where id = ${id}`)
      break
    }
    await extendHold(work, sellables, started.orderId, until)
    await saveDraft(work, started.orderId, { buyerEmail: email, buyerName: name })
    await tx.execute(sql`update ${offers} set order_id = ${started.orderId} where id = ${id}`)
    await enqueue(good.mail, { offerId: id })
    offered++
  }
  return offered
}
