import { z } from 'zod'
import { autocommit, transact } from '#app/db/work.server.ts'
import type { Verdict } from '#app/features/compliance/rules.ts'
import { contactPath, verdictText } from '#app/features/compliance/words.ts'
import type { Shop } from '#app/http/context.server.ts'
import { type Job, defineJob } from '#app/jobs/job.ts'
import { unseal } from '#app/kit/seal.ts'
import type { Letter } from '#app/mail/letter.ts'
import { type Mailing, mailJob } from '#app/mail/mail-job.server.ts'
import {
  confirmationLetter,
  emailChangedLetter,
  inReviewLetter,
  linkLetter,
  type MailedOrder,
  parcelLetter,
  purchaseLetter,
  stageLetter,
} from './mails.ts'
import { isEnding, stages } from './rules.ts'
import { balanceOf } from './goods.ts'
import { carriers, showTracking } from './parcels.ts'
import { chargesOf } from './quote.ts'
import { isFormFiled, lineRefund, unrefundedLineCents, refundClockWords } from './refunds.ts'
import { reviewStateOf } from './review.ts'
import type { Enclosure } from './sellable.ts'
import { buyerPagePath, buyerToken, emailForLink, orderToken, privateLink } from './store/links.server.ts'
import { formerEmailPurpose } from './store/buyer.server.ts'
import { findLinePages, findOffered } from './store/shown-lines.server.ts'
import type { Sellables } from './store/lines.server.ts'
import { findParcel, listParcels, type Parcel } from './store/parcels.server.ts'
import { findOrder, type OrderView, type ShownRefund } from './store/read.server.ts'
import { listReviews, recheckOrders } from './store/review.server.ts'
import { offeredText } from './offered.ts'
import { orderSubject, subjectNounOf, paidForOf } from './subject.ts'

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

async function confirmationOf(shop: Shop, sellables: Sellables, order: OrderView): Promise<Letter> {
  const link = mintLink(shop, order)
  const [enclosed, offered] = await Promise.all([
    enclose(shop, sellables, order.id, order.lines),
    findOffered(shop, sellables, order.lines),
  ])
  const said = {
    ...mailedOrder(order),
    paidCents: order.capturedCents,
    link,
    review: order.verdict?.outcome === 'review' ? reviewText(shop, order.verdict) : '',
    enclosed,
    publicUrl: shop.publicUrl,
  }
  if (subjectNounOf(said) !== 'order') return confirmationLetter({ ...said, offered: alike(offered) })
  return purchaseLetter({ ...said, ...(await purchaseOf(shop, sellables, order, { link, offered })) })
}

async function purchaseOf(
  shop: Shop,
  sellables: Sellables,
  order: OrderView,
  { link, offered }: { link: string; offered: Awaited<ReturnType<typeof findOffered>> },
) {
  const pages = await findLinePages(shop.db, sellables, order)
  return {
    paidFor: paidForOf(sellables, order),
    balanceOf: balanceOf(order.lines),
    lines: order.lines.map((line) => ({
      title: line.title,
      detail: line.detail,
      quantity: line.quantity,
      amountCents: line.unitCents * line.quantity,
      clock: clockOf(order, line, shop),
      offered: offeredText(offered.get(line.position) ?? []),
    })),
    ...chargesOf(order),
    pages: [...pages.values()].map(({ to, label }) => ({
      label,
      href: `${link}&to=${encodeURIComponent(to)}`,
    })),
    address: addressOf(order),
  }
}

function clockOf(order: OrderView, line: OrderView['lines'][number], { now, timeZone }: Shop): string {
  const verdict = lineRefund(line, order, now())
  return verdict.ok ? refundClockWords(verdict, timeZone, unrefundedLineCents(line)) : ''
}

