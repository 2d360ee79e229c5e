import { randomUUID } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { type Db, transact, type UnitOfWork } from '#app/db/db.server.ts'
import { findContact } from '#app/features/claims/store.server.ts'
import type { SellableKind } from '#app/features/orders/goods.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { orderToken } from '#app/features/orders/store/links.server.ts'
import { findOrder, type OrderView } from '#app/features/orders/store/read.server.ts'
import { linkTo, unsubscribeHeaders } from '#app/features/subscriptions/rules.ts'
import {
  endTurns,
  findSubscription,
  listToken,
  listWaiters,
} from '#app/features/subscriptions/store/links.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { runWorkItems } from '#app/jobs/work-items.server.ts'
import type { Letter } from '#app/mail/letter.ts'
import { mailJob } from '#app/mail/mail-job.server.ts'
import { cancelHold, extendHold, saveBuyer } from './store/hold.server.ts'
import { startOrder } from './store/start.server.ts'

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

/** One each, held by a new order until the offer ends. Whoever calls it has locked the item. Returns how many were offered. */
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
    await saveBuyer(work, started.orderId, { buyerEmail: email, buyerName: name })
    await tx.execute(sql`update ${offers} set order_id = ${started.orderId} where id = ${id}`)
    await enqueue(good.mail, { offerId: id })
    offered++
  }
  return offered
}

type OfferTable = PgTable & { id: PgColumn }
type MadeOffer = { orderId: string | null; subscriptionId: string; endsAt: Date }

export type OfferMail = { link: string; unsubscribeUrl: string; postalLine: string | undefined }

type OfferedItems<Table extends OfferTable> = {
  good: 'seat' | 'unit'
  offers: Table
  path: string
  write: (
    shop: Shop,
    offer: Table['$inferSelect'],
    order: OrderView,
    mail: OfferMail,
  ) => Promise<Letter | undefined>
  /** Offers what is free of the items that somebody waits for, by this job. */
  job: string
  list: (shop: Shop) => Promise<string[]>
  offer: (work: UnitOfWork, item: string, shop: Shop) => Promise<number>
}

/** What is free goes to who waits for it, and they are mailed about it unless the offer is over. Who has left by then holds nothing. */
export function offerJobs<Table extends OfferTable>(
  sellables: Sellables,
  { good, offers, path, write, job, list, offer: offerItem }: OfferedItems<Table>,
): readonly Job[] {
  const anyTable: PgTable = offers
  const mailed = mailJob(`mail-${good}-offer`, {
    payload: z.object({ offerId: z.string() }),
    key: ({ offerId }) => `${good}-offer:${offerId}`,
    async write(shop, { offerId }) {
      const { db, publicUrl } = shop
      const [offer] = (await db.select().from(anyTable).where(eq(offers.id, offerId))) as MadeOffer[]
      const orderId = offer?.orderId
      if (!orderId || offer.endsAt <= shop.now()) return undefined
      const [person, order, { postalLine }] = await Promise.all([
        findSubscription(db, offer.subscriptionId),
        findOrder(db, orderId),
        findContact(shop),
      ])
      if (order?.state !== 'held') return undefined
      if (person?.state !== 'confirmed') {
        await transact(shop, (work) => cancelHold(work, sellables, orderId))
        return undefined
      }
      const signing = { sign: shop.sign, now: shop.now() }
      const leave = listToken(signing, offer.subscriptionId, 'manage')
      const unsubscribeUrl = linkTo(publicUrl, 'unsubscribe', leave)
      const link = `${publicUrl}${path}/${orderId}?key=${orderToken(signing, order)}`
      const letter = await write(shop, offer, order, { link, unsubscribeUrl, postalLine })
      return letter && { to: person.email, letter, headers: unsubscribeHeaders(unsubscribeUrl) }
    },
  })
  const offered = defineJob({
    name: job,
    payload: z.object({}),
    every: '* * * * *',
    async run(shop, _payload, signal) {
      await runWorkItems(shop, {
        kind: job,
        items: await list(shop),
        signal,
        subjectOf: (item) => item,
        run: (item) => transact(shop, (work) => offerItem(work, item, shop)),
      })
    },
  })
  return [mailed, offered]
}
