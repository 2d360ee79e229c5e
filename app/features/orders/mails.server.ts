import type { z } from 'zod'
import { autocommit } from '#app/db/work.server.ts'
import type { Verdict } from '#app/features/compliance/rules.ts'
import { contactPath, verdictText } from '#app/features/compliance/words.ts'
import type { Shop } from '#app/http/context.server.ts'
import type { Job } from '#app/jobs/job.ts'
import type { Letter } from '#app/mail/letter.ts'
import { type Mailing, mailJob } from '#app/mail/mail-job.server.ts'
import type { MailedOrder } from './mails.ts'
import { offeredText } from './offered.ts'
import { isEnding } from './rules.ts'
import type { Enclosure } from './sellable.ts'
import { orderToken, privateLink } from './store/links.server.ts'
import type { Sellables } from './store/lines.server.ts'
import type { Parcel } from './store/parcels.server.ts'
import { findOrder, type OrderView, type ShownRefund } from './store/read.server.ts'
import type { findOffered } from './store/shown-lines.server.ts'
import { orderSubject } from './subject.ts'

type OfOrder = { orderId: string }

/** A kind of mail to the buyer of an order. The order is read when the mail is sent; nothing goes out where nobody is known. */
export function buyerMail<Payload extends OfOrder>(
  name: string,
  kind: {
    payload: z.ZodType<Payload>
    key: (payload: Payload) => string
    write: (shop: Shop, order: OrderView, payload: Payload) => Promise<Letter | undefined>
  },
): Job {
  return mailJob<Payload, OrderView | undefined>(name, {
    ...kind,
    read: (shop, { orderId }) => findOrder(shop.db, orderId),
    write: (shop, payload, order) => toBuyerOf(order, (known) => kind.write(shop, known, payload)),
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

/** Of the epoch in which its order was read: where the address is corrected before the mail leaves, the link opens nothing. */
export function mintLink(shop: Shop, order: Pick<OrderView, 'id' | 'linkEpoch'>): string {
  return privateLink(shop, order.id, orderToken({ sign: shop.sign, now: shop.now() }, order))
}

export function addressOf(order: OrderView): string {
  const { buyerName, shipStreet, shipLine2, shipCity, shipState, shipZip } = order
  if (!shipStreet) return ''
  return [buyerName, shipStreet, shipLine2, shipCity, `${shipState} ${shipZip}`].filter(Boolean).join(', ')
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

export async function enclose(
  shop: Shop,
  sellables: Sellables,
  id: string,
  lines: OrderView['lines'],
): Promise<Enclosure[]> {
  const enclosing = lines.filter(
    ({ kind, stage }) => sellables[kind]?.enclose && stage !== null && !isEnding(stage),
  )
  if (enclosing.length === 0) return []
  const kinds = Map.groupBy(enclosing, ({ kind }) => kind)
  return autocommit(shop, async (work) => {
    const enclosed: Enclosure[] = []
    for (const [kind, ofKind] of kinds) {
      const made = await sellables[kind]?.enclose?.(work, shop.certify, id, ofKind)
      if (made) enclosed.push(made)
    }
    return enclosed
  })
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
