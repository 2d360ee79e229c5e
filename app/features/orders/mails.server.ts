import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '#app/db/db.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import type { Job } from '#app/jobs/job.ts'
import { recordDueJob } from '#app/jobs/jobs.server.ts'
import { queuedJobs } from '#app/jobs/tables.ts'
import { brand } from '#app/kit/brand.ts'
import { after, minute } from '#app/kit/clock.ts'
import {
  type Block,
  type Fact,
  facts,
  type Letter,
  type MailTheme,
  mailTheme,
  paragraphs,
} from '#app/mail/letter.ts'
import { type Mailing, mailJob } from '#app/mail/mail-job.server.ts'
import type { Plate } from './goods.ts'
import type { OfferedRow } from './offered.ts'
import { orderToken } from './store/links.server.ts'
import { isInReview, toShip } from './store/order-list.server.ts'
import type { Parcel } from './store/parcels.server.ts'
import { findOrder, type OrderView, type ShownRefund } from './store/read.server.ts'
import { orderLines, orders } from './tables.ts'
import { orderSubject } from './words.ts'

/** A kind of mail to the buyer of an order. The order is read when the mail is sent; nothing goes out where nobody is known. */
export function buyerMail<Payload extends { orderId: string }, Also = undefined>(
  name: string,
  kind: {
    payload: z.ZodType<Payload>
    key: (payload: Payload) => string
    /** What else the mail says, read by the order's code in the round trip that reads the order. */
    also?: (shop: Shop, orderId: string) => Promise<Also>
    write: (shop: Shop, order: OrderView, payload: Payload, also: Also) => Promise<Letter | undefined>
  },
): Job {
  return mailJob<Payload, [OrderView | undefined, Also]>(name, {
    ...kind,
    read: (shop, { orderId }) =>
      Promise.all([findOrder(shop.db, orderId), kind.also?.(shop, orderId) as Promise<Also>]),
    write: (shop, payload, [order, also]) =>
      toBuyerOf(order, (known) => kind.write(shop, known, payload, also)),
  })
}

export async function toBuyer(
  shop: Shop,
  orderId: string,
  write: (order: OrderView) => Promise<Letter | undefined>,
): Promise<Mailing | undefined> {
  return toBuyerOf(await findOrder(shop.db, orderId), write)
}

async function toBuyerOf(
  order: OrderView | undefined,
  write: (order: OrderView) => Promise<Letter | undefined>,
): Promise<Mailing | undefined> {
  if (!order?.buyerEmail) return undefined
  const letter = await write(order)
  return letter && { to: order.buyerEmail, orderId: order.id, letter }
}

export type MailedOrder = ReturnType<typeof mailedOrder>

/** An order as its mails name it, or some of its lines. */
export function mailedOrder({ id, lines }: Pick<OrderView, 'id' | 'lines'>) {
  return { orderId: id, ...orderSubject(lines) }
}

/** The address that opens an order from anywhere. It goes only to the buyer and into no log. Of the epoch in which its order was read: where the address is corrected before the mail leaves, the link opens nothing. */
export function mintLink(shop: Shop, order: Pick<OrderView, 'id' | 'linkEpoch'>): string {
  const token = orderToken({ sign: shop.sign, now: shop.now() }, order)
  return `${shop.publicUrl}/orders/${order.id}?key=${token}`
}

export function titlesOf(order: OrderView, positions: readonly number[]): string[] {
  return positions.flatMap((position) => order.lines.find((line) => line.position === position)?.title ?? [])
}

export function partsOf(order: OrderView, { lines, shippingCents }: ShownRefund): string {
  const paid = lines.flatMap(({ position, amountCents }) => (amountCents > 0 ? position : []))
  return [...titlesOf(order, paid), ...(shippingCents > 0 ? ['Shipping'] : [])].join(', ')
}

/** As buyers read it. */
export function itemsOf({ lines }: Parcel): string[] {
  return lines.map(({ title, quantity }) => (quantity > 1 ? `${title} × ${quantity}` : title))
}

export const why = {
  reserved: `You’re getting this email because a reservation at the ${brand} shop was made with this address.`,
  ordered: `You’re getting this email because something was ordered at the ${brand} shop with this address.`,
  order: `You’re getting this email because an order at the ${brand} shop was made with this address.`,
}

