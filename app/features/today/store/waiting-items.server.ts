import type { Db } from '#app/db/db.server.ts'
import type { OpenTransfer, OpenTransfers } from '#app/features/orders/store.server.ts'
import { listLinesWithTerms } from '#app/features/reservations/store.server.ts'
import { addDays } from '#app/kit/calendar-date.ts'
import { formatIsoDay } from '#app/kit/date-format.ts'
import { momentIn } from '#app/kit/zoned-time.ts'
import { deskTerms, orderPath, type WorkItem } from '../rules.ts'

type Clock = { db: Db; now: Date; timeZone: string; transfers: OpenTransfers }

/** Reservations whose buyer has no price sheet yet. One in review waits for that decision, which is an item of its own. */
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

/** Firearms that are built while nobody knows which dealer they go to. */
export async function builtWithoutDealer(clock: Clock): Promise<WorkItem[]> {
  const built = (await clock.transfers).filter(({ stage, dealerName }) => stage === 'built' && !dealerName)
  return built.map((line) => ({
    key: `dealer-missing ${lineKey(line)}`,
    right: 'orders.read',
    group: 'dealers',
    kind: 'todo',
    dueAt: dueAfter(line, deskTerms.dealerDays, clock),
    subject: subjectOf(line),
    detail: `Built, and no dealer is chosen: find one within ${deskTerms.dealerDays} days`,
    to: orderPath(line.orderId),
  }))
}

/** Leaves out that a firearm is long at its stage where another item names what it waits for. */
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

/** The end of the business day, some days after the firearm came to its stage. */
function dueAfter({ stageOn, paidAt }: OpenTransfer, days: number, { now, timeZone }: Clock): Date {
  const since = stageOn ?? formatIsoDay(paidAt ?? now, timeZone)
  return momentIn(timeZone, `${addDays(since, days)} 17:00`) ?? now
}
