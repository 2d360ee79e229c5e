import { and, eq, exists, inArray, isNotNull, isNull, notExists, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { syncAlerts } from '#app/alerts/alerts.server.ts'
import { type Db, transact, type UnitOfWork } from '#app/db/db.server.ts'
import {
  itemTitle,
  linkNote,
  mintLink,
  offeredFacts,
  themeOf,
  toBuyer,
  why,
} from '#app/features/orders/mails.server.ts'
import { findPrices } from '#app/features/orders/store/buyer.server.ts'
import { addEvent, type Sellables } from '#app/features/orders/store/lines.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { findReviewStates } from '#app/features/orders/store/review.server.ts'
import { orderLines } from '#app/features/orders/tables.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { after, minute } from '#app/kit/clock.ts'
import { formatIsoDay, formatLongDay } from '#app/kit/dates.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { facts } from '#app/mail/letter.ts'
import { mailJob } from '#app/mail/mail-job.server.ts'
import { dueReminder, isDue, lastReminder, payableUntil, releasableFrom, reminderKinds } from './rules.ts'
import { findReservation, mailAgreement, ofLine, termsRows } from './store/agreement.server.ts'
import { endOfDay, retaxBalances, taxWords, unpaidWords } from './store/balance.server.ts'
import {
  type Balance,
  balancePath,
  everyDue,
  findBalanceById,
  listBalancesOfOrders,
  listDueBalances,
} from './store/balance-sold.server.ts'
import { mailClosed, mailDealerWithdrew } from './store/close.server.ts'
import { mailRefused, mailReview } from './store/documents.server.ts'
import { moveReservation } from './store/move.server.ts'
import { balances } from './tables.ts'

const shopName = 'The shop'

const balanceMailKinds = ['requested', 'extended', 'tax_changed', ...reminderKinds] as const

const balanceWords = ({ what, total, dueOn }: { what: string; total: string; dueOn: string }) => {
  const reminded = {
    subject: `Reminder: balance due ${dueOn}, ${what}`,
    lead: `${total} is due ${dueOn}. The build begins once it’s paid.`,
  }
  return {
    requested: {
      subject: `Balance due ${dueOn}: ${what}`,
      heading: 'Your balance is due',
      lead: `You agreed to the final price, and the build begins once the rest is paid: ${total} by ${dueOn}.`,
    },
    extended: {
      subject: `More time to pay, until ${dueOn}: ${what}`,
      heading: 'More time to pay',
      lead: `Your balance of ${total} is now due ${dueOn}.`,
    },
    tax_changed: {
      subject: `Balance changed, due ${dueOn}: ${what}`,
      heading: 'Your balance has changed',
      lead: `You have another dealer now, and sales tax follows the place where they hand it over. The balance is ${total}, due ${dueOn} as before.`,
    },
    week: { ...reminded, heading: 'Your balance is due in a week' },
    two_days: { ...reminded, heading: 'Your balance is due in two days' },
    today: {
      subject: `Balance due today: ${what}`,
      heading: 'Your balance is due today',
      lead: `${total} is due today. The build begins once it’s paid.`,
    },
    overdue: {
      subject: `Balance overdue: ${what}`,
      heading: 'Your balance is overdue',
      lead: `${total} was due ${dueOn} and hasn’t arrived. You can still pay it, or write to us if you need more time.`,
    },
  } satisfies Record<(typeof balanceMailKinds)[number], object>
}

/** Mails the buyer about a balance. What is no longer true when its turn comes is not sent. */
const mailBalance = mailJob('mail-balance', {
  payload: z.object({
    balanceId: z.string(),
    kind: z.enum(balanceMailKinds),
    /** Distinguishes two emails of a kind about one balance. */
    at: z.iso.datetime(),
  }),
  key: ({ balanceId, kind, at }) => `balance:${balanceId}:${kind}:${at}`,
  async write(shop, { balanceId, kind }) {
    const balance = await findBalanceById(shop.db, balanceId)
    if (!balance || !isDue(balance.state)) return undefined
    const { reservationId, position, dueAt, priceCents, depositCents, amountCents, taxCents } = balance
    const dueOn = formatLongDay(dueAt, shop.timeZone)
    const total = formatCentsExact(amountCents + taxCents)
    const terms = await findReservation(shop.db, reservationId, position)
    return toBuyer(shop, reservationId, async (order) => {
      const line = ofLine(order, position)
      const what = itemTitle(line)
      const { subject, heading, lead } = balanceWords({ what, total, dueOn })[kind]
      return {
        subject,
        preview: lead,
        theme: themeOf(line.plate),
        why: why.reserved,
        blocks: [
          { heading },
          { text: lead },
          {
            facts: [
              ...facts({ Reservation: what }),
              ...offeredFacts(termsRows(terms)),
              ...facts({
                Order: reservationId,
                Price: formatCentsExact(priceCents),
                'Deposit paid': `-${formatCentsExact(depositCents)}`,
                Balance: formatCentsExact(amountCents),
                'Sales tax': taxCents > 0 ? formatCentsExact(taxCents) : '',
                'To pay': total,
                Due: dueOn,
              }),
            ],
          },
          { text: taxWords(balance) },
          {
            button: 'Pay the balance',
            href: `${mintLink(shop, order)}&to=${encodeURIComponent(balancePath(reservationId, position))}`,
          },
          { note: unpaidWords(balance, shop.timeZone) },
          { note: linkNote },
        ],
      }
    })
  },
})

/** A paid balance moves its reservation to `balance_paid`, if it is agreed and no gate holds it; otherwise staff move it once they may. Safe to repeat. */
const moveOn = (sellables: Sellables) =>
  defineJob({
    name: 'balance-paid',
    payload: z.object({ orderId: z.string() }),
    async run(shop, { orderId: balanceOrderId }) {
      await transact(shop, async (work) => {
        const [balance] = await listBalancesOfOrders(work.tx, [balanceOrderId])
        if (balance?.state !== 'paid') return
        const { reservationId: orderId, position } = balance
        const order = await findOrder(work.tx, orderId)
        if (order?.lines.find((line) => line.position === position)?.stage !== 'agreed') return
        const note = `Paid by order ${balanceOrderId}`
        const move = { orderId, position, to: 'balance_paid', by: shopName, note } as const
        await moveReservation(work, { sellables, timeZone: shop.timeZone }, move)
      })
    },
  })

const retax = defineJob({
  name: 'balance-tax',
  payload: z.object({ orderId: z.string() }),
  async run(shop, { orderId }) {
    const prices = await findPrices(shop)
    await transact(shop, async (work) => {
      if (!(await retaxBalances(work, orderId, prices)))
        await work.enqueue('balance-tax', { orderId }, { startAfter: after(work.now, 5 * minute) })
    })
  },
})

const watchBalances = (sellables: Sellables) =>
  defineJob({
    name: 'watch-balances',
    payload: z.object({}),
    every: '*/5 * * * *',
    async run(shop) {
      await transact(shop, (work) => watchDueBalances(work, shop.timeZone))
      await transact(shop, (work) => watchUnpaidBalances(work, shop.timeZone))
      const back = { to: 'agreed', by: shopName, backReason: 'The balance was refunded' } as const
      // Refused while the reservation is being refunded itself.
      for (const line of await listRefundedBalances(shop.db))
        await transact(shop, (work) =>
          moveReservation(work, { sellables, timeZone: shop.timeZone }, { ...line, ...back }),
        )
    },
  })

/** A balance is paused while a review holds its reservation, and due later by as long when it is over; otherwise it is reminded of. Counts the mails. */
export async function watchDueBalances(work: UnitOfWork, timeZone: string): Promise<number> {
  const { tx, now, enqueue } = work
  const due = await listDueBalances(tx, everyDue)
  const states = await findReviewStates(tx, [...new Set(due.map(({ reservationId }) => reservationId))], now)
  let mailed = 0
  for (const balance of due) {
    const { id, reservationId, position: line, pausedAt, reminded } = balance
    const isHeld = (states.get(reservationId) ?? 'clear') !== 'clear'
    const next = nextOf(balance, isHeld, now, timeZone)
    if (!next) continue
    const { dueOn, mail, ...change } = next
    // Still due, and as it was read.
    const asRead = and(
      eq(balances.id, id),
      inArray(balances.state, ['open', 'held']),
      pausedAt ? eq(balances.pausedAt, pausedAt) : isNull(balances.pausedAt),
      sql`${balances.reminded} is not distinct from ${reminded}`,
    )
    const changed = await tx.update(balances).set(change).where(asRead).returning({ id: balances.id })
    if (changed.length === 0) continue
    const reason = 'The time of a review does not count'
    if (dueOn) await addEvent(work, reservationId, 'balance_extended', { line, by: shopName, reason, dueOn })
    if (!mail) continue
    await enqueue('mail-balance', { balanceId: id, ...mail })
    mailed++
  }
  return mailed
}

type Next = Partial<Pick<Balance, 'dueAt' | 'reminded' | 'pausedAt'>> & {
  dueOn?: string
  mail?: { kind: string; at: string }
}

function nextOf(balance: Balance, isHeld: boolean, now: Date, timeZone: string): Next | undefined {
  const { dueAt: before, pausedAt } = balance
  if (isHeld) return pausedAt ? undefined : { pausedAt: now }
  if (!pausedAt) {
    const reminded = dueReminder(balance, now)
    return reminded ? { reminded, mail: { kind: reminded, at: before.toISOString() } } : undefined
  }
  // To the end of the day. Whose buyer was late before the review has the rest of the days of grace left.
  const dueOn = formatIsoDay(after(before, now.getTime() - pausedAt.getTime()), timeZone)
  const dueAt = endOfDay(dueOn, timeZone)
  if (!dueAt) throw new Error(`No such day: ${dueOn}`)
  const isLate = dueAt <= now
  const reminded = isLate ? 'overdue' : lastReminder(dueAt, now)
  const mail = { kind: isLate ? 'overdue' : 'extended', at: now.toISOString() }
  return { dueAt, reminded, pausedAt: null, dueOn, ...(payableUntil(dueAt, now) && { mail }) }
}

export async function watchUnpaidBalances(work: UnitOfWork, timeZone: string): Promise<void> {
  const due = await listDueBalances(work.tx, everyDue)
  const overdue = due.filter(({ pausedAt, dueAt }) => !pausedAt && releasableFrom(dueAt) <= work.now)
  const wrong = overdue.map(({ reservationId, position, dueAt }) => ({
    subject: `${reservationId} ${position + 1}`,
    detail: `The balance of order ${reservationId} was due ${formatLongDay(dueAt, timeZone)} and is not paid.`,
  }))
  await syncAlerts(work, 'balance_unpaid', wrong)
}

/** They return to `agreed`. Once the build has begun a person decides, and the gate holds them meanwhile. */
function listRefundedBalances(db: Db) {
  const { orderId, position } = orderLines
  const isOwn = and(eq(balances.reservationId, orderId), eq(balances.position, position))
  const such = (state: SQL | undefined) =>
    db.select({ id: balances.id }).from(balances).where(and(isOwn, state))
  const wasPaid = such(and(eq(balances.state, 'released'), isNotNull(balances.orderId)))
  return db
    .select({ orderId, position })
    .from(orderLines)
    .where(
      and(
        eq(orderLines.stage, 'balance_paid'),
        isNull(orderLines.returnedAt),
        exists(wasPaid),
        notExists(such(inArray(balances.state, ['paid', 'waived']))),
      ),
    )
}

export function reservationJobs(sellables: Sellables): readonly Job[] {
  const mails = [mailAgreement, mailReview, mailClosed, mailDealerWithdrew, mailRefused, mailBalance]
  return [...mails, retax, moveOn(sellables), watchBalances(sellables)] as Job[]
}
