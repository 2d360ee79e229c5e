import { sql } from 'drizzle-orm'
import { type Statement, statement } from '#app/db/statement.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import type { Sellable } from '../sellable.ts'
import {
  sellablesOf,
  type SellableLine,
  changeOrderState,
  addEvent,
  type Order,
  releaseLines,
} from './lines.server.ts'

type Held = Pick<Order, 'id' | 'holdVersion'>
type Lines = readonly Pick<SellableLine, 'sellable'>[]

/**
 * Moves the end of what an order holds, under the version of its hold that the locked order names, and gives the stock the
 * next version. False when the stock of a line is gone: then the hold is lost, however much of it is left. Write
 * `nextVersion` to the order with it.
 */
export async function extendHeld({ tx }: UnitOfWork, order: Held, lines: Lines, until: Date | 'infinity') {
  let held = 0
  for (const sellable of sellablesOf(lines)) {
    const values = { orderId: order.id, heldVersion: order.holdVersion, until }
    held += (await statementsOf(sellable).extend(tx, values)).length
  }
  return held === lines.length
}

/** The version of an order's hold once it was extended. */
export function nextVersion({ holdVersion }: Pick<Order, 'holdVersion'>): number {
  return holdVersion + 1
}

/** Sells what an order holds under a version of its hold. False when the stock of a line is gone. */
export async function sellHeld({ tx }: UnitOfWork, order: Held, lines: Lines): Promise<boolean> {
  let sold = 0
  for (const sellable of sellablesOf(lines)) {
    const values = { orderId: order.id, heldVersion: order.holdVersion }
    sold += (await statementsOf(sellable).fulfill(tx, values)).length
  }
  return sold === lines.length
}

/** Ends an unpaid order whose hold was lost: what is left of its stock goes back. */
export async function endLostHold(
  work: UnitOfWork,
  order: Pick<Order, 'id' | 'state'>,
  lines: SellableLine[],
) {
  await changeOrderState(work, order, 'expired')
  await releaseLines(work, order.id, lines)
  await addEvent(work, order.id, 'hold_lost')
}

const [orderId, version] = [sql`${sql.placeholder('orderId')}`, sql`${sql.placeholder('heldVersion')}::int`]

/**
 * Extending or selling what an order holds, as pieces of a statement that does more with the locked order. Nothing else in it may happen
 * unless `count` is the number of its lines: see `extendHeld`. The statement's values are `orderId`, `heldVersion` (the version of
 * the hold that owns the stock), and `stockUntil` where it is extended.
 */
export function heldStockChanges(sellables: readonly Sellable[], change: 'extend' | 'fulfill') {
  const until = sql`${sql.placeholder('stockUntil')}::timestamptz`
  const pieces = sellables.map((sellable, position) => ({
    name: sql.raw(`held_${position}`),
    piece:
      change === 'extend' ? sellable.extend(orderId, version, until) : sellable.fulfill(orderId, version),
  }))
  return {
    changed: sql.join(
      pieces.map(({ name, piece }) => sql`${name} as (${piece})`),
      sql`, `,
    ),
    count: sql`(${sql.join(
      pieces.map(({ name }) => sql`(select count(*) from ${name})`),
      sql` + `,
    )})`,
  }
}

type StockStatements = { extend: Statement<unknown>; fulfill: Statement<unknown> }

const composed = new WeakMap<Sellable, StockStatements>()

/** A sellable's statements, composed once: that costs more than running them. */
function statementsOf(sellable: Sellable): StockStatements {
  const known = composed.get(sellable)
  if (known) return known
  const until = sql`${sql.placeholder('until')}::timestamptz`
  const pieces = {
    extend: statement(() => sellable.extend(orderId, version, until)),
    fulfill: statement(() => sellable.fulfill(orderId, version)),
  }
  composed.set(sellable, pieces)
  return pieces
}
