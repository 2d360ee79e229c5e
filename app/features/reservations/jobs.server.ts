import { and, eq, exists, inArray, isNotNull, isNull, notExists, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Db, transact, type UnitOfWork } from '#app/db/db.server.ts'
import {
  buyerMail,
  itemTitle,
  linkNote,
  mailedOrder,
  mintLink,
  noticeLetter,
  offeredFacts,
  themeOf,
  toBuyer,
  why,
} from '#app/features/orders/mails.server.ts'
import { type DocumentKind, documentKindWords } from '#app/features/orders/review.ts'
import { findPrices } from '#app/features/orders/store/buyer.server.ts'
import { type Sellables, addEvent } from '#app/features/orders/store/lines.server.ts'
import type { OrderView } from '#app/features/orders/store/read.server.ts'
import { listReviews, findReviewStates } from '#app/features/orders/store/review.server.ts'
import { orderSubject } from '#app/features/orders/words.ts'
import { orderLines } from '#app/features/orders/tables.ts'
import { type Job, defineJob } from '#app/jobs/job.ts'
import { formatCalendarDate, formatIsoDay, formatLongDay } from '#app/kit/dates.ts'
import { after, minute } from '#app/kit/clock.ts'
import { formatCents, formatCentsExact } from '#app/kit/money.ts'
import { facts } from '#app/mail/letter.ts'
import { mailJob } from '#app/mail/mail-job.server.ts'
import {
  type BalanceReminder,
  documentsPath,
  exitRows,
  isDue,
  isSameSending,
  lastDayOfGrace,
  reminderKinds,
  dueReminder,
  isPaused,
  lastReminder,
  payableUntil,
  releasableFrom,
} from './rules.ts'
import { findReservation } from './store/agreement.server.ts'
import { retaxBalances, endOfDay } from './store/balance.server.ts'
import {
  findBalanceById,
  findBalanceOfOrder,
  type Balance,
  everyDue,
  listDueBalances,
} from './store/balance-lookup.server.ts'
import { findExit } from './store/close.server.ts'
import { findDocument } from './store/documents.server.ts'
import { moveReservation } from './store/move.server.ts'
import {
  agreementPath,
  agreementTitle,
  balancePath,
  exitParagraphs,
  priceRows,
  taxWords,
  termsRows,
  unpaidWords,
} from './words.ts'
import { syncAlerts } from '#app/alerts/alerts.server.ts'
import { balances } from './tables.ts'

const shopName = 'The shop'

const ofLine = (order: OrderView, position: number) => ({
  orderId: order.id,
  ...orderSubject(order.lines.filter((line) => line.position === position)),
})

type BalanceMailKind = 'requested' | 'extended' | 'tax_changed' | BalanceReminder

type On = { what: string; total: string; dueOn: string }
type MailWords = { subject: (on: On) => string; heading: string; lead: (on: On) => string }

const balanceWords: Record<BalanceMailKind, MailWords> = {
  requested: {
    subject: ({ what, dueOn }) => `Balance due ${dueOn}: ${what}`,
    heading: 'Your balance is due',
    lead: ({ total, dueOn }) =>
      `You agreed to the final price, and the build begins once the rest is paid: ${total} by ${dueOn}.`,
  },
  extended: {
    subject: ({ what, dueOn }) => `More time to pay, until ${dueOn}: ${what}`,
    heading: 'More time to pay',
    lead: ({ total, dueOn }) => `Your balance of ${total} is now due ${dueOn}.`,
  },
  tax_changed: {
    subject: ({ what, dueOn }) => `Balance changed, due ${dueOn}: ${what}`,
    heading: 'Your balance has changed',
    lead: ({ total, dueOn }) =>
      `You have another dealer now, and sales tax follows the place where they hand it over. The balance is ${total}, due ${dueOn} as before.`,
  },
  week: {
    subject: ({ what, dueOn }) => `Reminder: balance due ${dueOn}, ${what}`,
    heading: 'Your balance is due in a week',
    lead: ({ total, dueOn }) => `${total} is due ${dueOn}. The build begins once it’s paid.`,
  },
  two_days: {
    subject: ({ what, dueOn }) => `Reminder: balance due ${dueOn}, ${what}`,
    heading: 'Your balance is due in two days',
    lead: ({ total, dueOn }) => `${total} is due ${dueOn}. The build begins once it’s paid.`,
  },
  today: {
    subject: ({ what }) => `Balance due today: ${what}`,
    heading: 'Your balance is due today',
    lead: ({ total }) => `${total} is due today. The build begins once it’s paid.`,
  },
  overdue: {
    subject: ({ what }) => `Balance overdue: ${what}`,
    heading: 'Your balance is overdue',
    lead: ({ total, dueOn }) =>
      `${total} was due ${dueOn} and hasn’t arrived. You can still pay it, or write to us if you need more time.`,
  },
}

