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
 * Starts an order in place of earlier ones of the same visitor, which are let go of. They come first, because the new
 * order may want the very stock that they hold; where it is refused, or was started before, they stay as they are.
 * A key whose own order came to nothing is refused as `key_reused`: nothing is given up for that.
 */
export async function startReplacementOrder(
  work: UnitOfWork,
  sellables: Sellables,
  earlier: readonly string[],
  request: StartRequest,
): Promise<Started> {
  if (earlier.length === 0) return startOrder(work, sellables, request)
  // Before the rows of the earlier orders: whoever has the keys may be waiting for those.
  if (request.holder) await lockHolder(work, request.holder)
  const topics = new Set<string>()
  const announce = (topic: string) => topics.add(topic)
  try {
    const started = await work.tx.transaction(async (tx) => {
      const inside = { ...work, tx, announce }
      for (const orderId of earlier) await cancelHold(inside, sellables, orderId)
      return requireNew(await startOrder(inside, sellables, request))
    })
    for (const topic of topics) work.announce(topic)
    return started
  } catch (error) {
    if (!(error instanceof RollbackError)) throw error
    return error.refusal ?? startAgain(work, sellables, request)
  }
}

/** Thrown to undo what was let go of: it never leaves this file. */
class RollbackError extends Error {
  /** Why it was refused; nothing where the order was started before. */
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

/** The order that this key started before, with a new link to it, unless it came to nothing meanwhile. */
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
