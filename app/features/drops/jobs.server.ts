import { z } from 'zod'
import { transact, type UnitOfWork } from '#app/db/work.server.ts'
import { nothingClosed } from '#app/facts/sections.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { runWorkItems } from '#app/jobs/work-items.server.ts'
import { defineMailJob, mailJob, mailOnce } from '#app/mail/mail-job.server.ts'
import { findContact } from '../claims/store.server.ts'
import { cancelHold } from '#app/features/checkout/store/hold.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { orderToken } from '#app/features/orders/store/links.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { formatMoment } from '#app/features/orders/words.ts'
import { linkTo, unsubscribeHeaders } from '../subscriptions/rules.ts'
import { findSubscription, listToken } from '../subscriptions/store/links.server.ts'
import { earlyAccessLetter, unitOfferLetter } from './mails.ts'
import { drawReceiver } from './routes/drop-art-responses.server.ts'
import { noFilter, dropTopic, dueTransition, statusAt } from './rules.ts'
import { receiverSubject } from './rules/art.ts'
import { findUnitOffer, listWaitlistDrops, offerUnits } from './store/waiting.server.ts'
import { findDropPage, listVariants, listWindows } from './store/drops.server.ts'
import { listOfferedVariants } from './store/variants.server.ts'
import { makeEarlyCodes } from './store/patches.server.ts'
import { chosenVariantWords } from './words.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { drops, dropUnits } from './tables.ts'

/**
 * When the next status changes by the clock, over all drops. A change that is not stored yet counts, so that the
 * scheduler runs for it.
 */
export async function nextDropTransition(db: Db, now: Date): Promise<Date | undefined> {
  const rows = await db.select(lifecycleColumns).from(drops).where(sql`${drops.status} <> 'archived'`)
  return rows
    .flatMap((drop) => dueTransition(drop, now) ?? [])
    .toSorted((a, b) => a.getTime() - b.getTime())[0]
}

/**
 * Stores every status that time or sales changed and announces those drops. The first sell-out is recorded for the
 * archive. Idempotent, and safe to run concurrently. Returns the slugs of the changed drops.
 */
export async function applyStatusChanges({ tx, now, announce }: UnitOfWork): Promise<string[]> {
  const rows = await tx
    .select({ ...lifecycleColumns, slug: drops.slug })
    .from(drops)
    .where(sql`${drops.status} <> 'archived'`)
  const changed: string[] = []
  for (const drop of rows) {
    const status = statusAt(drop, now)
    if (status === drop.status) continue
    const updated = await tx
      .update(drops)
      .set({ status, ...(status === 'sold_out' && { soldOutAt: sql`coalesce(${drops.soldOutAt}, ${now})` }) })
      .where(and(eq(drops.id, drop.id), eq(drops.status, drop.status)))
      .returning({ slug: drops.slug })
    changed.push(...updated.map(({ slug }) => slug))
  }
  for (const slug of changed) announce(dropTopic(slug))
  return changed
}

const lifecycleColumns = {
  id: drops.id,
  status: drops.status,
  launchDate: drops.launchDate,
  endDate: drops.endDate,
  pausedAt: drops.pausedAt,
  remaining: sql<number>`(select count(*)::int from ${dropUnits} where ${dropUnits.dropId} = ${drops.id} and ${dropUnits.state} <> 'taken')`,
}

/**
 * Stores statuses that time or sales changed, and notifies open pages. Pages compute the current status themselves;
 * operator lists and archive figures read the stored one.
 */
const updateStatuses = defineJob({
  name: 'apply-drop-transitions',
  payload: z.object({}),
  every: '* * * * *',
  nextDue: ({ db, now }) => nextDropTransition(db, now()),
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
    for (const drop of [...drops, ...(await listWindows(db, now()))]) {
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
    for (const { patchId, ...access } of granted)
      await mailOnce(shop, `early-access:${orderId}:${patchId}`, async () => {
        const link = `${shop.publicUrl}/drops/${access.slug}/reserve`
        return { to, letter: earlyAccessLetter({ ...access, orderId, link, timeZone: shop.timeZone }) }
      })
  },
})

/** Emails a person on the waitlist about the number held for them, unless the offer is over. Who has left by then holds nothing. */
const mailUnitOffer = (sellables: Sellables) =>
  mailJob('mail-unit-offer', {
    payload: z.object({ offerId: z.string() }),
    key: ({ offerId }) => `unit-offer:${offerId}`,
    async write(shop, { offerId }) {
      const { db, timeZone, publicUrl } = shop
      const offer = await findUnitOffer(db, offerId)
      const orderId = offer?.orderId
      if (!orderId || offer.endsAt <= shop.now()) return undefined
      const [person, order, { postalLine }] = await Promise.all([
        findSubscription(db, offer.subscriptionId),
        findOrder(db, orderId),
        findContact(shop),
      ])
      const plate = order?.lines[0]?.plate
      if (order?.state !== 'held' || !plate) return undefined
      if (person?.state !== 'confirmed') {
        await transact(shop, (work) => cancelHold(work, sellables, orderId))
        return undefined
      }
      const signing = { sign: shop.sign, now: shop.now() }
      const token = orderToken(signing, order)
      const unsubscribeUrl = linkTo(
        publicUrl,
        'unsubscribe',
        listToken(signing, offer.subscriptionId, 'manage'),
      )
      const letter = unitOfferLetter({
        plate,
        depositCents: order.totalCents,
        variants: (await listOfferedVariants(db, offer.dropId)).map(chosenVariantWords),
        until: formatMoment(offer.endsAt, timeZone),
        link: `${publicUrl}/drops/offers/${orderId}?key=${token}`,
        unsubscribeUrl,
        postalLine,
      })
      return { to: person.email, letter, headers: unsubscribeHeaders(unsubscribeUrl) }
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
        items: await listWaitlistDrops(shop.db, { ...nothingClosed, sections: shop.facts().sectionsOff }),
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
