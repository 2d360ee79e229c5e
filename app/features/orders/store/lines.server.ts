import { eq, sql, type SQL } from 'drizzle-orm'
import { createContext } from 'react-router'
import { type NewAlert, raiseAlert } from '#app/alerts/alerts.server.ts'
import { columnsOf, type RawRow, rowReader } from '#app/db/row.server.ts'
import { type BoundStatement, runTogether, statement, type Statement } from '#app/db/statement.server.ts'
import type { UnitOfWork } from '#app/db/db.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { canMove, mayPay, type OrderState } from '../rules.ts'
import { type Sellable, storedGood } from '../sellable.ts'
import type { SellableKind } from '../goods.ts'
import { orderEvents, orderLines, orders } from '../tables.ts'

export type Sellables = Partial<Record<SellableKind, Sellable>>

export const sellablesContext = createContext<Sellables>()

export type Order = typeof orders.$inferSelect
export type SellableLine = { line: typeof orderLines.$inferSelect; sellable: Sellable; ref: unknown }

export function sellableOf(sellables: Sellables, kind: SellableKind): Sellable {
  const sellable = sellables[kind]
  if (!sellable) throw new Error(`Nothing sells ${kind}`)
  return sellable
}

/** `before` and `alongside` run in the same round trip, before and after the lock; their rows are returned too. */
export async function findOrderForUpdate<Row = never>(
  work: UnitOfWork,
  sellables: Sellables,
  orderId: string,
  alongside?: BoundStatement<Row>,
  before: readonly BoundStatement<unknown>[] = [],
): Promise<{ order: Order; lines: SellableLine[]; alongside: Row[]; before: unknown[][] } | undefined> {
  // A separate statement from the lock: one that waited for the lock would see the old lines.
  const results: unknown[][] = await runTogether(work.tx, [
    ...before,
    lockOrder.bind({ orderId }),
    linesOfOrder.bind({ orderId }),
    ...(alongside ? [alongside] : []),
  ])
  const [[order], rows, found] = results.slice(before.length) as [RawRow[], RawRow[], Row[]?]
  if (!order) return undefined
  const lines = rows.map((row) => {
    const line = readLine(row)
    const good = storedGood(sellables, line)
    if (!good) throw new Error(`Nothing sells ${line.kind}`)
    return { line, ...good }
  })
  const unreadable = lines.filter(({ isReadable }) => !isReadable)
  if (unreadable.length > 0) await raiseAlert(work, unreadableAlert(orderId, unreadable))
  return {
    order: readOrder(order),
    lines,
    alongside: found ?? [],
    before: results.slice(0, before.length),
  }
}

export async function lockPayable(work: UnitOfWork, sellables: Sellables, orderId: string) {
  const found = await findOrderForUpdate(work, sellables, orderId)
  if (!found) return refuse('expired')
  const verdict = mayPay(found.order, work.now)
  return verdict.ok ? { ok: true as const, order: found.order, lines: found.lines } : verdict
}

function unreadableAlert(orderId: string, lines: readonly SellableLine[]): NewAlert {
  const positions = lines.map(({ line }) => `${line.position} (${line.kind})`)
  return { kind: 'order_line_unreadable', subject: orderId, detail: `Positions ${positions.join(', ')}` }
}

const readOrder = rowReader(orders)
const readLine = rowReader(orderLines)

const lockOrder = statement<RawRow>(
  () =>
    sql`select ${columnsOf(orders)} from ${orders} where ${orders.id} = ${sql.placeholder('orderId')} for update`,
)

const linesOfOrder = statement<RawRow>(
  () => sql`
    select ${columnsOf(orderLines)} from ${orderLines}
    where ${orderLines.orderId} = ${sql.placeholder('orderId')} order by ${orderLines.position}`,
)

export async function releaseLines(work: UnitOfWork, orderId: string, lines: SellableLine[]) {
  for (const sellable of sellablesOf(lines)) await work.tx.execute(sellable.release(sql`${orderId}`))
  announceLines(work, lines)
}

export async function releaseLine(work: UnitOfWork, orderId: string, { sellable, line, ref }: SellableLine) {
  await work.tx.execute(sellable.release(sql`${orderId}`, sql`${JSON.stringify(line.ref)}::jsonb`))
  announceLines(work, [{ sellable, ref }])
}

export function announceLines(
  { announce }: Pick<UnitOfWork, 'announce'>,
  lines: Pick<SellableLine, 'sellable' | 'ref'>[],
) {
  for (const { sellable, ref } of lines) {
    const topic = sellable.topic(ref)
    if (topic) announce(topic)
  }
}

/** Each sellable once: its SQL acts on all of an order's lines of its kind. */
export function sellablesOf(lines: readonly Pick<SellableLine, 'sellable'>[]): Sellable[] {
  return [...new Map(lines.map(({ sellable }) => [sellable.kind, sellable])).values()]
}

export async function changeOrderState(
  { tx }: UnitOfWork,
  order: Pick<Order, 'id' | 'state'>,
  to: OrderState,
  also: Partial<typeof orders.$inferInsert> = {},
) {
  if (!canMove(order.state, to)) throw new Error(`Order ${order.id} cannot go from ${order.state} to ${to}`)
  await tx
    .update(orders)
    .set({ ...also, state: to })
    .where(eq(orders.id, order.id))
}

/** Adds an event to an order's history. No personal data: it is stored permanently. */
export async function addEvent(
  { tx, now }: UnitOfWork,
  orderId: string,
  kind: string,
  data: Record<string, string | number | boolean | null> = {},
) {
  await tx.insert(orderEvents).values({ orderId, at: now, kind, data })
}

/** There are a handful of sets of kinds, and composing a statement costs more than running it. */
export function statementPerKinds<Row>(
  compose: (sellables: Sellable[]) => SQL,
): (sellables: Sellable[]) => Statement<Row> {
  const known = new Map<string, { of: Sellable[]; made: Statement<Row> }>()
  return (sellables) => {
    const kinds = sellables.map(({ kind }) => kind).join(' ')
    const found = known.get(kinds)
    if (found?.of.every((sellable, position) => sellable === sellables[position])) return found.made
    const made = statement<Row>(() => compose(sellables))
    known.set(kinds, { of: sellables, made })
    return made
  }
}

type Held = Pick<Order, 'id' | 'holdVersion'>
type Lines = readonly Pick<SellableLine, 'sellable'>[]

/** False when the stock of a line is gone: then the hold is lost. Write `nextVersion` to the order with it. */
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

/** The statement must do nothing else unless `count` equals the number of lines. Values: `orderId`, `heldVersion`, `stockUntil`. */
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

const extendStatement = statementPerKinds<{ changed: number }>((sellables) => {
  const { changed, count } = heldStockChanges(sellables, 'extend')
  return sql`with ${changed} select ${count}::int as changed`
})
