import { and, eq } from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { postalLine } from '#app/facts/facts.ts'
import { formatDay, formatLongDay } from '#app/kit/dates.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import type { LineArt } from '../goods.ts'
import { itemsOf, partsOf } from '../mails.server.ts'
import { type OfferedRow, offeredRows } from '../offered.ts'
import { showTracking } from '../parcels.ts'
import { chargesOf } from '../quote.ts'
import { fulfillmentWords } from '../refunds.ts'
import { isEnding, isPaid } from '../rules.ts'
import { storedGood, type LineChoice, type StockRow, type LinePage, type ReturnRefusal } from '../sellable.ts'
import { orderLines } from '../tables.ts'
import { formatMoment } from '../words.ts'
import type { Sellables } from './lines.server.ts'
import type { Parcel } from './parcels.server.ts'
import type { OrderHistory, OrderView } from './read.server.ts'

type Line = OrderView['lines'][number]

export async function findLineArt(
  db: Db,
  sellables: Sellables,
  [line, ...others]: readonly Line[],
): Promise<LineArt | null> {
  if (!line || line.plate || others.length > 0) return null
  const { sellable, ref } = storedGood(sellables, line) ?? {}
  return (await sellable?.art?.(db, ref)) ?? null
}

export async function findChoice(
  db: Db,
  sellables: Sellables,
  { id, lines }: OrderView,
): Promise<LineChoice | undefined> {
  let settled: LineChoice | undefined
  for (const line of lines) {
    const { sellable, ref } = storedGood(sellables, line) ?? {}
    const choice = await sellable?.choice?.(db, id, ref)
    if (choice?.isOpen) return choice
    settled ??= choice
  }
  return settled
}

export type SettledLine = Pick<StockRow, 'ref' | 'detail' | 'plate' | 'firearm' | 'variant'>

/** Writes what the buyer of a held order chose into its line. The order must be locked. What is due now stays the same. */
export async function settleLine(
  { tx }: UnitOfWork,
  orderId: string,
  position: number,
  { ref, detail, plate, firearm, variant }: SettledLine,
): Promise<void> {
  await tx
    .update(orderLines)
    .set({ ref, detail, plate, firearm, variant })
    .where(and(eq(orderLines.orderId, orderId), eq(orderLines.position, position)))
}

/**
 * By the code of an order alone, so that it leaves with the question whether this browser may open it: most orders reserve a firearm. Every
 * kind that comes with something asks the same.
 */
export function hasFreePage({ db }: Pick<Shop, 'db'>, sellables: Sellables, orderId: string) {
  const { hasPage } = Object.values(sellables).find(({ comesWith }) => comesWith) ?? {}
  return hasPage?.(db, orderId) ?? false
}

const isOver = ({ returnedAt, stage }: Pick<Line, 'returnedAt' | 'stage'>) =>
  returnedAt !== null || (stage !== null && isEnding(stage))

export async function findLinePages(
  db: Db,
  sellables: Sellables,
  order: OrderView,
  hasFree?: boolean,
): Promise<Map<number, LinePage>> {
  const pages = new Map<number, LinePage>()
  if (!isPaid(order.state)) return pages
  for (const line of order.lines) {
    const { sellable, ref } = storedGood(sellables, line) ?? {}
    if (!sellable?.page || isOver(line) || line.isReturning) continue
    const page = sellable.page(order.id, ref, line.itemClass, line.stage)
    const known = sellable.comesWith && hasFree
    const has = !sellable.hasPage || (known ?? (await sellable.hasPage(db, order.id)))
    if (page && has) pages.set(line.position, page)
  }
  return pages
}

