import type { z } from 'zod'
import type { Verdict } from '#app/features/compliance/rules.ts'
import { contactPath, verdictText } from '#app/features/compliance/words.ts'
import type { Shop } from '#app/http/context.server.ts'
import type { Job } from '#app/jobs/job.ts'
import { type Block, type Letter, notes } from '#app/mail/letter.ts'
import { mailJob, type Mailing } from '#app/mail/mail-job.server.ts'
import { addressLines } from './input.ts'
import type { MailedOrder } from './mails.ts'
import { offeredText } from './offered.ts'
import { isEnding } from './rules.ts'
import { orderToken } from './store/links.server.ts'
import type { Sellables } from './store/lines.server.ts'
import type { Parcel } from './store/parcels.server.ts'
import { findOrder, type OrderView, type ShownRefund } from './store/read.server.ts'
import type { findOffered } from './store/shown-lines.server.ts'
import { orderSubject } from './subject.ts'

type OfOrder = { orderId: string }

/** A kind of mail to the buyer of an order. The order is read when the mail is sent; nothing goes out where nobody is known. */
export function buyerMail<Payload extends OfOrder, Also = undefined>(
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

export function mailedOrder(order: OrderView): MailedOrder {
  return { orderId: order.id, ...orderSubject(order.lines) }
}

/** The address that opens an order from anywhere. It goes only to the buyer and into no log. Of the epoch in which its order was read: where the address is corrected before the mail leaves, the link opens nothing. */
export function mintLink(shop: Shop, order: Pick<OrderView, 'id' | 'linkEpoch'>): string {
  const token = orderToken({ sign: shop.sign, now: shop.now() }, order)
  return `${shop.publicUrl}/orders/${order.id}?key=${token}`
}

export function addressOf(order: OrderView): string {
  const lines = addressLines(order)
  return lines.length > 0 ? [order.buyerName, ...lines].filter(Boolean).join(', ') : ''
}

export function titlesOf(order: OrderView, positions: readonly number[]): string[] {
  return positions.flatMap((position) => order.lines.find((line) => line.position === position)?.title ?? [])
}

export function partsOf(order: OrderView, { lines, shippingCents }: ShownRefund): string {
  const paid = lines.filter(({ amountCents }) => amountCents > 0)
  const titles = titlesOf(
    order,
    paid.map(({ position }) => position),
  )
  return [...titles, ...(shippingCents > 0 ? ['Shipping'] : [])].join(', ')
}

export function alike(offered: Awaited<ReturnType<typeof findOffered>>) {
  const [first = [], ...others] = [...offered.values()].filter((rows) => rows.length > 0)
  const isAlike = others.every((rows) => offeredText(rows) === offeredText(first))
  return isAlike ? first : []
}

const enclosureOf = (sellables: Sellables) =>
  Object.values(sellables).find(({ enclosure }) => enclosure)?.enclosure

/** By the order's code alone, so that the question leaves with that for the order. */
export async function earnsEnclosure({ db }: Shop, sellables: Sellables, orderId: string): Promise<boolean> {
  return (await enclosureOf(sellables)?.isEarned(db, orderId)) ?? false
}

export function enclose(
  { publicUrl }: Shop,
  sellables: Sellables,
  orderId: string,
  lines: OrderView['lines'],
): Block[] {
  const enclosing = lines.filter(
    ({ kind, stage }) => sellables[kind]?.enclosure && stage !== null && !isEnding(stage),
  )
  const section = enclosing.length > 0 ? enclosureOf(sellables)?.section(orderId, enclosing) : undefined
  if (!section) return []
  const { title, text, rows, how, go, notes: said } = section
  return [
    { heading: title },
    { text },
    { facts: rows },
    { text: how },
    { button: go.label, href: publicUrl + go.path },
    ...notes(said),
  ]
}

export function itemsOf({ lines }: OrderView, sent: Parcel): string[] {
  return sent.lines.map(({ position, quantity }) => {
    const title = lines.find((line) => line.position === position)?.title ?? ''
    return quantity > 1 ? `${title} × ${quantity}` : title
  })
}

/** The verdict of a review, its links whole. */
export function verdictIn({ publicUrl }: Shop, verdict: Verdict): string {
  return verdictText(verdict).replace(contactPath, publicUrl + contactPath)
}
