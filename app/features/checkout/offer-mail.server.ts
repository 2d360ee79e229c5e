import { eq } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { transact, type UnitOfWork } from '#app/db/db.server.ts'
import { findContact } from '#app/features/claims/store.server.ts'
import { orderToken } from '#app/features/orders/store/links.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { cancelHold } from './store/hold.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { linkTo, unsubscribeHeaders } from '#app/features/subscriptions/rules.ts'
import { findSubscription, listToken } from '#app/features/subscriptions/store/links.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { runWorkItems } from '#app/jobs/work-items.server.ts'
import type { Letter } from '#app/mail/letter.ts'
import { mailJob } from '#app/mail/mail-job.server.ts'

type OfferTable = PgTable & { id: PgColumn }
type MadeOffer = { orderId: string | null; subscriptionId: string; endsAt: Date }
type HeldOrder = NonNullable<Awaited<ReturnType<typeof findOrder>>>

export type OfferMail = { link: string; unsubscribeUrl: string; postalLine: string | undefined }

type OfferedItems<Table extends OfferTable> = {
  good: 'seat' | 'unit'
  offers: Table
  path: string
  write: (
    shop: Shop,
    offer: Table['$inferSelect'],
    order: HeldOrder,
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
