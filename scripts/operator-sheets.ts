// How the operator's command formats its output.
import type { Db } from '#app/db/db.server.ts'
import { type DealerAnswer, hasDealerAgreed } from '#app/features/orders/rules/dealer-answer.ts'
import { listEvents, listRefunds, type OrderView } from '#app/features/orders/store.server.ts'
import { formatMoment } from '#app/features/orders/words.ts'
import { eventWords } from '#app/features/orders/words/events.ts'
import { formatCentsExact } from '#app/kit/money.ts'

/** Rows under headings, each column as wide as its widest cell. */
export function table(headings: string[], rows: string[][]): string {
  const widths = headings.map((heading, at) =>
    Math.max(heading.length, ...rows.map((row) => row[at]?.length ?? 0)),
  )
  const line = (cells: string[]) =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd()
  return [line(headings), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}

/** The answer of an order's dealer, and whether it is confirmed. */
function dealerWords(answer: DealerAnswer): string {
  if (answer.is !== 'accepted' || hasDealerAgreed(answer)) return answer.is
  return 'accepted, but NOT CONFIRMED: the buyer named this address (confirm-dealer)'
}

/** Everything about one order, including personal data of its buyer. */
export async function orderSheet(db: Db, order: OrderView, timeZone: string): Promise<string> {
  const [events, refunds] = await Promise.all([listEvents(db, order.id), listRefunds(db, order.id)])
  const facts: [string, string | null][] = [
    ['Order', order.id],
    ['State', order.state],
    ...order.lines.map(({ title, detail, stage }): [string, string] => [
      'Line',
      [title, detail, stage && `stage ${stage}`].filter(Boolean).join(', '),
    ]),
    [
      'Buyer',
      [order.buyerName, order.buyerEmail, order.buyerPhone, order.buyerState].filter(Boolean).join(', '),
    ],
    ['Dealer', [order.dealerName, order.dealerCity, order.dealerState].filter(Boolean).join(', ')],
    ['Dealer says', order.dealerAnswer && dealerWords(order.dealerAnswer)],
    ['State rules', order.verdict && order.verdict.outcome],
    ['Paid', formatCentsExact(order.capturedCents)],
    ['Returned', formatCentsExact(order.refundedCents)],
    [
      'Last payment',
      order.lastAttempt &&
        [order.lastAttempt.state, order.lastAttempt.declineReason].filter(Boolean).join(': '),
    ],
    ...refunds.map((refund): [string, string] => [
      'Refund',
      [formatCentsExact(refund.amountCents), refund.state, refund.refusal].filter(Boolean).join(', '),
    ]),
  ]
  const sheet = facts.filter(([, value]) => value).map(([name, value]) => `${name.padEnd(13)} ${value}`)
  const history = events.map(({ at, kind, data }) => [
    formatMoment(at, timeZone),
    eventWords(kind, data) ?? kind,
  ])
  return [...sheet, '', table(['When', 'What'], history)].join('\n')
}
