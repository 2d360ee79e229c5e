import { z } from 'zod'
import { transact } from '#app/db/db.server.ts'
import { buyerMail, mailedOrder, mintLink, noticeLetter, toBuyer } from '#app/features/orders/mails.server.ts'
import { carriers, showTracking } from '#app/features/orders/parcels.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { mailJob } from '#app/mail/mail-job.server.ts'
import { formatDay } from '#app/kit/dates.ts'
import { contactPath, verdictText } from '#app/features/compliance/words.ts'
import {
  confirmWords,
  feeWords,
  firearmFacts,
  type FirearmSheet,
  firearmSheets,
  shippingTermsWords,
  wordsFor,
} from './rules.ts'
import {
  dealerToken,
  type DealerRequest,
  expireRequests,
  findRequest,
  remindDealers,
  withdrawOverRequests,
} from './store/requests.server.ts'
import { findDealerByKey } from './store/search.server.ts'
import { postalLine, type ShopFacts } from '#app/facts/facts.ts'
import { brand } from '#app/kit/brand.ts'
import { type Block, type Fact, facts, type Letter } from '#app/mail/letter.ts'

const ofRequest = z.object({ requestId: z.string() })

function requestMail(name: 'mail-dealer-request' | 'mail-dealer-reminder') {
  return mailJob(name, {
    payload: ofRequest,
    key: ({ requestId }) => `${name.replace('mail-', '')}:${requestId}`,
    async write(shop, { requestId }) {
      const request = await findRequest(shop.db, requestId)
      const order = request && (await findOrder(shop.db, request.orderId))
      if (request?.state !== 'requested' || !request.email || !order) return undefined
      const token = dealerToken({ sign: shop.sign, now: shop.now() }, requestId)
      const letter = requestLetter(shop.facts(), firearmSheets(order.lines), {
        orderId: order.id,
        dealer: await findListed(shop, request),
        isReminder: name === 'mail-dealer-reminder',
        until: formatDay(request.expiresAt, shop.timeZone),
        link: `${shop.publicUrl}/dealers/answer/${requestId}?key=${token}`,
      })
      return { to: request.email, letter }
    },
  })
}

/** Free words of a buyer or a dealer stay on the private page: a mail carries our name, to an address that somebody typed. */
const mailAnswer = mailJob('mail-dealer-answer', {
  payload: z.object({ requestId: z.string(), answeredAt: z.iso.datetime() }),
  key: ({ requestId, answeredAt }) => `dealer-answer:${requestId}:${answeredAt}`,
  async write(shop, { requestId }) {
    const request = await findRequest(shop.db, requestId)
    if (!request || request.state === 'requested' || request.state === 'withdrawn') return undefined
    const { state, feeCents, orderId } = request
    const name = (await findListed(shop, request))?.name ?? 'Your dealer'
    const isAccepted = state === 'accepted'
    return toBuyer(shop, orderId, async (order) => {
      const kind = wordsFor(firearmSheets(order.lines))
      const confirmed = request.confirmedAt
        ? ''
        : 'This answer isn’t confirmed yet. It came from the email address you gave us, so our staff will check with the dealer. '
      const [heading, text] = {
        accepted: [
          'Dealer accepted',
          `${name} will receive it for you. ${confirmed}${confirmWords[kind]}${kind === 'nfa' ? ' We do this before we file your form.' : ''}`,
        ],
        declined: [
          'Your dealer declined',
          `${name} declined. Choose another dealer on your private page. Nothing else about your reservation changes.`,
        ],
        expired: [
          'Your dealer hasn’t answered',
          `${name} hasn’t answered our emails. Contact them yourself and have us ask again, or choose another dealer.`,
        ],
      }[state] as [heading: string, text: string]
      return noticeLetter(mailedOrder(order), {
        heading,
        texts: [text],
        rows: facts({ 'Their fee': isAccepted && feeCents !== null ? feeWords(feeCents) : '' }),
        button: isAccepted ? 'Open your order' : 'Choose another dealer',
        link: mintLink(shop, order),
      })
    })
  },
})

