import { z } from 'zod'
import { transact } from '#app/db/work.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { runWorkItems } from '#app/jobs/work-items.server.ts'
import { renderMail } from '#app/mail/layout.tsx'
import { defineMailJob } from '#app/mail/mail-job.server.ts'
import { sendOnce } from '#app/mail/send-once.server.ts'
import { findClaims } from '../claims/store.server.ts'
import { findOrder, makeLink, type Sellables } from '#app/features/orders/store.server.ts'
import { formatMoment } from '#app/features/orders/words.ts'
import { linkTo, unsubscribeHeaders } from '../subscriptions/rules.ts'
import { findSubscription, makeLink as makeListLink } from '../subscriptions/store/links.server.ts'
import { earlyAccessMail } from './emails/early-access.tsx'
import { unitOfferMail } from './emails/unit-offer.tsx'
import {
  findUnitOffer,
  applyStatusChanges,
  listWaitlistDrops,
  makeEarlyCodes,
  offerUnits,
} from './store.server.ts'

/**
 * Writes the statuses that time or sales have changed and tells open pages. Pages read the status that holds at their own
 * moment, so nothing waits for this; it is what the operator's lists and the archive's figures are read from.
 */
const updateStatuses = defineJob({
  name: 'flip-drops',
  payload: z.object({}),
  every: '* * * * *',
  async run(shop) {
    await transact(shop, applyStatusChanges)
  },
})

/** Mails the codes that a paid order has earned with its patches: one mail for each patch that grants early access. */
const mailEarlyAccess = defineMailJob({
  name: 'mail-early-access',
  payload: z.object({ orderId: z.string() }),
  async run(shop, { orderId }) {
    const granted = await transact(shop, (work) => makeEarlyCodes(work, shop.earlyAccessKey, orderId))
    const to = granted.length > 0 ? (await findOrder(shop.db, orderId))?.buyerEmail : null
    if (!to) return
    for (const { patchId, ...access } of granted) {
      const link = `${shop.publicUrl}/drops/${access.slug}/reserve`
      const content = earlyAccessMail({ ...access, orderId, link, timeZone: shop.timeZone })
      const mail = { key: `early-access:${orderId}:${patchId}`, to, subject: content.subject }
      await sendOnce(shop.db, shop.mailer, { ...mail, ...renderMail(content) }, shop.now())
    }
  },
})

/** Mails somebody from the waitlist about the number that is held for them. Not once the offer is over or taken. */
const mailUnitOffer = defineMailJob({
  name: 'mail-unit-offer',
  payload: z.object({ offerId: z.string() }),
  async run(shop, { offerId }) {
    const { db, timeZone, publicUrl } = shop
    const now = shop.now()
    const offer = await findUnitOffer(db, offerId)
    const orderId = offer?.orderId
    if (!orderId || offer.endsAt <= now) return
    const [person, order, postal] = await Promise.all([
      findSubscription(db, offer.subscriptionId),
      findOrder(db, orderId),
      findClaims(db, ['support.postal'], now, timeZone),
    ])
    const plate = order?.lines[0]?.plate
    if (person?.state !== 'confirmed' || order?.state !== 'held' || !plate) return
    const [token, listToken] = await transact(shop, async (work) => [
      await makeLink(work, orderId),
      await makeListLink(work, offer.subscriptionId, 'manage'),
    ])
    const unsubscribeUrl = linkTo(publicUrl, 'unsubscribe', listToken)
    const content = unitOfferMail({
      plate,
      depositCents: order.totalCents,
      until: formatMoment(offer.endsAt, timeZone),
      link: `${publicUrl}/drops/offers/${orderId}?key=${token}`,
      unsubscribeUrl,
      postalLine: postal['support.postal']?.text,
    })
    const mail = { key: `unit-offer:${offerId}`, to: person.email, subject: content.subject }
    const headers = unsubscribeHeaders(unsubscribeUrl)
    await sendOnce(db, shop.mailer, { ...mail, ...renderMail(content), headers }, now)
  },
})

/** Offers numbers that came back to the waitlists of their drops, and numbers whose offers lapsed to the next. */
function offerReturnedUnits(sellables: Sellables) {
  return defineJob({
    name: 'offer-returned-units',
    payload: z.object({}),
    every: '* * * * *',
    async run(shop, _payload, signal) {
      await runWorkItems(shop, {
        kind: 'offer-returned-units',
        items: await listWaitlistDrops(shop.db),
        signal,
        subjectOf: (slug) => slug,
        run: (slug) => transact(shop, (work) => offerUnits(work, sellables, slug)),
      })
    },
  })
}

/** Work the drops do outside a request. */
export function dropJobs(sellables: Sellables): readonly Job[] {
  return [updateStatuses, mailEarlyAccess, mailUnitOffer, offerReturnedUnits(sellables)] as Job[]
}
