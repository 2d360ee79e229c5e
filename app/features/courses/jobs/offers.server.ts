import { postalMark } from '#app/mail/sender.ts'
import { z } from 'zod'
import { transact } from '#app/db/work.server.ts'
import { cancelHold } from '#app/features/checkout/store/hold.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { makeLink } from '#app/features/orders/store/links.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { linkTo, unsubscribeHeaders } from '#app/features/subscriptions/rules.ts'
import { findSubscription, makeLink as makeListLink } from '#app/features/subscriptions/store/links.server.ts'
import { defineJob } from '#app/jobs/job.ts'
import { runWorkItems } from '#app/jobs/work-items.server.ts'
import { defineMailJob } from '#app/mail/mail-job.server.ts'
import { findClaims } from '#app/features/claims/store.server.ts'
import { offerMail } from '../emails/offer.tsx'
import { findSession } from '../store/sessions.server.ts'
import { formatClassTime } from '../words.ts'
import { findOffer, listWaitlistedSessions, offerSeats } from '../store/offers.server.ts'
import { send } from './seat-mails.server.ts'

const everyMinute = '* * * * *'

export const mailOffer = (sellables: Sellables) =>
  defineMailJob({
    name: 'mail-seat-offer',
    payload: z.object({ offerId: z.string() }),
    async run(shop, { offerId }) {
      const { db, timeZone, publicUrl } = shop
      const now = shop.now()
      const found = await findOffer(db, offerId)
      const orderId = found?.orderId
      if (!orderId || found.endsAt <= now) return
      const [session, person, order, postal] = await Promise.all([
        findSession(db, found.sessionId, now),
        findSubscription(db, found.subscriptionId),
        findOrder(db, orderId),
        findClaims(db, ['support.postal'], now, timeZone),
      ])
      if (!session || order?.state !== 'held') return
      if (person?.state !== 'confirmed') {
        await transact(shop, (work) => cancelHold(work, sellables, orderId))
        return
      }
      const [token, listToken] = await transact(shop, async (work) => [
        await makeLink(work, orderId),
        await makeListLink(work, found.subscriptionId, 'manage'),
      ])
      const unsubscribeUrl = linkTo(publicUrl, 'unsubscribe', listToken)
      const content = offerMail({
        courseName: session.course.name,
        startsAt: session.startsAt,
        endsAt: session.endsAt,
        timeZone,
        location: session.place,
        depositCents: order.totalCents,
        until: formatClassTime(found.endsAt, timeZone),
        link: `${publicUrl}/ccw-training/offers/${orderId}?key=${token}`,
        unsubscribeUrl,
        postalLine: postal['support.postal']?.text ?? postalMark,
      })
      await send(shop, content, {
        key: `seat-offer:${offerId}`,
        to: person.email,
        headers: unsubscribeHeaders(unsubscribeUrl),
      })
    },
  })

export function offerFreeSeats(sellables: Sellables) {
  return defineJob({
    name: 'offer-seats',
    payload: z.object({}),
    every: everyMinute,
    async run(shop, _payload, signal) {
      await runWorkItems(shop, {
        kind: 'offer-seats',
        items: await listWaitlistedSessions(shop.db),
        signal,
        subjectOf: (sessionId) => sessionId,
        run: (sessionId) => transact(shop, (work) => offerSeats(work, sellables, sessionId, shop.timeZone)),
      })
    },
  })
}
