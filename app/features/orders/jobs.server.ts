import { z } from 'zod'
import { transact } from '#app/db/db.server.ts'
import type { Verdict } from '#app/features/compliance/rules.ts'
import { contactPath, verdictText } from '#app/features/compliance/words.ts'
import type { Shop } from '#app/http/context.server.ts'
import { type Job, defineJob } from '#app/jobs/job.ts'
import { unseal } from '#app/kit/ids.ts'
import { formatCents, formatCentsExact } from '#app/kit/money.ts'
import { lowerFirst } from '#app/kit/text.ts'
import { type Block, type Fact, facts, type Letter, notes, paragraphs } from '#app/mail/letter.ts'
import { mailJob } from '#app/mail/mail-job.server.ts'
import { balanceOf, type Plate } from './goods.ts'
import { addressLines } from './input.ts'
import {
  buyerMail,
  itemsOf,
  itemTitle,
  linkNote,
  mailedOrder,
  type MailedOrder,
  mintLink,
  noticeLetter,
  offeredFacts,
  orderLetter,
  orderTitle,
  themeOf,
  why,
} from './mails.server.ts'
import { offeredText } from './offered.ts'
import { carriers, leftToPack, showTracking } from './parcels.ts'
import { chargesOf } from './quote.ts'
import { isFormFiled, lineRefund, refundClockWords, refundPolicy, unrefundedLineCents } from './refunds.ts'
import { reviewStateOf } from './review.ts'
import { isEnding, type Stage, stages } from './rules.ts'
import { pathOf, stageWordsOf } from './stages.ts'
import { formerEmailPurpose } from './store/buyer.server.ts'
import type { Sellables } from './store/lines.server.ts'
import { buyerPagePath, buyerToken, emailForLink } from './store/links.server.ts'
import { listParcels } from './store/parcels.server.ts'
import { findOrder, type OrderView } from './store/read.server.ts'
import { listReviews, recheckOrders } from './store/review.server.ts'
import { findLinePages, findOffered } from './store/shown-lines.server.ts'
import { certificateWords, paidForOf, paidWords, subjectNounOf, underReviewWords } from './words.ts'