const mailAssigned = buyerMail('mail-dealer-assigned', {
  payload: z.object({ orderId: z.string(), assignedAt: z.iso.datetime() }),
  key: ({ orderId, assignedAt }) => `dealer-assigned:${orderId}:${assignedAt}`,
  async write(shop, order) {
    const dealer = await findListed(shop, order)
    if (!dealer) return undefined
    const { verdict } = order
    const review = verdict && verdict.outcome !== 'allowed' ? verdictText(verdict) : ''
    const name = `${dealer.name}, ${dealer.city}, ${dealer.state}`
    const text = `We’ve set ${name} as the dealer for your order. We’ll email you their answer. If this isn’t the dealer you want, you can choose another one on your order page until the transfer form is filed.`
    return noticeLetter(mailedOrder(order), {
      heading: 'Your dealer',
      texts: [text, review.replace(contactPath, shop.publicUrl + contactPath)].filter(Boolean),
      rows: facts({ Dealer: name }),
      link: mintLink(shop, order),
    })
  },
})

/** Tells a dealer who accepted a transfer that it does not come to them. It names no buyer: the dealer knows them by our order. */
const mailOver = mailJob('mail-dealer-over', {
  payload: ofRequest,
  key: ({ requestId }) => `dealer-over:${requestId}`,
  async write(shop, { requestId }) {
    const request = await findRequest(shop.db, requestId)
    const order = request && (await findOrder(shop.db, request.orderId))
    const listed = request?.dealerKey ? await findDealerByKey(shop.db, request.dealerKey) : undefined
    const to = request?.email ?? listed?.email
    if (request?.state !== 'withdrawn' || !order || !to) return undefined
    const firearms = order.lines
      .filter(({ fulfillment }) => fulfillment === 'ffl_transfer')
      .map(({ title, detail }) => [title, detail].filter(Boolean).join(', '))
    const letter = agreedLetter({
      heading: 'Transfer canceled',
      about: `our order ${order.id}`,
      text: 'You had agreed to receive a firearm for a customer of ours. It will not come to you: the order has ended, or our customer has chosen another dealer. There is nothing that you need to do. Thank you for your time.',
      facts: facts({ Firearm: firearms.join('; '), 'Our order': order.id }),
      end: { text: 'If it has reached you already, please keep it and answer this email.' },
    })
    return { to, letter }
  },
})

/** Tells the dealer that a firearm is on its way to them, or its right tracking number. It names no buyer: the dealer knows them by our order. */
const mailShipped = mailJob('mail-dealer-shipped', {
  payload: z.object({
    orderId: z.string(),
    lines: z.array(z.number().int().nonnegative()),
    carrier: z.enum(carriers),
    tracking: z.string(),
    movedAt: z.iso.datetime(),
    isCorrection: z.boolean().optional(),
  }),
  key: ({ orderId, movedAt, lines }) => `dealer-shipped:${orderId}:${movedAt}:${lines.join(' ')}`,
  async write(shop, { orderId, lines, isCorrection, carrier, tracking }) {
    const order = await findOrder(shop.db, orderId)
    const dealer = order?.dealerKey ? await findDealerByKey(shop.db, order.dealerKey) : undefined
    const firearms = firearmSheets(order?.lines.filter(({ position }) => lines.includes(position)) ?? [])
    const shipment = showTracking({ carrier, tracking })
    if (!dealer?.email || !shipment || firearms.length === 0) return undefined
    const letter = agreedLetter({
      heading: isCorrection ? 'Tracking number corrected' : 'Shipped to you',
      about: namesOf(firearms),
      text: isCorrection
        ? 'The tracking number that we sent you was wrong. This is the right one of the firearm that is on its way to you.'
        : 'We’ve handed the firearm that you agreed to receive to the carrier. Please tell us when it has arrived: our customer waits to hear from us.',
      facts: dealerFacts(shop.facts(), firearms, { Tracking: shipment.text, 'Our order': orderId }),
      end: { button: 'Track the shipment', href: shipment.url },
    })
    return { to: dealer.email, letter }
  },
})

