import type { Db } from '#app/db/db.server.ts'
import { isEnding, stages } from '#app/features/orders/rules.ts'
import { hasDealerAgreed } from '#app/features/orders/review.ts'
import type { OpenTransfer, OpenTransfers } from '#app/features/orders/store/order-list.server.ts'
import { listLinesWithTerms } from '#app/features/reservations/store/agreement.server.ts'
import { after, day } from '#app/kit/clock.ts'
import { addDays } from '#app/kit/calendar-date.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { momentIn } from '#app/kit/zoned-time.ts'
import { deskTerms, orderPath, type WorkItem } from '../rules.ts'

type Clock = { db: Db; now: Date; timeZone: string; transfers: OpenTransfers }

export async function priceSheets(
  clock: Clock,
  openReviews: Promise<readonly { orderId: string }[]>,
): Promise<WorkItem[]> {
  const reserved = (await clock.transfers).filter(({ stage }) => stage === 'reserved')
  const [sent, reviews] = await Promise.all([listLinesWithTerms(clock.db, reserved), openReviews])
  const inReview = new Set(reviews.map(({ orderId }) => orderId))
  return reserved
    .filter((line) => !sent.has(lineKey(line)) && !inReview.has(line.orderId))
    .map((line) => ({
      key: `price-sheet ${lineKey(line)}`,
      right: 'orders.read',
      group: 'decide',
      kind: 'todo',
      dueAt: dueAfter(line, deskTerms.priceSheetDays, clock),
      subject: subjectOf(line),
      detail: `Waits for its price sheet, due within ${deskTerms.priceSheetDays} days`,
      to: orderPath(line.orderId),
    }))
}

export async function awaitedDealers(clock: Clock): Promise<WorkItem[]> {
  return (await clock.transfers).filter(isWithUs).flatMap((line) => {
    const wait = dealerWait(line)
    if (!wait) return []
    const { is, detail, verb } = wait
    const key = is === 'missing' ? `dealer-missing ${lineKey(line)}` : `dealer-answer ${lineKey(line)} ${is}`
    return {
      key,
      right: 'orders.read' as const,
      group: 'dealers' as const,
      kind: is === 'requested' ? ('wait' as const) : ('todo' as const),
      dueAt: dealerDueAt(line, is, clock),
      subject: line.dealerName ? `${line.dealerName}, for ${subjectOf(line)}` : subjectOf(line),
      detail,
      to: `${orderPath(line.orderId)}?do=${verb}`,
    }
  })
}

const nextSteps = {
  missing: { detail: 'No dealer is chosen: ask the buyer, then set the dealer', verb: 'set_dealer' },
  not_asked: {
    detail: 'The dealer was not asked: write to them, or call and record the answer',
    verb: 'record_dealer_answer',
  },
  requested: {
    detail: 'The dealer was asked and has not answered: call them and record the answer',
    verb: 'record_dealer_answer',
  },
  unconfirmed: {
    detail: 'The dealer accepted: check that the address is theirs, then confirm it',
    verb: 'confirm_dealer',
  },
  declined: { detail: 'The dealer declined: another one is needed', verb: 'set_dealer' },
  expired: {
    detail: 'The dealer did not answer: call them, or set another one',
    verb: 'record_dealer_answer',
  },
  refused: { detail: 'We found no such dealer: another one is needed', verb: 'set_dealer' },
  pending: {
    detail: 'The dealer has to be looked up before we write',
    verb: 'send_dealer_request',
  },
} as const

type DealerWait = keyof typeof nextSteps

function dealerWait({ dealerName, dealerAnswer }: OpenTransfer) {
  if (hasDealerAgreed(dealerAnswer)) return undefined
  const is: DealerWait = !dealerName
    ? 'missing'
    : !dealerAnswer
      ? 'not_asked'
      : dealerAnswer.is === 'accepted'
        ? 'unconfirmed'
        : dealerAnswer.is
  return { is, ...nextSteps[is] }
}

function dealerDueAt(line: OpenTransfer, is: DealerWait, clock: Clock): Date {
  const { stage, dealerAnswer, paidAt } = line
  if (is === 'missing' && stage !== 'built') return after(paidAt ?? clock.now, deskTerms.choiceDays * day)
  if (!dealerAnswer) return dueAfter(line, deskTerms.dealerDays, clock)
  const at = new Date(dealerAnswer.at)
  const days = is === 'requested' ? deskTerms.answerDays : 1
  return after(Number.isNaN(at.getTime()) ? clock.now : at, days * day)
}

function isWithUs({ stage }: OpenTransfer): boolean {
  return stage !== null && !isEnding(stage) && stages.indexOf(stage) < stages.indexOf('at_dealer')
}

export function withoutRepeats(items: readonly WorkItem[]): WorkItem[] {
  const named = new Set(
    items.flatMap(({ key }) => {
      const [, kind, line] = /^(price-sheet|dealer-missing) (.+)$/.exec(key) ?? []
      return kind ? `stage ${line} ${kind === 'price-sheet' ? 'reserved' : 'built'}` : []
    }),
  )
  return items.filter(({ key }) => !named.has(key))
}

const lineKey = ({ orderId, position }: Pick<OpenTransfer, 'orderId' | 'position'>) =>
  `${orderId} ${position}`

const subjectOf = ({ buyerName, title, detail }: OpenTransfer) =>
  [buyerName, title, detail].filter(Boolean).join(', ')

function dueAfter({ stageOn, paidAt }: OpenTransfer, days: number, { now, timeZone }: Clock): Date {
  const since = stageOn ?? formatIsoDay(paidAt ?? now, timeZone)
  return momentIn(timeZone, `${addDays(since, days)} 17:00`) ?? now
}
