import { z } from 'zod'
import { facts, type Letter } from '#app/mail/letter.ts'
import type { Job } from '#app/jobs/job.ts'
import {
  type Enclosed,
  enclosures,
  itemTitle,
  linkNote,
  type MailedOrder,
  noticeLetter,
  offeredFacts,
  orderLetter,
} from '../mails.ts'
import {
  alike,
  buyerMail,
  earnsEnclosure,
  enclose,
  mailedOrder,
  mintLink,
  verdictIn,
} from '../mails.server.ts'
import type { OfferedRow } from '../offered.ts'
import {
  carriers,
  correctedShipment,
  showTracking,
  type ShownTracking,
  trackShipmentWords,
} from '../parcels.ts'
import { isFormFiled } from '../refunds.ts'
import { reviewStateOf } from '../review.ts'
import { type Stage, stages } from '../rules.ts'
import { pathOf, stageWordsOf } from '../stages.ts'
import type { Sellables } from '../store/lines.server.ts'
import { listReviews } from '../store/review.server.ts'
import { findOffered } from '../store/shown-lines.server.ts'
import { certificateWords, orderSubject } from '../subject.ts'

export function stageMoved(sellables: Sellables): Job {
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
      const filed = isEarned ? moved.filter((each) => isFormFiled(each.stage)) : []
      const enclosed = enclose(sellables, orderId, filed)
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
        enclosed: enclosed.length > 0 && (await earnsEnclosure(shop, sellables, orderId)) ? enclosed : [],
        publicUrl: shop.publicUrl,
      })
    },
  })
}

export const judged = buyerMail('mail-order-judged', {
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

type StageMoved = MailedOrder &
  Partial<Enclosed> & {
    stage: Stage
    itemClass: string | null
    offered: readonly OfferedRow[]
    shipment?: ShownTracking | null
    back?: { from: Stage; reason: string } | undefined
    isCorrection?: boolean
    link: string
  }

export function stageLetter(order: StageMoved): Letter {
  const { orderId, plate, stage, itemClass, offered, shipment, isCorrection, back, link } = order
  const { enclosed = [], publicUrl = '' } = order
  const moved = isCorrection ? correctedShipment : stageWordsOf(stage, itemClass)
  const { label, text } = back ? backWords(stage, itemClass, back) : moved
  const path = pathOf(itemClass)
  const what = itemTitle(order)
  return orderLetter(order, {
    heading: label,
    subject: `${label}: ${what}`,
    text,
    blocks: [
      { text: plate && stage === 'picked_up' ? certificateWords : '' },
      {
        facts: [
          ...facts({ Reservation: what }),
          ...offeredFacts(offered),
          ...facts({
            Progress: `Stage ${path.indexOf(stage) + 1} of ${path.length}`,
            Order: orderId,
            Tracking: shipment?.text,
          }),
        ],
      },
      { button: trackShipmentWords, href: shipment?.url },
      { button: 'Open your order', href: link },
      { note: linkNote },
      ...enclosures({ enclosed, publicUrl }),
    ],
  })
}

/** What a buyer reads of a step back: the words of the stage would say that it had just come there. */
function backWords(
  stage: Stage,
  itemClass: string | null,
  { from, reason }: NonNullable<StageMoved['back']>,
) {
  const { label } = stageWordsOf(stage, itemClass)
  const earlier = stageWordsOf(from, itemClass).label
  const next = 'We’ll email you when it moves on. Answer this email if you have a question.'
  const moved = `Your reservation went back from “${earlier}” to “${label}”.`
  const said = reason && `Why: ${/[.!?]$/.test(reason) ? reason : `${reason}.`}`
  return { label: `Back to “${label}”`, text: [moved, said, next].filter(Boolean).join(' ') }
}