const checkRequests = defineJob({
  name: 'dealer-requests',
  payload: z.object({}),
  every: '20 * * * *',
  async run(shop) {
    await transact(shop, expireRequests)
    await transact(shop, remindDealers)
    await transact(shop, withdrawOverRequests)
  },
})

export const dealerJobs = [
  requestMail('mail-dealer-request'),
  requestMail('mail-dealer-reminder'),
  mailAnswer,
  mailAssigned,
  mailOver,
  mailShipped,
  checkRequests,
] as readonly Job[]

/** The dealer of a request as the federal list has it, never as somebody typed it. */
async function findListed({ db }: Shop, { dealerKey }: Pick<DealerRequest, 'dealerKey'>) {
  const dealer = dealerKey ? await findDealerByKey(db, dealerKey) : undefined
  return dealer ? { name: dealer.tradeName ?? dealer.name, city: dealer.city, state: dealer.state } : null
}

function dealerFacts(
  shop: ShopFacts,
  firearms: readonly FirearmSheet[],
  rest: Record<string, string>,
): Fact[] {
  return [
    ...firearms.flatMap((sheet) => firearmFacts(sheet, shop.legalName)),
    ...facts({ Seller: postalLine(shop), License: shop.licenseLine, ...rest }),
  ]
}

const namesOf = (firearms: readonly FirearmSheet[]) => firearms.map(({ name }) => name).join('; ')

type Told = { heading: string; about: string; text: string; facts: readonly Fact[]; end: Block }

/** To a dealer who has agreed to a transfer. */
function agreedLetter({ heading, about, text, facts: rows, end }: Told): Letter {
  return {
    subject: `${heading}: ${about}`,
    preview: text,
    why: `You’re getting this email because you agreed to receive a transfer for a customer of the ${brand} shop.`,
    blocks: [{ heading }, { text }, { facts: rows }, end],
  }
}

type Request = { orderId: string; until: string; link: string; isReminder: boolean }

/** Every word is ours or the federal list's, and `dealer` is null for one who is not on it: the address may be a stranger's, whom the buyer wants to read something. */
export function requestLetter(
  shop: ShopFacts,
  firearms: readonly FirearmSheet[],
  { orderId, dealer, until, link, isReminder }: Request & { dealer: Awaited<ReturnType<typeof findListed>> },
): Letter {
  const heading = 'Will you take this transfer?'
  return {
    subject: `${isReminder ? 'Reminder: will you take this transfer?' : heading} ${namesOf(firearms)}`,
    preview: `Please answer by ${until}.`,
    why: `You’re getting this email because a customer of the ${brand} shop named you as the dealer for a transfer.`,
    blocks: [
      { heading: isReminder ? 'We haven’t heard from you yet' : heading },
      {
        text: `A customer of ours has chosen ${dealer?.name ?? 'your shop'} for the transfer of a firearm we’re building. The private page below takes two minutes: accept or decline, and if you accept, tell us your fee and hours and upload a copy of your license.`,
      },
      {
        facts: [
          ...facts({ Dealer: dealer && `${dealer.name}, ${dealer.city}, ${dealer.state}` }),
          ...dealerFacts(shop, firearms, { 'Our order': orderId, 'Answer by': until }),
        ],
      },
      { button: 'Answer', href: link },
      { text: `We’re a licensed manufacturer. ${shippingTermsWords[wordsFor(firearms)]}` },
      {
        note: 'Anyone who has this link can answer for you. If this isn’t your shop, you can ignore this email.',
      },
    ],
  }
}
