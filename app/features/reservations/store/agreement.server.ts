import { and, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { rowsBy } from '#app/db/row.server.ts'
import { buyerMail, mintLink, noticeLetter, offeredFacts } from '#app/features/orders/mails.server.ts'
import { offeredWords } from '#app/features/orders/offered.ts'
import { isPaid } from '#app/features/orders/rules.ts'
import { isNfaClass } from '#app/features/orders/stages.ts'
import { addEvent, findOrderForUpdate, type Sellables } from '#app/features/orders/store/lines.server.ts'
import type { OrderView } from '#app/features/orders/store/read.server.ts'
import { askReview } from '#app/features/orders/store/review.server.ts'
import { hasOpenReturn } from '#app/features/orders/store/stage.server.ts'
import { orderSubject } from '#app/features/orders/words.ts'
import { formatCents, formatCentsExact } from '#app/kit/money.ts'
import { refuse } from '#app/kit/refusal.ts'
import { agreementTitle, type Transferee } from '../rules.ts'
import { reservations } from '../tables.ts'

/** The paid order of a verb, locked, with the line that the verb is about. */
export async function lockPaid(work: UnitOfWork, sellables: Sellables, orderId: string, position?: number) {
  const found = await findOrderForUpdate(work, sellables, orderId)
  if (!found || !isPaid(found.order.state)) return refuse('not_paid')
  const loaded = found.lines.find(({ line }) => line.position === position)
  return { ok: true as const, ...found, loaded, line: loaded?.line }
}

export type Reservation = typeof reservations.$inferSelect
type Terms = Pick<Reservation, 'variant' | 'includes' | 'priceCents'>

export async function findReservation(db: Db, orderId: string, position: number) {
  return (await listReservations(db, orderId)).find((each) => each.position === position)
}

export const listReservations = rowsBy(reservations, 'orderId')

/** Which of these lines have terms that staff sent, as `order position`. */
export async function listLinesWithTerms(db: Db, lines: readonly { orderId: string }[]) {
  const orderIds = [...new Set(lines.map(({ orderId }) => orderId))]
  if (orderIds.length === 0) return new Set()
  const found = await db
    .select({ orderId: reservations.orderId, position: reservations.position })
    .from(reservations)
    .where(inArray(reservations.orderId, orderIds))
  return new Set(found.map(({ orderId, position }) => `${orderId} ${position}`))
}

/** Of the terms on the agreement's page. A change of their text is a new version. */
const agreementVersion = '2026-11'

/** The buyer is mailed a link to accept them. New terms replace earlier ones, until they are agreed. Refused while a review is undecided. */
export async function sendAgreement(
  work: UnitOfWork,
  sellables: Sellables,
  { orderId, position, by, ...fixed }: Terms & { orderId: string; position: number; by: string },
) {
  const found = await lockPaid(work, sellables, orderId, position)
  if (!found.ok) return found
  const { order, lines, line } = found
  const { variant, includes, priceCents } = fixed
  if (!line?.stage || line.returnedAt) return refuse('no_such_line')
  if (line.stage !== 'reserved') return refuse('already_agreed')
  if (await hasOpenReturn(work, orderId, position)) return refuse('refund_under_way')
  if (!variant.trim() || !includes.trim()) return refuse('terms_missing')
  if (priceCents < line.unitCents) return refuse('below_deposit')
  const judged = lines.map((each) => each.line)
  if ((await askReview(work, order, judged)).state !== 'clear') return refuse('in_review')
  const terms = {
    variant,
    includes,
    priceCents,
    agreementVersion,
    sentAt: work.now,
    sentBy: by,
    acceptedAt: null,
    acceptedSentence: null,
    transferee: null,
  }
  await work.tx
    .insert(reservations)
    .values({ orderId, position, ...terms })
    .onConflictDoUpdate({ target: [reservations.orderId, reservations.position], set: terms })
  await addEvent(work, orderId, 'agreement_sent', { line: position, priceCents, by })
  await work.enqueue('mail-agreement', { orderId, position, sentAt: work.now.toISOString() })
  return { ok: true as const }
}

export const acceptRefusalWords = {
  not_sent: 'There is nothing to accept yet. We email you when there is.',
  terms_changed: 'The terms changed since you opened this page. Please read them again.',
  not_confirmed: 'Check the box to accept.',
  transferee_missing: 'Say who will own it: Form 4 names them.',
  not_paid: 'This reservation has ended.',
  refund_under_way: 'Your deposit is being refunded, so there is nothing to accept.',
} as const

type Acceptance = {
  orderId: string
  position: number
  /** The time of the terms that they saw, as an ISO instant: each sending has a time of its own. */
  sentAt: string
  sentence: string
  /** Who it is transferred to; only NFA items ask for it. */
  transferee: Transferee | undefined
}

/** As they saw them, with their order locked. Safe to repeat: the first time counts, and `isFirst` says whether this was it. */
export async function acceptAgreement(
  work: UnitOfWork,
  sellables: Sellables,
  { orderId, position, sentAt, sentence, transferee }: Acceptance,
) {
  const found = await lockPaid(work, sellables, orderId, position)
  if (!found.ok) return found
  const { line } = found
  if (!line || line.returnedAt) return refuse('not_paid')
  const terms = await findReservation(work.tx, orderId, position)
  if (!terms) return refuse('not_sent')
  if (terms.sentAt.toISOString() !== sentAt) return refuse('terms_changed')
  if (terms.acceptedAt) return { ok: true as const, isFirst: false }
  if (line.stage !== 'reserved') return refuse('not_paid')
  if (await hasOpenReturn(work, orderId, position)) return refuse('refund_under_way')
  const isNfa = isNfaClass(line.itemClass)
  if (isNfa && !transferee) return refuse('transferee_missing')
  await work.tx
    .update(reservations)
    .set({
      acceptedAt: work.now,
      acceptedSentence: sentence,
      transferee: isNfa ? (transferee ?? null) : null,
    })
    .where(and(eq(reservations.orderId, orderId), eq(reservations.position, position)))
  await addEvent(work, orderId, 'agreement_accepted', { line: position, priceCents: terms.priceCents })
  return { ok: true as const, isFirst: true }
}

export function agreementPath(orderId: string, position: number): string {
  return `/orders/${orderId}/agreement/${position}`
}

export function termsRows(terms: Pick<Terms, 'variant' | 'includes'> | undefined) {
  if (!terms) return []
  return [
    { term: 'What we build', value: terms.variant },
    { term: offeredWords.included, value: terms.includes },
  ]
}

export function priceRows({ priceCents, ...terms }: Terms, depositCents: number) {
  return [
    ...termsRows(terms),
    { term: 'Final price', value: formatCentsExact(priceCents) },
    { term: 'Deposit paid', value: formatCentsExact(depositCents) },
    { term: 'Balance before tax', value: formatCentsExact(Math.max(priceCents - depositCents, 0)) },
  ]
}

/** What a mail about one line says of it. */
export const ofLine = (order: OrderView, position: number) => ({
  orderId: order.id,
  ...orderSubject(order.lines.filter((line) => line.position === position)),
})

export const mailAgreement = buyerMail('mail-agreement', {
  payload: z.object({ orderId: z.string(), position: z.number().int(), sentAt: z.iso.datetime() }),
  key: ({ orderId, position, sentAt }) => `agreement:${orderId}:${position}:${sentAt}`,
  async write(shop, order, { orderId, position, sentAt }) {
    const terms = await findReservation(shop.db, orderId, position)
    // Other terms replaced them, or they were accepted.
    if (terms?.sentAt.toISOString() !== sentAt || terms.acceptedAt) return undefined
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