export function orderJobs(sellables: Sellables): readonly Job[] {
  return [
    confirmation(sellables),
    parcelMoved,
    stageMoved(sellables),
    judged,
    lostLink,
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

/** What was reserved, or what was bought. */
const confirmation = (sellables: Sellables) =>
  buyerMail('mail-order-confirmation', {
    payload: z.object({ orderId: z.string() }),
    key: ({ orderId }) => `order-confirmation:${orderId}`,
    also: (shop, orderId) => earnsEnclosure(shop, sellables, orderId),
    async write(shop, order, _payload, isEarned) {
      const said = {
        link: mintLink(shop, order),
        review: order.verdict?.outcome === 'review' ? verdictIn(shop, order.verdict) : '',
        offered: await findOffered(shop, sellables, order.lines, { isFirst: true }),
        enclosed: isEarned ? enclose(shop, sellables, order) : [],
      }
      return subjectNounOf(mailedOrder(order)) === 'order'
        ? purchaseLetter(shop, sellables, order, said)
        : reservationLetter(order, said)
    },
  })

const keep = 'Keep this email: anyone who has the link can see your order and request a refund.'

type Said = {
  link: string
  review: string
  offered: Awaited<ReturnType<typeof findOffered>>
  enclosed: readonly Block[]
}

function reservationLetter(order: OrderView, { link, review, offered, enclosed }: Said): Letter {
  const about = mailedOrder(order)
  const { plate } = about
  const what = itemTitle(about)
  const paid = formatCents(order.capturedCents)
  return {
    subject: `${what} is reserved for you`,
    preview: `Deposit of ${paid} paid. Your private link is inside.`,
    theme: themeOf(plate),
    why: why.reserved,
    blocks: [
      { heading: `Your ${subjectNounOf(about)} is reserved` },
      ...(plate ? [plateBlock(plate)] : []),
      {
        text: review
          ? underReviewWords.mail(what, paid)
          : `${what} is yours. The refundable deposit of ${paid} is paid.`,
      },
      { text: review },
      { button: 'Open your order', href: link },
      { note: keep },
      {
        facts: [
          ...facts({ Order: order.id, Reserved: what }),
          ...alikeFacts(offered),
          ...facts({ 'Deposit paid': paid }),
        ],
      },
      { text: 'We email you before the build begins, and at every stage after that.' },
      { text: 'If you haven’t yet, choose the dealer who hands it over, on your order page.' },
      {
        text: 'We file the federal transfer form. You pick up the firearm at your dealer after approval, which can take a while.',
      },
      ...enclosed,
      ...notes(refundPolicy),
    ],
  }
}

const plateBlock = ({ unitNumber: number, total: of, dropName: title }: Plate): Block => ({
  plate: { number, of, title, caption: 'Made under federal license' },
})

async function purchaseLetter(
  shop: Shop,
  sellables: Sellables,
  order: OrderView,
  { link, review, offered, enclosed }: Said,
): Promise<Letter> {
  const { id, lines, capturedCents } = order
  const pages = await findLinePages(shop.db, sellables, order)
  const reservation = balanceOf(lines)
  const words = paidWords[paidForOf(sellables, order)]
  const paid = capturedCents === 0 ? 'Free' : formatCentsExact(capturedCents)
  const address = addressOf(order)
  return orderLetter(mailedOrder(order), {
    heading: 'Thank you',
    subject: `${words.subject}: ${reservation ? `the balance of your order ${reservation}` : `your order ${id}`}`,
    preview: `${capturedCents === 0 ? 'Nothing to pay' : formatCents(capturedCents)}. Your private link is inside.`,
    text: reservation ? 'Your balance is paid.' : words.text,
    because: 'ordered',
    blocks: [
      { text: review },
      {
        facts: [
          ...lines.map(({ title, quantity, unitCents }) => ({
            label: quantity > 1 ? `${title} × ${quantity}` : title,
            value: unitCents === 0 ? 'Free' : formatCentsExact(unitCents * quantity),
          })),
          ...chargesOf(order).map(({ label, cents }) => ({ label, value: formatCentsExact(cents) })),
          ...facts({
            [capturedCents === 0 ? 'Total' : 'Paid']: paid,
            Reservation: reservation,
            [reservation ? 'Payment' : 'Order']: id,
          }),
        ],
      },
      ...paragraphs(
        lines.map(({ position, title, detail }) => {
          const text = offeredText(offered.get(position) ?? [])
          return text && `${[title, detail].filter(Boolean).join(', ')}. ${text}`
        }),
      ),
      { text: address && `We’ll ship it to ${address} and email you when it is on its way.` },
      ...[...pages.values()].map(({ to, label }) => ({
        button: label,
        href: `${link}&to=${encodeURIComponent(to)}`,
      })),
      { button: 'Open your order', href: link },
      { note: keep },
      ...enclosed,
      ...notes(
        lines.map((line) => {
          const clock = lineRefund(line, order, shop.now())
          if (!clock.ok) return ''
          const words = refundClockWords(clock, shop.timeZone, unrefundedLineCents(line))
          return `${line.title}: ${lowerFirst(words)}.`
        }),
      ),
    ],
  })
}

const writeToUs = 'From here on, write to us about a return and we’ll work it out with you.'

/** `unsent`: it was marked as shipped by mistake. `tracking`: its tracking number was corrected. */
const parcelWords = {
  sent: { subject: 'Shipped', heading: 'On its way', text: 'Your package is on its way.', note: writeToUs },
  unsent: {
    subject: 'Not shipped yet',
    heading: 'Not shipped yet',
    note: 'You can still return it yourself on your order page.',
    text: 'We told you that your package had shipped. That was a mistake: it’s still with us, and we’ll email you when it leaves.',
  },
  tracking: {
    subject: 'Tracking number',
    heading: 'Your tracking number',
    text: 'We corrected the tracking number of your package.',
    note: writeToUs,
  },
} as const

const parcelMoved = buyerMail('mail-parcel', {
  payload: z.object({
    orderId: z.string(),
    parcelId: z.string(),
    about: z.enum(['sent', 'unsent', 'tracking']),
    at: z.iso.datetime(),
  }),
  key: ({ parcelId, about, at }) => `parcel-${about}:${parcelId}:${at}`,
  also: ({ db }, orderId) => listParcels(db, orderId),
  async write(shop, order, { parcelId, about }, parcels) {
    const sent = parcels.find(({ id }) => id === parcelId)
    // Taken back before its mail went out, or handed over again since: the last word is another mail's.
    if (!sent || (sent.sentAt === null) !== (about === 'unsent')) return undefined
    const { subject, heading, text, note } = parcelWords[about]
    const tracking = about === 'unsent' ? null : showTracking(sent)
    const count = Math.max(parcels.length, sent.number)
    const isAll = leftToPack(order.lines, [{ ...sent, decision: null }]).length === 0
    return orderLetter(mailedOrder(order), {
      heading,
      subject: `${subject}: your order ${order.id}`,
      text,
      because: 'ordered',
      blocks: [
        {
          facts: facts({
            Package: isAll ? '' : `${sent.number} of ${count} so far`,
            'In the package': itemsOf(sent).join(', '),
            To: addressOf(order),
            Tracking: tracking?.text,
            Order: order.id,
          }),
        },
        { button: 'Track your package', href: tracking?.url },
        { button: 'Open your order', href: mintLink(shop, order) },
        { note },
      ],
    })
  },
})

function addressOf(order: OrderView): string {
  const lines = addressLines(order)
  return lines.length > 0 ? [order.buyerName, ...lines].filter(Boolean).join(', ') : ''
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
      const itemClass = moved.find((each) => each.stage === stage)?.itemClass ?? null
      const about = mailedOrder({ id: orderId, lines: moved })
      const what = itemTitle(about)
      const path = pathOf(itemClass)
      const shipment = carrier && tracking ? showTracking({ carrier, tracking }) : null
      const isFiled = stage === 'form3_filed' && !back
      const filed = isFiled ? moved.filter((each) => isFormFiled(each.stage)) : []
      const enclosed = enclose(shop, sellables, { id: orderId, lines: filed })
      const words = isCorrection ? correctedShipment : stageWordsOf(stage, itemClass)
      const { label, text } = back ? backWords(stage, itemClass, back) : words
      return orderLetter(about, {
        heading: label,
        subject: `${label}: ${what}`,
        text,
        blocks: [
          { text: about.plate && stage === 'picked_up' ? certificateWords : '' },
          {
            facts: [
              ...facts({ Reservation: what }),
              ...alikeFacts(await findOffered(shop, sellables, moved)),
              ...facts({
                Progress: `Stage ${path.indexOf(stage) + 1} of ${path.length}`,
                Order: orderId,
                Tracking: shipment?.text,
              }),
            ],
          },
          { button: 'Track the shipment', href: shipment?.url },
          { button: 'Open your order', href: mintLink(shop, order) },
          { note: linkNote },
          ...(enclosed.length > 0 && (await earnsEnclosure(shop, sellables, orderId)) ? enclosed : []),
        ],
      })
    },
  })
}

