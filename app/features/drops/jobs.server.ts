import { z } from 'zod'
import { transact } from '#app/db/work.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { runWorkItems } from '#app/jobs/work-items.server.ts'
import { renderMail } from '#app/mail/layout.tsx'
import { defineMailJob } from '#app/mail/mail-job.server.ts'
import { sendOnce } from '#app/mail/send-once.server.ts'
import { findClaims } from '../claims/store.server.ts'
import { cancelHold } from '#app/features/checkout/store/hold.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { makeLink } from '#app/features/orders/store/links.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { formatMoment } from '#app/features/orders/words.ts'
import { linkTo, unsubscribeHeaders } from '../subscriptions/rules.ts'
import { findSubscription, makeLink as makeListLink } from '../subscriptions/store/links.server.ts'
import { earlyAccessMail } from './emails/early-access.tsx'
import { unitOfferMail } from './emails/unit-offer.tsx'
import { drawReceiver } from './routes/receiver-pictures.server.ts'
import { noFilter } from './rules/vault-filter.ts'
import { receiverSubject } from './rules/receiver-subject.ts'
import { findUnitOffer, listWaitlistDrops, offerUnits } from './store/waiting.server.ts'
import { applyStatusChanges } from './store/status-changes.server.ts'
import { findDropPage, listVariants } from './store/drops.server.ts'
import { listOfferedVariants } from './store/variants.server.ts'
import { makeEarlyCodes } from './store/early-access.server.ts'
import { chosenVariantWords } from './words.ts'

/**
 * Stores statuses that time or sales changed, and notifies open pages. Pages compute the current status themselves;
 * operator lists and archive figures read the stored one.
 */
const updateStatuses = defineJob({
  name: 'apply-drop-transitions',
  payload: z.object({}),
  every: '* * * * *',
  async run(shop) {
    await transact(shop, applyStatusChanges)
  },
})

/**
 * Draws the close views that the newest drops show, and those that one which is coming shows from its launch on: they are there
 * before a visitor is.
 */
const drawReceivers = defineJob({
  name: 'draw-receivers',
  payload: z.object({}),
  every: '* * * * *',
  concurrency: 1,
  limitSeconds: 600,
  async run({ db, artwork, now }, _payload, signal) {
    const { drops } = await findDropPage(db, now(), { filter: noFilter, wanted: 1, size: 12 })
    for (const drop of drops) {
      const variants = await listVariants(db, drop.id)
      const shown = drop.status === 'coming_soon' ? [drop, { ...drop, status: 'live' as const }] : [drop]
      for (const each of shown)
        for (const variant of variants.length > 0 ? variants : [undefined])
          await drawReceiver({ artwork }, receiverSubject(each, variant), signal)
    }
  },
})

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

/** Emails a person on the waitlist about the number held for them, unless the offer is over. Who has left by then holds nothing. */
const mailUnitOffer = (sellables: Sellables) =>
  defineMailJob({
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
      if (order?.state !== 'held' || !plate) return
      if (person?.state !== 'confirmed') {
        await transact(shop, (work) => cancelHold(work, sellables, orderId))
        return
      }
      const [token, listToken] = await transact(shop, async (work) => [
        await makeLink(work, orderId),
        await makeListLink(work, offer.subscriptionId, 'manage'),
      ])
      const variants = await listOfferedVariants(db, offer.dropId)
      const unsubscribeUrl = linkTo(publicUrl, 'unsubscribe', listToken)
      const content = unitOfferMail({
        plate,
        depositCents: order.totalCents,
        variants: variants.map(chosenVariantWords),
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

export function dropJobs(sellables: Sellables): readonly Job[] {
  return [
    updateStatuses,
    drawReceivers,
    mailEarlyAccess,
    mailUnitOffer(sellables),
    offerReturnedUnits(sellables),
  ] as Job[]
}
