import { sql } from 'drizzle-orm'
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
import { statementPerKinds } from './statement-per-kinds.server.ts'

type Held = Pick<Order, 'id' | 'holdVersion'>
type Lines = readonly Pick<SellableLine, 'sellable'>[]

/**
 * Changes the end of an order's hold, under the hold version of the locked order, and gives the stock the next
 * version. False when the stock of a line is gone: then the hold is lost. Write `nextVersion` to the order with it.
 */
export async function extendHeld(
  { tx }: UnitOfWork,
  order: Held,
  lines: Lines,
  stockUntil: Date | 'infinity',
): Promise<boolean> {
  const values = { orderId: order.id, heldVersion: order.holdVersion, stockUntil }
  const [done] = await extendStatement(sellablesOf(lines))(tx, values)
  return done?.changed === lines.length
}

export function nextVersion({ holdVersion }: Pick<Order, 'holdVersion'>): number {
  return holdVersion + 1
}

/** Sells what an order holds under its hold version. False when the stock of a line is gone. */
export async function sellHeld({ tx }: UnitOfWork, order: Held, lines: Lines): Promise<boolean> {
  const values = { orderId: order.id, heldVersion: order.holdVersion }
  const [done] = await sellStatement(sellablesOf(lines))(tx, values)
  return done?.changed === lines.length
}

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
 * SQL fragments that extend or sell held stock within a larger statement on the locked order. The statement must do
 * nothing else unless `count` equals the number of lines: see `extendHeld`. Its values are `orderId`, `heldVersion`
 * (the hold version that owns the stock), and `stockUntil` for an extension.
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

const extendStatement = statementPerKinds<{ changed: number }>((sellables) => onlyStock(sellables, 'extend'))
const sellStatement = statementPerKinds<{ changed: number }>((sellables) => onlyStock(sellables, 'fulfill'))

function onlyStock(sellables: readonly Sellable[], change: 'extend' | 'fulfill') {
  const { changed, count } = heldStockChanges(sellables, change)
  return sql`with ${changed} select ${count}::int as changed`
}
