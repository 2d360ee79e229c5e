import { z } from 'zod'
import { type Db, transact, type UnitOfWork } from '#app/db/db.server.ts'
import { nothingClosed } from '#app/facts/sections.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { offerJobs, type OfferMail } from '#app/features/checkout/offers.server.ts'
import { defineMailJob, mailOnce } from '#app/mail/mail-job.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { formatMoment } from '#app/features/orders/words.ts'
import { drawReceiver } from './routes/drop-art-responses.server.ts'
import { noFilter, dropTopic, dueTransition, statusAt } from './rules.ts'
import { receiverSubject } from './rules/art.ts'
import { listWaitlistDrops, offerUnits } from './store/waiting.server.ts'
import { findDropPage, listVariants, listWindows } from './store/drops.server.ts'
import { type EarlyAccess, makeEarlyCodes } from './store/patches.server.ts'
import { chosenVariantWords } from './words.ts'
import { and, eq, getTableColumns, ne, sql } from 'drizzle-orm'
import { drops, dropUnits, unitOffers } from './tables.ts'
import { brand } from '#app/kit/brand.ts'
import { dateFormat } from '#app/kit/dates.ts'
import { formatCents } from '#app/kit/money.ts'
import { facts, type Letter, mailTheme } from '#app/mail/letter.ts'

/** A change that is not stored yet counts, so that the scheduler runs for it. */
export async function nextDropTransition(db: Db, now: Date): Promise<Date | undefined> {
  return (await listLives(db))
    .flatMap((drop) => dueTransition(drop, now) ?? [])
    .toSorted((a, b) => a.getTime() - b.getTime())[0]
}

/** Idempotent, and safe to run concurrently. Returns the slugs of the changed drops. */
export async function applyStatusChanges({ tx, now, announce }: UnitOfWork): Promise<string[]> {
  const changed: string[] = []
  for (const drop of await listLives(tx)) {
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

function listLives(db: Db) {
  const remaining = sql<number>`(select count(*)::int from ${dropUnits} where ${dropUnits.dropId} = ${drops.id} and ${dropUnits.state} <> 'taken')`
  return db
    .select({ ...getTableColumns(drops), remaining })
    .from(drops)
    .where(ne(drops.status, 'archived'))
}

/** Pages compute the current status themselves; operator lists and archive figures read the stored one. */
const updateStatuses = defineJob({
  name: 'apply-drop-transitions',
  payload: z.object({}),
  every: '* * * * *',
  nextDue: ({ db, now }) => nextDropTransition(db, now()),
  async run(shop) {
    await transact(shop, applyStatusChanges)
  },
})

/** Drawn ahead: they are there before a visitor is. */
const drawReceivers = defineJob({
  name: 'draw-receivers',
  payload: z.object({}),
  every: '* * * * *',
  concurrency: 1,
  limitSeconds: 600,
  async run({ db, artwork, now }, _payload, signal) {
    const { drops } = await findDropPage(db, now(), { filter: noFilter, wanted: 1, size: 12 })
    for (const drop of [...drops, ...(await listWindows(db, now()))]) {
      const { variants } = drop
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
    for (const access of granted)
      await mailOnce(shop, `early-access:${orderId}:${access.patchId}`, async () => {
        const link = `${shop.publicUrl}/drops/${access.slug}/reserve`
        return { to, letter: earlyAccessLetter({ ...access, orderId, link, timeZone: shop.timeZone }) }
      })
  },
})

const unitOffersOf = (sellables: Sellables) =>
  offerJobs(sellables, {
    good: 'unit',
    offers: unitOffers,
    path: '/drops/offers',
    job: 'offer-returned-units',
    list: ({ db, facts }) => listWaitlistDrops(db, { ...nothingClosed, sections: facts().sectionsOff }),
    offer: (work, slug) => offerUnits(work, sellables, slug),
    async write({ db, timeZone }, { dropId, endsAt }, { lines, totalCents }, mail) {
      const plate = lines[0]?.plate
      const variants = await listVariants(db, eq(drops.id, dropId))
      if (!plate) return undefined
      return unitOfferLetter({
        ...mail,
        plate,
        depositCents: totalCents,
        variants: variants.length > 1 ? variants.map(chosenVariantWords) : [],
        until: formatMoment(endsAt, timeZone),
      })
    },
  })

export function dropJobs(sellables: Sellables): readonly Job[] {
  return [updateStatuses, drawReceivers, mailEarlyAccess, ...unitOffersOf(sellables)] as Job[]
}

function earlyAccessLetter(
  access: EarlyAccess & { orderId: string; link: string; timeZone: string },
): Letter {
  const { orderId, patchName, dropName, theme, launchDate, codes, link, timeZone } = access
  const isOne = codes.length === 1
  const heading = isOne ? 'Your early-access code' : 'Your early-access codes'
  const opens = opensText(launchDate, timeZone)
  return {
    subject: `${heading} for ${dropName}`,
    preview: opens,
    theme,
    why: `You received this email because you bought an early access patch from ${brand}.`,
    blocks: [
      { heading },
      { text: opens },
      {
        facts: [
          ...codes.map((code, at) => ({
            label: isOne ? 'Code' : `Code ${at + 1}`,
            value: groupedCode(code),
          })),
          ...facts({ Drop: dropName, Patch: patchName, Order: orderId }),
        ],
      },
      {
        text: isOne
          ? 'It works for one reservation. If that reservation expires or is released before payment, you can use it again.'
          : 'Each works for one reservation. If that reservation expires or is released before payment, you can use the code again.',
      },
      { button: 'Reserve a number', href: link },
      {
        note: 'Anyone with the code can use it. While a code is in use, its patch cannot be returned. Returning the patch cancels its code.',
      },
    ],
  }
}

function opensText(launchDate: Date | null, timeZone: string): string {
  if (!launchDate) return 'It lets you reserve 24 hours before launch. The launch date is not set yet.'
  const launch = dateFormat('en-US', {
    timeZone,
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(launchDate)
  return `It lets you reserve 24 hours before the launch on ${launch}.`
}

function groupedCode(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? code
}

type UnitOffer = OfferMail & {
  plate: { dropName: string; unitNumber: number; total: number; theme: string }
  depositCents: number
  variants: readonly string[]
  until: string
}

function unitOfferLetter(offer: UnitOffer): Letter {
  const { plate, depositCents, variants, until, link, unsubscribeUrl, postalLine } = offer
  const { dropName, unitNumber, total, theme } = plate
  const heading = `Number ${unitNumber} is held for you`
  const held = `Number ${unitNumber} of ${dropName} is available again, and you are next on the waitlist. It is held for you until ${until}. Nobody else can reserve it before then.`
  const reserve = `Reserve it with a refundable deposit of ${formatCents(depositCents)}.`
  return {
    subject: `${heading}: ${dropName}`,
    preview: held,
    theme: mailTheme(theme),
    why: 'You received this email because you are on the waitlist for this drop.',
    unsubscribeUrl,
    postalLine,
    blocks: [
      { heading },
      { plate: { number: unitNumber, of: total, title: dropName, caption: 'Held for you' } },
      { text: held },
      { text: variants.length > 0 ? `${reserve} You choose its variant first.` : reserve },
      { button: `Reserve number ${unitNumber}`, href: link },
      {
        facts: facts({
          Number: `${unitNumber} of ${total}`,
          Variants: variants.join('; '),
          'Held until': until,
          Deposit: formatCents(depositCents),
        }),
      },
      {
        note: "If you don't want it, you don't need to do anything: it goes to the next person on the waitlist. Anyone with the link in this email can reserve the number.",
      },
    ],
  }
}