/** `isFirst`: what it was held under, whatever staff and buyer agreed since. */
export async function findOffered(
  { db, timeZone }: Pick<Shop, 'db' | 'timeZone'>,
  sellables: Sellables,
  lines: readonly (typeof orderLines.$inferSelect)[],
  { isFirst = false }: { isFirst?: boolean } = {},
): Promise<Map<number, OfferedRow[]>> {
  const rowsOf = async (line: (typeof lines)[number]) => {
    const { sellable, ref } = storedGood(sellables, line) ?? {}
    if (!sellable?.offered || isOver(line)) return []
    const offered = await ((isFirst && sellable.offeredFirst) || sellable.offered)(db, line, ref)
    if (!offered) return []
    const { balance } = offered
    return offeredRows(offered, balance instanceof Date ? formatLongDay(balance, timeZone) : '')
  }
  return new Map(await Promise.all(lines.map(async (line) => [line.position, await rowsOf(line)] as const)))
}

export type ReturnView = OrderView & { lines: (Line & { returnRefusal?: ReturnRefusal })[] }

export async function withReturnRefusals<Order extends OrderView>(
  db: Db,
  sellables: Sellables,
  order: Order,
): Promise<Order & ReturnView> {
  const lines: ReturnView['lines'] = []
  for (const line of order.lines) {
    const { sellable, ref } = storedGood(sellables, line) ?? {}
    const returnRefusal = await sellable?.returning?.refusal(db, line, ref)
    lines.push(returnRefusal ? { ...line, returnRefusal } : line)
  }
  return { ...order, lines }
}

/** What is only packed is not shown: it may be opened again. */
export function showParcels(parcels: readonly Parcel[], timeZone: string) {
  return parcels.flatMap((parcel) => {
    const { number, sentAt, deliveredAt, returnedAt } = parcel
    if (!sentAt) return []
    const state = returnedAt
      ? `Came back to us ${formatDay(returnedAt, timeZone)}`
      : deliveredAt
        ? `Delivered ${formatDay(deliveredAt, timeZone)}`
        : `Shipped ${formatDay(sentAt, timeZone)}`
    return { number, items: itemsOf(parcel), state, tracking: showTracking(parcel) }
  })
}

/** The page and the file show the same rows. */
export function showReceipt(order: OrderHistory, { timeZone, facts }: Pick<Shop, 'timeZone' | 'facts'>) {
  if (order.paidAt === null) return null
  const on = (moment: Date | null) => (moment ? formatMoment(moment, timeZone) : '')
  const { lines, capturedCents, attestation, termsVersion, refundPolicyVersion } = order
  const refunds = order.refunds.filter(({ isLate, state }) => !isLate && state === 'done')
  const restCents = refunds.reduce((left, { amountCents }) => left - amountCents, capturedCents)
  return {
    orderId: order.id,
    seller: postalLine(facts()),
    paidOn: on(order.paidAt),
    paid: formatCentsExact(capturedCents),
    bought: lines.map(({ position, title, detail, quantity, unitCents, fulfillment }) => ({
      position,
      label: [title, detail].filter(Boolean).join(': '),
      note:
        fulfillmentWords[fulfillment] +
        (quantity > 1 ? `, ${quantity} at ${formatCentsExact(unitCents)}` : ''),
      amount: formatCentsExact(unitCents * quantity),
    })),
    charges: chargesOf(order).map(({ label, cents }) => ({
      label,
      note: '',
      amount: formatCentsExact(cents),
    })),
    total: formatCentsExact(order.totalCents),
    refunds: refunds.map((refund) => ({
      label: `Refunded ${on(refund.settledAt)}`,
      note: lines.length > 1 ? partsOf(order, refund) : '',
      amount: `-${formatCentsExact(refund.amountCents)}`,
    })),
    rest: {
      label: refunds.length > 0 ? 'Paid after refunds' : 'Paid',
      amount: formatCentsExact(restCents),
    },
    confirmed:
      attestation && termsVersion && refundPolicyVersion
        ? `You confirmed on ${on(order.attestedAt)}: “${attestation}” Terms version ${termsVersion}, refund policy version ${refundPolicyVersion}.`
        : '',
  }
}
