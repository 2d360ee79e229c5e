import { z } from 'zod'
import { facts } from '#app/mail/letter.ts'
import type { Job } from '#app/jobs/job.ts'
import { itemTitle, linkNote, noticeLetter, offeredFacts, orderLetter } from '../mails.ts'
import {
  alike,
  buyerMail,
  earnsEnclosure,
  enclose,
  mailedOrder,
  mintLink,
  verdictIn,
} from '../mails.server.ts'
import { carriers, correctedShipment, showTracking, trackShipmentWords } from '../parcels.ts'
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
      const itemClass = moved.find((each) => each.stage === stage)?.itemClass ?? null
      const about = { orderId, ...orderSubject(moved) }
      const what = itemTitle(about)
      const path = pathOf(itemClass)
      const shipment = carrier && tracking ? showTracking({ carrier, tracking }) : null
      const isFiled = stage === 'form3_filed' && !back
      const filed = isFiled ? moved.filter((each) => isFormFiled(each.stage)) : []
      const enclosed = enclose(shop, sellables, orderId, filed)
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
              ...offeredFacts(alike(await findOffered(shop, sellables, moved))),
              ...facts({
                Progress: `Stage ${path.indexOf(stage) + 1} of ${path.length}`,
                Order: orderId,
                Tracking: shipment?.text,
              }),
            ],
          },
          { button: trackShipmentWords, href: shipment?.url },
          { button: 'Open your order', href: mintLink(shop, order) },
          { note: linkNote },
          ...(enclosed.length > 0 && (await earnsEnclosure(shop, sellables, orderId)) ? enclosed : []),
        ],
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
