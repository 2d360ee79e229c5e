import type { UnitOfWork } from '#app/db/work.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { mayPay } from '#app/features/orders/rules.ts'
import { cancelHold } from './hold.server.ts'
import { lockHolder } from './holders.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import { startOrder, type StartRequest } from './start.server.ts'

type Started = Awaited<ReturnType<typeof startOrder>>

/**
 * Starts an order that replaces earlier ones of the same visitor. They are canceled first, because the new order may
 * need their stock; if the new one is refused or is a replay, they stay. A key whose own order failed is refused as
 * `key_reused`, without canceling anything.
 */
export async function startReplacementOrder(
  work: UnitOfWork,
  sellables: Sellables,
  earlier: readonly string[],
  request: StartRequest,
): Promise<Started> {
  if (earlier.length === 0) return startOrder(work, sellables, request)
  // Lock keys before order rows, or two requests could deadlock.
  if (request.holder) await lockHolder(work, request.holder)
  const topics = new Set<string>()
  const announce = (topic: string) => topics.add(topic)
  try {
    const started = await work.tx.transaction(async (tx) => {
      const inside = { ...work, tx, announce }
      for (const orderId of earlier) await cancelHold(inside, sellables, orderId, { isReplaced: true })
      return requireNew(await startOrder(inside, sellables, request))
    })
    for (const topic of topics) work.announce(topic)
    return started
  } catch (error) {
    if (!(error instanceof RollbackError)) throw error
    return error.refusal ?? startAgain(work, sellables, request)
  }
}

/** Thrown to roll back the cancellations; never leaves this file. */
class RollbackError extends Error {
  readonly refusal: Refusal | undefined
  constructor(refusal?: Refusal) {
    super(refusal?.why ?? 'replay')
    this.refusal = refusal
  }
}

function requireNew(started: Started) {
  if (!started.ok) throw new RollbackError(started)
  if (started.isReplay) throw new RollbackError()
  return started
}

async function startAgain(
  work: UnitOfWork,
  sellables: Sellables,
  request: StartRequest,
): Promise<Started | Refusal> {
  const started = await startOrder(work, sellables, request)
  if (!started.ok || !started.isReplay) return started
  const order = await findOrder(work.tx, started.orderId)
  const verdict = order ? mayPay(order, work.now) : refuse('expired')
  const isOver = !verdict.ok && (verdict.why === 'expired' || verdict.why === 'canceled')
  return isOver ? refuse('key_reused') : started
}
