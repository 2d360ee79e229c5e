import { type ReviewState, reviewStateOf } from '#app/features/orders/review.ts'
import { isDue, gateFactsOf, type GateFacts } from '#app/features/reservations/rules.ts'
import type { LifeRecord } from '../store/life.server.ts'
import type { SheetRecord } from '../store/sheet.server.ts'
import type { FirearmFacts, VerbFacts } from './verb-plans.ts'

export function factsOf({ order }: SheetRecord, life: LifeRecord): VerbFacts {
  const open = order.refunds.filter(
    ({ state, isLate }) => !isLate && (state === 'started' || state === 'by_check'),
  )
  return {
    order,
    refunds: order.refunds,
    openRefundCents: open.reduce((sum, { amountCents }) => sum + amountCents, 0),
    review: reviewOf(order, life),
    unreadDocuments: life.documents.filter(({ state }) => state === 'waiting').length,
    hasDealer: order.dealerName !== null,
    dealerAnswer: order.dealerAnswer,
    firearms: order.lines.flatMap(({ position, stage, returnedAt }): FirearmFacts[] =>
      stage === null
        ? []
        : [
            {
              position,
              stage,
              isReturned: returnedAt !== null,
              terms: termsOf(life, position),
              balance: balanceOf(life, position),
            },
          ],
    ),
  }
}

export function reviewOf(order: SheetRecord['order'], { reviews }: LifeRecord): ReviewState {
  return reviewStateOf(order.verdict, reviews[0])
}

export function firearmGates(
  { order }: SheetRecord,
  life: LifeRecord,
  line: SheetRecord['order']['lines'][number],
  onDay: string,
): GateFacts {
  const isOfLine = ({ position }: { position: number }) => position === line.position
  return gateFactsOf({
    line,
    review: reviewOf(order, life),
    terms: life.terms.find(isOfLine),
    balance: life.balances.find(isOfLine),
    dealerAnswer: order.dealerAnswer,
    dealerFile: life.dealer?.file,
    onDay,
  })
}

function termsOf({ terms }: LifeRecord, position: number): FirearmFacts['terms'] {
  const found = terms.find((each) => each.position === position)
  if (!found) return 'none'
  return found.acceptedAt ? 'accepted' : 'sent'
}

function balanceOf({ balances }: LifeRecord, position: number): FirearmFacts['balance'] {
  const found = balances.find((each) => each.position === position)
  if (!found) return 'none'
  if (found.state === 'released') return 'ended'
  return isDue(found.state) ? 'due' : 'met'
}
