import { z } from 'zod'
import type { Db } from '#app/db/db.server.ts'
import { transact } from '#app/db/work.server.ts'
import { findContact } from '#app/features/claims/store.server.ts'
import { orderToken } from '#app/features/orders/store/links.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { cancelHold } from './store/hold.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { linkTo, unsubscribeHeaders } from '#app/features/subscriptions/rules.ts'
import { findSubscription, listToken } from '#app/features/subscriptions/store/links.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import type { Job } from '#app/jobs/job.ts'
import type { Letter } from '#app/mail/letter.ts'
import { mailJob } from '#app/mail/mail-job.server.ts'

type MadeOffer = { orderId: string | null; subscriptionId: string; endsAt: Date }
type HeldOrder = NonNullable<Awaited<ReturnType<typeof findOrder>>>

export type OfferMail = { link: string; unsubscribeUrl: string; postalLine: string | undefined }

/** Emails a person on a waitlist about what is held for them, unless the offer is over. Who has left by then holds nothing. */
export function offerMailJob<Offer extends MadeOffer>(
  sellables: Sellables,
  kind: {
    good: 'seat' | 'unit'
    path: string
    find: (db: Db, id: string) => Promise<Offer | undefined>
    write: (shop: Shop, offer: Offer, order: HeldOrder, mail: OfferMail) => Promise<Letter | undefined>
  },
): Job {
  return mailJob(`mail-${kind.good}-offer`, {
    payload: z.object({ offerId: z.string() }),
    key: ({ offerId }) => `${kind.good}-offer:${offerId}`,
    async write(shop, { offerId }) {
      const { db, publicUrl } = shop
      const offer = await kind.find(db, offerId)
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
      const link = `${publicUrl}${kind.path}/${orderId}?key=${orderToken(signing, order)}`
      const letter = await kind.write(shop, offer, order, { link, unsubscribeUrl, postalLine })
      return letter && { to: person.email, letter, headers: unsubscribeHeaders(unsubscribeUrl) }
    },
  })
}