const correctedShipment = {
  label: 'Tracking number',
  text: 'We corrected the tracking number of the firearm on its way to your dealer. The one that we sent before was wrong.',
}

function alikeFacts(offered: Awaited<ReturnType<typeof findOffered>>): Fact[] {
  const [first = [], ...others] = [...offered.values()].filter((rows) => rows.length > 0)
  const isAlike = others.every((rows) => offeredText(rows) === offeredText(first))
  return isAlike ? offeredFacts(first) : []
}

const enclosureOf = (sellables: Sellables) =>
  Object.values(sellables).find(({ enclosure }) => enclosure)?.enclosure

/** By the order's code alone, so that the question leaves with that for the order. */
async function earnsEnclosure({ db }: Shop, sellables: Sellables, orderId: string): Promise<boolean> {
  return (await enclosureOf(sellables)?.isEarned(db, orderId)) ?? false
}

function enclose(
  { publicUrl }: Shop,
  sellables: Sellables,
  { id, lines }: Pick<OrderView, 'id' | 'lines'>,
): Block[] {
  const enclosing = lines.filter(
    ({ kind, stage }) => sellables[kind]?.enclosure && stage !== null && !isEnding(stage),
  )
  const section = enclosing.length > 0 ? enclosureOf(sellables)?.section(id, enclosing) : undefined
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

const judged = buyerMail('mail-order-judged', {
  payload: z.object({ orderId: z.string(), judgedAt: z.iso.datetime() }),
  key: ({ orderId, judgedAt }) => `order-judged:${orderId}:${judgedAt}`,
  async write(shop, order, { orderId }) {
    const [latest] = await listReviews(shop.db, orderId)
    const isOpen = order.verdict?.outcome !== 'allowed' && reviewStateOf(order.verdict, latest) !== 'clear'
    if (!order.verdict || !isOpen) return undefined
    const calm =
      'Nothing is canceled and nothing is lost. We’ll review your order and write to you. Whatever is refundable, you can still refund on your private order page.'
    return noticeLetter(mailedOrder(order), {
      heading: 'Your order is in review',
      texts: [verdictIn(shop, order.verdict), calm],
      link: mintLink(shop, order),
    })
  },
})

/** The verdict of a review, its links whole. */
function verdictIn({ publicUrl }: Shop, verdict: Verdict): string {
  return verdictText(verdict).replace(contactPath, publicUrl + contactPath)
}

/** What a buyer reads of a step back: the words of the stage would say that it had just come there. */
function backWords(
  stage: Stage,
  itemClass: string | null,
  { from, reason }: { from: Stage; reason: string },
) {
  const { label } = stageWordsOf(stage, itemClass)
  const earlier = stageWordsOf(from, itemClass).label
  const next = 'We’ll email you when it moves on. Answer this email if you have a question.'
  const moved = `Your reservation went back from “${earlier}” to “${label}”.`
  const said = reason && `Why: ${/[.!?]$/.test(reason) ? reason : `${reason}.`}`
  return { label: `Back to “${label}”`, text: [moved, said, next].filter(Boolean).join(' ') }
}

const ofRequest = z.object({ orderId: z.string(), requestId: z.string() })
const linkKey = ({ requestId }: { requestId: string }) => `order-link:${requestId}`

/** What somebody asked for who typed an order's email: nothing is sent to another address. */
const lostLink = buyerMail('find-order-link', {
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

/** To the address that an order had before staff changed it. It opens nothing: the address may be a stranger's. */
const emailChanged = mailJob('mail-order-email-changed', {
  payload: ofRequest.extend({ sealed: z.string() }),
  key: ({ requestId }) => `order-email-changed:${requestId}`,
  async write(shop, { orderId, sealed }) {
    const order = await findOrder(shop.db, orderId)
    if (!order) return undefined
    const to = unseal(shop.keyedHash, formerEmailPurpose(orderId), sealed)
    const about = mailedOrder(order)
    const letter = orderLetter(about, {
      heading: 'The email of your order was changed',
      subject: `The email of your order ${orderId} was changed`,
      text: 'Our staff changed the email address of this order. Emails about it go to the new address from now on, and links that were sent to this one no longer open it.',
      because: 'order',
      blocks: [
        { facts: facts({ Order: orderId, For: orderTitle(about) }) },
        { note: 'Did you not ask for this? Write to us at once, and we will look into it.' },
        { button: 'Write to us', href: `${shop.publicUrl}${contactPath}` },
      ],
    })
    return { to, orderId, letter }
  },
})

export function linkLetter(
  order: MailedOrder & { link?: string | undefined; allLink?: string | undefined },
): Letter {
  const { orderId, link, allLink } = order
  return orderLetter(order, {
    heading: link ? 'A new link to your order' : 'Your orders',
    subject: link ? `A new link to your order ${orderId}` : 'A link to all your orders',
    text: link
      ? 'You, or our staff on your behalf, requested a new private link to this order.'
      : 'You requested a link to everything that was bought with this address.',
    because: 'order',
    blocks: [
      { facts: link ? facts({ Order: orderId, For: orderTitle(order) }) : [] },
      { button: 'Open your order', href: link },
      {
        text: allLink
          ? 'Everything you bought with this address is on one page: orders, builds, seats and documents. That link works for one day.'
          : '',
      },
      { button: 'Open all your orders', href: allLink },
      {
        note: 'Anyone who has such a link can see your orders. If you didn’t request it, you can delete this email: nobody else was sent the link.',
      },
    ],
  })
}
