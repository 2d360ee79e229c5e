import { rehearse, type UnitOfWork, unlessRefused } from '#app/db/db.server.ts'
import { formatDay } from '#app/kit/dates.ts'
import { formatCentsExact } from '#app/kit/money.ts'
import { nextStage, openStage } from '#app/features/orders/stages.ts'
import { findPrices } from '#app/features/orders/store/buyer.server.ts'
import { type Sellables, findOrderForUpdate } from '#app/features/orders/store/lines.server.ts'
import { findRevision } from '#app/features/orders/store/read.server.ts'
import { moveReservation } from '#app/features/reservations/store/move.server.ts'
import { requestBalance } from '#app/features/reservations/store/balance.server.ts'
import type { PaymentContext } from '#app/gateway/payment-context.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { z } from 'zod'
import { act, type Outcome } from './verb.server.ts'
import { orderVerbs } from './verbs.server.ts'
import { stageLabels } from './words.ts'

/** The verbs that several selected orders may be given at once. Each needs what it needs on one order's sheet. */
export const bulkVerbs = ['request_balance', 'move_stage'] as const
export type BulkVerb = (typeof bulkVerbs)[number]

/** As many as a page of the list has. */
export const maxBulk = 50

/** An order with the revision of its preview: `7KQ2M94T3B 41`. */
const selected = z
  .string()
  .regex(/^[0-9A-Z]{10} \d{1,15}$/)
  .transform((text) => {
    const [orderId = '', revision] = text.split(' ')
    return { orderId, revision: Number(revision) }
  })

export const bulkInput = z.object({
  verb: z.enum(bulkVerbs, 'Choose what to do'),
  order: z.preprocess(
    (sent) => (typeof sent === 'string' ? [sent] : sent),
    z.array(selected, 'Choose at least one order').min(1).max(maxBulk),
  ),
})

export type Bulk = {
  ctx: PaymentContext
  sellables: Sellables
  timeZone: string
  by: string
  actor: string
}

type Selected = { orderId: string; revision: number }

/** With a sentence for each of its firearms. */
export type BulkResult = Selected & {
  outcome: { ok: true; steps: string[] } | Exclude<Outcome, { ok: true }>
}

/** Previews a verb for each of these orders. Nothing is stored and nobody is emailed: every transaction is rolled back. */
export async function previewBulk(
  bulk: Bulk,
  verb: BulkVerb,
  orderIds: readonly string[],
): Promise<BulkResult[]> {
  const perform = await performerOf(bulk, verb)
  const results: BulkResult[] = []
  for (const orderId of orderIds) {
    const revision = await findRevision(bulk.ctx.db, orderId)
    results.push({ orderId, revision, outcome: await rehearse(bulk.ctx, (work) => perform(work, orderId)) })
  }
  return results
}

/** Performs a verb for each of these orders, one by one: an order that is refused holds up no other, and is left as it was. */
export async function performBulk(
  bulk: Bulk,
  verb: BulkVerb,
  orders: readonly Selected[],
): Promise<BulkResult[]> {
  const perform = await performerOf(bulk, verb)
  const { audit } = orderVerbs[verb]
  const data = { bulk: orders.length }
  const results: BulkResult[] = []
  for (const each of orders)
    results.push({
      ...each,
      outcome: await act({ ...bulk, ...each }, audit, data, (work) => perform(work, each.orderId)),
    })
  return results
}

type Performer = (work: UnitOfWork, orderId: string) => Promise<BulkResult['outcome']>

async function performerOf(bulk: Bulk, verb: BulkVerb): Promise<Performer> {
  if (verb === 'move_stage')
    return (work, orderId) => unlessRefused(work, (part) => moveAll(bulk, part, orderId))
  const prices = await findPrices({ ...bulk.ctx, timeZone: bulk.timeZone })
  return (work, orderId) => requestAll(bulk, prices, work, orderId)
}

async function moveAll(bulk: Bulk, work: UnitOfWork, orderId: string): Promise<BulkResult['outcome']> {
  const steps: string[] = []
  for (const { position, title, itemClass, stage } of await openFirearms(bulk, work, orderId)) {
    const to = nextStage(itemClass, stage)
    if (!to) return refuse('no_such_move')
    const moved = await moveReservation(work, bulk, { orderId, position, to, by: bulk.by })
    if (!moved.ok) return moved
    steps.push(`${title}: ${stageLabels[stage]} to ${stageLabels[to]}`)
  }
  return steps.length > 0 ? { ok: true, steps } : refuse('no_firearm')
}

async function requestAll(
  bulk: Bulk,
  prices: Parameters<typeof requestBalance>[2],
  work: UnitOfWork,
  orderId: string,
): Promise<BulkResult['outcome']> {
  const steps: string[] = []
  let refused: Refusal = refuse('no_firearm')
  for (const { position, title } of await openFirearms(bulk, work, orderId)) {
    const requested = await requestBalance(work, { orderId, position, by: bulk.by }, prices, bulk.timeZone)
    if (!requested.ok) refused = requested
    else if (requested.isReplay) refused = refuse('balance_requested')
    else {
      const { amountCents, taxCents, dueAt } = requested.balance
      const amount = formatCentsExact(amountCents + taxCents)
      steps.push(`${title}: ${amount} by ${formatDay(dueAt, bulk.timeZone)}`)
    }
  }
  return steps.length > 0 ? { ok: true, steps } : refused
}

async function openFirearms({ sellables }: Bulk, work: UnitOfWork, orderId: string) {
  const found = await findOrderForUpdate(work, sellables, orderId)
  return (found?.lines ?? []).flatMap(({ line }) => {
    const { position, title, itemClass } = line
    const stage = openStage(line)
    return stage ? { position, title, itemClass, stage } : []
  })
}