function addressOf(order: OrderView): string {
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

function alike(offered: Awaited<ReturnType<typeof findOffered>>) {
  const [first = [], ...others] = [...offered.values()].filter((rows) => rows.length > 0)
  const isAlike = others.every((rows) => offeredText(rows) === offeredText(first))
  return isAlike ? first : []
}

async function enclose(
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

const parcel = mailJob('mail-parcel', {
  payload: z.object({
    parcelId: z.string(),
    about: z.enum(['sent', 'unsent', 'tracking']),
    at: z.iso.datetime(),
  }),
  key: ({ parcelId, about, at }) => `parcel-${about}:${parcelId}:${at}`,
  async write(shop, { parcelId, about }) {
    const sent = await findParcel(shop.db, parcelId)
    // Taken back before its mail went out, or handed over again since: the last word is another mail's.
    if (!sent || (sent.sentAt === null) !== (about === 'unsent')) return undefined
    const siblings = await listParcels(shop.db, sent.orderId)
    return toBuyer(shop, sent.orderId, async (order) =>
      parcelLetter({
        ...mailedOrder(order),
        about,
        which: isAllOf(order, sent)
          ? ''
          : `${sent.number} of ${Math.max(siblings.length, sent.number)} so far`,
        items: itemsOf(order, sent),
        address: addressOf(order),
        tracking: showTracking(sent),
        link: mintLink(shop, order),
      }),
    )
  },
})

function isAllOf({ lines }: OrderView, sent: Parcel): boolean {
  return lines
    .filter(({ fulfillment, returnedAt }) => fulfillment === 'shipping' && !returnedAt)
    .every(({ position, quantity }) =>
      sent.lines.some((part) => part.position === position && part.quantity === quantity),
    )
}

export function itemsOf({ lines }: OrderView, sent: Parcel): string[] {
  return sent.lines.map(({ position, quantity }) => {
    const title = lines.find((line) => line.position === position)?.title ?? ''
    return quantity > 1 ? `${title} × ${quantity}` : title
  })
}

function stageMoved(sellables: Sellables): Job {
  return buyerMail('mail-order-stage', {
    payload: z.object({
      orderId: z.string(),
      stage: z.enum(stages),
      movedAt: z.iso.datetime(),
      line: z.number().int().nonnegative().optional(),
      carrier: z.enum(carriers).optional(),
      tracking: z.string().optional(),
      back: z.object({ from: z.enum(stages), reason: z.string() }).optional(),
      isCorrection: z.boolean().optional(),
    }),
    key: ({ orderId, movedAt, line }) =>
      `order-stage:${orderId}:${movedAt}${line === undefined ? '' : `:${line}`}`,
    async write(shop, order, { orderId, stage, line, carrier, tracking, back, isCorrection = false }) {
      const moved = order.lines.filter(({ position }) => line === undefined || position === line)
      const isEarned = stage === 'form3_filed' && !back
      const earning = isEarned ? moved.filter((each) => isFormFiled(each.stage)) : []
      return stageLetter({
        orderId,
        ...orderSubject(moved),
        stage,
        itemClass: moved.find((each) => each.stage === stage)?.itemClass ?? null,
        shipment: carrier && tracking ? showTracking({ carrier, tracking }) : null,
        isCorrection,
        back,
        offered: alike(await findOffered(shop, sellables, moved)),
        link: mintLink(shop, order),
        enclosed: await enclose(shop, sellables, orderId, earning),
        publicUrl: shop.publicUrl,
      })
    },
  })
}

const judged = buyerMail('mail-order-judged', {
  payload: z.object({ orderId: z.string(), judgedAt: z.iso.datetime() }),
  key: ({ orderId, judgedAt }) => `order-judged:${orderId}:${judgedAt}`,
  async write(shop, order, { orderId }) {
    const [latest] = await listReviews(shop.db, orderId)
    const isOpen = order.verdict?.outcome !== 'allowed' && reviewStateOf(order.verdict, latest) !== 'clear'
    if (!order.verdict || !isOpen) return undefined
    const verdict = reviewText(shop, order.verdict)
    return inReviewLetter(mailedOrder(order), verdict, mintLink(shop, order))
  },
})

function reviewText({ publicUrl }: Shop, verdict: Verdict): string {
  return verdictText(verdict).replace(contactPath, publicUrl + contactPath)
}

const ofRequest = z.object({ orderId: z.string(), requestId: z.string() })
const linkKey = ({ requestId }: { requestId: string }) => `order-link:${requestId}`

/** What somebody asked for who typed an order's email: nothing is sent to another address. */
const found = buyerMail('find-order-link', {
  payload: ofRequest.extend({ emailHash: z.string(), isAll: z.boolean().default(false) }),
  key: linkKey,
  async write(shop, order, { emailHash, isAll }) {
    const email = order.buyerEmail ?? ''
    if (shop.keyedHash(emailForLink(email)) !== emailHash) return undefined
    const link = isAll ? undefined : mintLink(shop, order)
    const token = buyerToken({ sign: shop.sign, now: shop.now() }, email)
    const allLink = `${shop.publicUrl}${buyerPagePath}?key=${token}`
    return linkLetter({ ...mailedOrder(order), link, allLink })
  },
})

const newLink = buyerMail('mail-order-link', {
  payload: ofRequest,
  key: linkKey,
  write: async (shop, order) => linkLetter({ ...mailedOrder(order), link: mintLink(shop, order) }),
})

const emailChanged = mailJob('mail-order-email-changed', {
  payload: ofRequest.extend({ sealed: z.string() }),
  key: ({ requestId }) => `order-email-changed:${requestId}`,
  async write(shop, { orderId, sealed }) {
    const order = await findOrder(shop.db, orderId)
    if (!order) return undefined
    const to = unseal(shop.keyedHash, formerEmailPurpose(orderId), sealed)
    const letter = emailChangedLetter(mailedOrder(order), `${shop.publicUrl}${contactPath}`)
    return { to, orderId, letter }
  },
})

export function orderJobs(sellables: Sellables): readonly Job[] {
  return [
    buyerMail('mail-order-confirmation', {
      payload: z.object({ orderId: z.string() }),
      key: ({ orderId }) => `order-confirmation:${orderId}`,
      write: (shop, order) => confirmationOf(shop, sellables, order),
    }),
    parcel,
    stageMoved(sellables),
    judged,
    found,
    newLink,
    emailChanged,
    judgeOrdersAgain,
  ]
}

const judgeOrdersAgain = defineJob({
  name: 'judge-orders-again',
  payload: z.object({ states: z.array(z.string().length(2)).min(1) }),
  limitSeconds: 10 * 60,
  async run(shop, { states }) {
    for (let from: string | null = ''; from !== null; ) {
      const after: string = from
      const { lastId } = await transact(shop, (work) => recheckOrders(work, states, after))
      from = lastId
    }
  },
})