/** Mails the buyer about a balance. What is no longer true when its turn comes is not sent. */
const mailBalance = mailJob('mail-balance', {
  payload: z.object({
    balanceId: z.string(),
    kind: z.enum(['requested', 'extended', 'tax_changed', ...reminderKinds]),
    /** Distinguishes two emails of a kind about one balance. */
    at: z.iso.datetime(),
  }),
  key: ({ balanceId, kind, at }) => `balance:${balanceId}:${kind}:${at}`,
  async write(shop, { balanceId, kind }) {
    const balance = await findBalanceById(shop.db, balanceId)
    if (!balance || !isDue(balance.state)) return undefined
    const { reservationId, position, dueAt, priceCents, depositCents, amountCents, taxCents } = balance
    const dueOn = formatLongDay(dueAt, shop.timeZone)
    const terms = await findReservation(shop.db, reservationId, position)
    return toBuyer(shop, reservationId, async (order) => {
      const subject = ofLine(order, position)
      const on = { dueOn, total: formatCentsExact(amountCents + taxCents), what: itemTitle(subject) }
      const words = balanceWords[kind]
      return {
        subject: words.subject(on),
        preview: words.lead(on),
        theme: themeOf(subject.plate),
        why: why.reserved,
        blocks: [
          { heading: words.heading },
          { text: words.lead(on) },
          {
            facts: [
              ...facts({ Reservation: on.what }),
              ...offeredFacts(termsRows(terms)),
              ...facts({
                Order: reservationId,
                Price: formatCentsExact(priceCents),
                'Deposit paid': `-${formatCentsExact(depositCents)}`,
                Balance: formatCentsExact(amountCents),
                'Sales tax': taxCents > 0 ? formatCentsExact(taxCents) : '',
                'To pay': on.total,
                Due: dueOn,
              }),
            ],
          },
          { text: taxWords(balance) },
          {
            button: 'Pay the balance',
            href: `${mintLink(shop, order)}&to=${encodeURIComponent(balancePath(reservationId, position))}`,
          },
          { note: unpaidWords(dueOn, lastDayOfGrace(dueAt, shop.timeZone)) },
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
        const balance = await findBalanceOfOrder(work.tx, balanceOrderId)
        if (balance?.state !== 'paid') return
        const { reservationId: orderId, position } = balance
        const [line] = await work.tx
          .select({ stage: orderLines.stage })
          .from(orderLines)
          .where(and(eq(orderLines.orderId, orderId), eq(orderLines.position, position)))
        if (line?.stage !== 'agreed') return
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
    if (dueOn)
      await addEvent(work, reservationId, 'balance_extended', { line, by: 'The shop', reason, dueOn })
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
  if (isHeld) return isPaused(balance) ? undefined : { pausedAt: now }
  if (balance.pausedAt) return resumed(balance.dueAt, balance.pausedAt, now, timeZone)
  const reminded = dueReminder(balance, now)
  return reminded ? { reminded, mail: { kind: reminded, at: balance.dueAt.toISOString() } } : undefined
}

/** To the end of the day. Whose buyer was late before the review has the rest of the days of grace left. */
function resumed(before: Date, pausedAt: Date, now: Date, timeZone: string): Next {
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
  const overdue = due.filter((balance) => !isPaused(balance) && releasableFrom(balance.dueAt) <= work.now)
  const wrong = overdue.map(({ reservationId, position, dueAt }) => ({
    subject: `${reservationId} ${position + 1}`,
    detail: `The balance of order ${reservationId} was due ${formatLongDay(dueAt, timeZone)} and is not paid.`,
  }))
  await syncAlerts(work, 'balance_unpaid', wrong)
}

/** They return to `agreed`. Once the build has begun a person decides, and the gate holds them meanwhile. */
function listRefundedBalances(db: Db) {
  const ofLine = and(
    eq(balances.reservationId, orderLines.orderId),
    eq(balances.position, orderLines.position),
  )
  const such = (state: SQL | undefined) =>
    db.select({ id: balances.id }).from(balances).where(and(ofLine, state))
  const wasPaid = such(and(eq(balances.state, 'released'), isNotNull(balances.orderId)))
  return db
    .select({ orderId: orderLines.orderId, position: orderLines.position })
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

const documentHow =
  'Upload it on your order page; please don’t email it. Only our staff can open it, and we delete it when we no longer need it. Your order waits until we have read it. If you cannot get it, tell us: whatever is refundable, you can still refund on your order page.'

const nameKinds = (documents: readonly DocumentKind[]) =>
  documents.map((kind) => documentKindWords[kind]).join(', ')

const mailReview = buyerMail('mail-order-review', {
  payload: z.object({ orderId: z.string(), reviewId: z.number().int() }),
  key: ({ reviewId }) => `order-review:${reviewId}`,
  async write(shop, order, { orderId, reviewId }) {
    const review = (await listReviews(shop.db, orderId)).find(({ id }) => id === reviewId)
    if (!review) return undefined
    const link = mintLink(shop, order)
    const { decision, note, dueOn, documents } = review
    if (decision === 'approved') {
      const text =
        'Our staff checked your order against the rules of the states it concerns and approved it. It moves on now.'
      return noticeLetter(mailedOrder(order), {
        heading: 'Your order passed our review',
        texts: [text],
        link,
      })
    }
    if (decision === 'declined') {
      const { title: heading, text } = exitRows.declined
      const money = 'Everything you paid goes back the way it was paid. We email you each refund.'
      return noticeLetter(mailedOrder(order), { heading, texts: [text, note, money], link })
    }
    const due = formatCalendarDate(dueOn ?? '')
    return noticeLetter(mailedOrder(order), {
      heading: 'We need a document from you',
      texts: [note, `Please send it by ${due}.`, documentHow],
      rows: facts({ Document: nameKinds(documents), By: due }),
      button: 'Upload it',
      link: `${link}&to=${documentsPath(orderId)}`,
    })
  },
})

const mailRefused = buyerMail('mail-document-refused', {
  payload: z.object({ orderId: z.string(), documentId: z.string() }),
  key: ({ documentId }) => `document-refused:${documentId}`,
  async write(shop, order, { orderId, documentId }) {
    const document = await findDocument(shop.db, orderId, documentId)
    if (!document?.reason) return undefined
    const { kind, reason } = document
    return noticeLetter(mailedOrder(order), {
      heading: 'We could not accept your document',
      texts: [
        `We read your document (${documentKindWords[kind]}) and need another one.`,
        reason,
        documentHow,
      ],
      rows: facts({ Document: nameKinds([kind]) }),
      button: 'Upload it',
      link: `${mintLink(shop, order)}&to=${documentsPath(orderId)}`,
    })
  },
})

const mailClosed = buyerMail('mail-reservation-closed', {
  payload: z.object({ orderId: z.string(), position: z.number().int() }),
  key: ({ orderId, position }) => `reservation-closed:${orderId}:${position}`,
  async write(shop, order, { orderId, position }) {
    const exit = await findExit(shop.db, orderId, position)
    if (!exit) return undefined
    const heading = exitRows[exit.exit].title
    const link = mintLink(shop, order)
    return noticeLetter(ofLine(order, position), { heading, texts: exitParagraphs(exit), link })
  },
})

const mailDealerWithdrew = buyerMail('mail-dealer-withdrew', {
  payload: z.object({ orderId: z.string(), at: z.iso.datetime() }),
  key: ({ orderId, at }) => `dealer-withdrew:${orderId}:${at}`,
  async write(shop, order, { orderId }) {
    // Chosen again meanwhile.
    if (order.dealerName !== null) return undefined
    return noticeLetter(mailedOrder(order), {
      heading: 'Your dealer can’t receive it',
      texts: [
        'Your dealer withdrew, or may not receive your order any more. Nothing is lost: choose another dealer on your order page, and we’ll contact them.',
      ],
      button: 'Choose another dealer',
      link: `${mintLink(shop, order)}&to=/orders/${orderId}/dealer`,
    })
  },
})

const mailAgreement = buyerMail('mail-agreement', {
  payload: z.object({ orderId: z.string(), position: z.number().int(), sentAt: z.iso.datetime() }),
  key: ({ orderId, position, sentAt }) => `agreement:${orderId}:${position}:${sentAt}`,
  async write(shop, order, { orderId, position, sentAt }) {
    const terms = await findReservation(shop.db, orderId, position)
    // Other terms replaced them, or they were accepted.
    if (!terms || !isSameSending(terms.sentAt, sentAt) || terms.acceptedAt) return undefined
    const depositCents = order.lines.find((line) => line.position === position)?.unitCents ?? 0
    return noticeLetter(ofLine(order, position), {
      heading: agreementTitle,
      texts: [
        `We have fixed what we build for you and its final price: ${formatCents(terms.priceCents)}. Please read and accept it. Nothing is built before you do.`,
      ],
      rows: offeredFacts(priceRows(terms, depositCents)),
      button: 'Read and accept',
      link: `${mintLink(shop, order)}&to=${agreementPath(orderId, position)}`,
    })
  },
})

export function reservationJobs(sellables: Sellables): readonly Job[] {
  const mails = [mailAgreement, mailReview, mailClosed, mailDealerWithdrew, mailRefused, mailBalance]
  return [...mails, retax, moveOn(sellables), watchBalances(sellables)] as Job[]
}