export const linkNote = 'Anyone who has this link can see your order.'

export function itemTitle({ title, detail, plate }: Pick<MailedOrder, 'title' | 'detail' | 'plate'>): string {
  return plate
    ? `${plate.dropName}, number ${plate.unitNumber} of ${plate.total}`
    : [title, detail].filter(Boolean).join(', ')
}

export function orderTitle(order: MailedOrder): string {
  return order.count === 1 ? itemTitle(order) : `${order.count} items`
}

export function themeOf(plate: Plate | null): MailTheme {
  return mailTheme(plate?.theme)
}

export function offeredFacts(offered: readonly OfferedRow[]): Fact[] {
  return offered.map(({ term, value }) => ({ label: term, value }))
}

/** Every letter about an order: its heading, what it means, and the rest. */
export function orderLetter(
  { plate }: Pick<MailedOrder, 'plate'>,
  told: {
    heading: string
    /** Where it is not the heading. */
    subject?: string
    text: string
    /** Where it is not the text. */
    preview?: string
    because?: keyof typeof why
    /** What follows heading and text. */
    blocks: readonly Block[]
  },
): Letter {
  const { heading, subject = heading, text, preview = text, because = 'reserved', blocks } = told
  return {
    subject,
    preview,
    theme: themeOf(plate),
    why: why[because],
    blocks: [{ heading }, { text }, ...blocks],
  }
}

export function noticeLetter(
  order: MailedOrder,
  notice: {
    heading: string
    texts: readonly string[]
    rows?: readonly Fact[]
    button?: string
    link: string
  },
): Letter {
  const { heading, texts, rows = [], button = 'Open your order', link } = notice
  const [text = '', ...more] = texts
  const what = itemTitle(order)
  return orderLetter(order, {
    heading,
    subject: `${heading}: ${what}`,
    text,
    blocks: [
      ...paragraphs(more),
      { facts: [...rows, ...facts({ Order: order.orderId, For: what })] },
      { button, href: link },
      { note: linkNote },
    ],
  })
}

/** How long paid orders are gathered into one mail to staff, in milliseconds. The first after a quiet time is mailed within a minute. */
const gatherMs = 5 * minute

/** It waits while another mail does: the orders of a long outage join one mail. */
export async function gatherStaffMail(db: Db, now: Date): Promise<void> {
  const at = now.toISOString()
  const queueMail = recordDueJob(
    'mail-staff-orders',
    sql`jsonb_build_object('at', ${at}::text)`,
    sql`(select from told limit 1) one`,
  )
  await db.execute(sql`
    with told as (
      update ${orders} set staff_told_at = ${at}::timestamptz
      where ${orders.paidAt} is not null and ${orders.staffToldAt} is null
        and not exists (select from ${orders} told
          where told.staff_told_at > ${after(now, -gatherMs).toISOString()}::timestamptz and told.staff_told_at <= ${at}::timestamptz)
        and not exists (select from ${queuedJobs} where ${queuedJobs.job} = 'mail-staff-orders' and ${queuedJobs.failedAt} is null)
      returning id
    )
    ${queueMail}`)
}

export type GatheredOrder = Awaited<ReturnType<typeof findGatheredOrders>>[number]

/** An order that was refunded meanwhile is still one of them: staff see every sale, and each once. */
export async function findGatheredOrders(db: Db, toldAt: Date) {
  const rows = await db
    .select({
      id: orders.id,
      state: orders.state,
      paidCents: orders.capturedCents,
      needsReview: sql<boolean>`(${isInReview}) is true`,
      isToShip: sql<boolean>`(${toShip}) is true`,
      balanceOf: sql<
        string | null
      >`case when ${orderLines.kind} = 'balance' then ${orderLines.ref} ->> 'reservation' end`,
      line: { title: orderLines.title, detail: orderLines.detail, quantity: orderLines.quantity },
    })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(and(eq(orders.staffToldAt, toldAt), isNotNull(orders.paidAt)))
    .orderBy(asc(orders.paidAt), asc(orders.id), asc(orderLines.position))
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const { line, ...order } = first
    return [{ ...order, lines: [line, ...others.map((row) => row.line)] }]
  })
}
