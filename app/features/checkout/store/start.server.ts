import { setTimeout as sleep } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { coalesceReads } from '#app/db/cached-query.server.ts'
import { runTogether, statement, value } from '#app/db/statement.server.ts'
import {
  type AppContext,
  autocommit,
  type Db,
  transact,
  type UnitOfWork,
  unlessRefused,
} from '#app/db/db.server.ts'
import { after } from '#app/kit/clock.ts'
import { fingerprint, publicCode } from '#app/kit/ids.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { holdCapMs, holdMs, stockHeldUntil, mayPay } from '#app/features/orders/rules.ts'
import type { HoldLimit } from '../rules.ts'
import type { Sellable, StockRefusal, StockRow } from '#app/features/orders/sellable.ts'
import type { SellableKind } from '#app/features/orders/goods.ts'
import { orderEvents, orderLines, orders } from '#app/features/orders/tables.ts'
import { type Holder, holderLock, holdLimit, isNewHolder } from './holders.server.ts'
import {
  announceLines,
  type Sellables,
  sellableOf,
  statementPerKinds,
} from '#app/features/orders/store/lines.server.ts'
import { orderToken } from '#app/features/orders/store/links.server.ts'
import { orderHolders } from '../tables.ts'
import { cancelHold } from './hold.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'

/** `key` is the visitor's idempotency key. With `holder` it counts against limits and needs a transaction. */
export type StartRequest = {
  key: string
  lines: { kind: SellableKind; ref: unknown }[]
  holder?: Holder | undefined
  /** Unpaid orders of the same visitor that this one replaces. */
  instead?: readonly string[]
}

type RequestedLine = { sellable: Sellable; ref: unknown }
type Started = { ok: true; orderId: string; token: string }
type Answer = Started | Refusal | HoldLimit

/** All lines or none, in one statement. A repeated request returns its earlier order; another one is `key_reused`. */
export async function startOrder(
  work: UnitOfWork,
  sellables: Sellables,
  request: StartRequest,
): Promise<Answer> {
  return untilDecided(
    () => tryStart(work, sellables, request),
    () => startRefusal(work, sellables, request),
  )
}

/** The lock may be of an earlier press of the same visitor, whose order is then this one's answer, or come to nothing. */
async function untilDecided(
  start: () => Promise<Answer | undefined>,
  refusal: () => Promise<Started | StockRefusal>,
  [pauseMs, ...longer]: readonly number[] = pausesMs,
): Promise<Answer> {
  const result = (await start()) ?? (await refusal())
  if (result.ok || !('isUnderLock' in result)) return result
  if (!result.isUnderLock || pauseMs === undefined) return refuse(result.why)
  await sleep(pauseMs)
  return untilDecided(start, refusal, longer)
}

/** To commit an order takes less than the first of these, and on a busy disk less than all together. */
const pausesMs = [40, 80, 160, 320]

/**
 * `undefined` when stock was missing. `commits` the transaction if nothing else belongs to it. `isFirst`: in a single round trip, and
 * `undefined` also when they are counted somewhere; then nothing has happened.
 */
async function tryStart(
  work: UnitOfWork,
  sellables: Sellables,
  request: StartRequest,
  { commits = false, isFirst = false } = {},
): Promise<Answer | undefined> {
  const { key, holder } = request
  const requested = parseLines(sellables, request)
  const count = isFirst ? undefined : holdLimit(work, sellables, requested, { key, holder })
  const limit = count?.judge(await runTogether(work.tx, count.statements), requested)
  // A second press of a form that holds already is answered with its order.
  if (limit) return (await replay(work, key, fingerprintOf(request))) ?? limit
  const orderId = publicCode()
  const until = after(work.now, holdMs)
  const statementOf = isFirst ? firstStartStatement : startStatement
  const start = statementOf(requested.map(({ sellable }) => sellable)).bind({
    orderId,
    key,
    requestFingerprint: fingerprintOf(request),
    now: work.now,
    until,
    heldUntil: stockHeldUntil(until),
    capAt: after(work.now, holdCapMs),
    ...(holder ?? noHolder),
    ...Object.fromEntries(requested.map(({ ref }, position) => [`ref${position}`, JSON.stringify(ref)])),
  })
  const lock = isFirst && holder ? [holderLock(holder)] : []
  const results = await runTogether(work.tx, [...lock, start], { commits })
  if (!results.at(-1)?.length) return undefined
  announceLines(work, requested)
  return { ok: true, orderId, token: orderToken(work, { id: orderId, linkEpoch: '' }) }
}

const copiedColumns = [
  'title',
  'detail',
  'plate',
  'quantity',
  'unit_cents',
  'fulfillment',
  'tax_class',
  'item_class',
  'refund_until',
  'magazine',
  'firearm',
  'flags',
  'variant',
] satisfies (keyof StockRow)[]
const copied = sql.raw(copiedColumns.join(', '))

/** If a line finds no stock, or the key was used, nothing is written and no row is returned. */
const startStatement = statementPerKinds<{ order_id: string }>((sellables) => compose(sellables, sql`true`))
const firstStartStatement = statementPerKinds<{ order_id: string }>((sellables) =>
  compose(sellables, isNewHolder),
)

function compose(sellables: Sellable[], mayStart: SQL): SQL {
  const now = sql`${value('now')}::timestamptz`
  const until = sql`${value('until')}::timestamptz`
  const heldUntil = sql`${value('heldUntil')}::timestamptz`
  const lines = sellables.map((sellable, position) => ({
    sellable,
    position,
    found: sql.raw(`stock_${position}`),
    taken: sql.raw(`taken_${position}`),
    ref: sql`${value(`ref${position}`)}::jsonb`,
  }))
  const each = (piece: (line: (typeof lines)[number]) => SQL, between: string) =>
    sql.join(lines.map(piece), sql.raw(between))

  return sql`
    with ${each(({ found, sellable, ref }) => sql`${found} as materialized (${sellable.stock(ref, now)})`, ', ')},
    placed as (
      insert into ${orders} (id, state, idempotency_key, request_fingerprint, total_cents, created_at, expires_at, expires_cap_at)
      select ${value('orderId')}, 'held', ${value('key')}, ${value('requestFingerprint')},
        ${each(({ found }) => sql`${found}.unit_cents * ${found}.quantity`, ' + ')}, ${now}, ${until}, ${value('capAt')}::timestamptz
      from ${each(({ found }) => found, ', ')} where ${mayStart}
      on conflict (idempotency_key) do nothing
      returning id
    ),
    ${each(({ taken, found, sellable }) => sql`${taken} as (${sellable.take(sql`placed, ${found}`, found, sql`placed.id`, heldUntil)}${lines.length > 1 ? sql` returning 1` : sql``})`, ', ')},
    lined as (
      insert into ${orderLines} (order_id, position, kind, ref, ${copied})
      ${each(
        ({ found, position, sellable }) => sql`
          select placed.id, ${sql.raw(String(position))}, ${sql.raw(`'${sellable.kind}'`)}, ref, ${copied}
          from placed, ${found}`,
        ' union all ',
      )}
      returning order_id
    ),
    noted as (
      insert into ${orderEvents} (order_id, at, kind, data)
      select id, ${now}, 'held', jsonb_build_object('until', ${until}) from placed
    ),
    holding as (
      insert into ${orderHolders} (order_id, visitor, address, mail, created_at)
      select id, ${value('visitor')}::text, ${value('address')}, ${value('mail')}, ${now} from placed
      where ${value('visitor')}::text is not null
    )
    select order_id${lines.length > 1 ? eachTaken(lines.map(({ taken }) => taken)) : sql``} from lined limit 1`
}

/** No request can ask for the same unit twice; if it ever happens, the database rolls back with a named error. */
function eachTaken(taken: SQL[]): SQL {
  const rows = sql.join(
    taken.map((name) => sql`(select count(*) from ${name})`),
    sql` + `,
  )
  return sql`, require_rows('stock of an order', ${rows}, ${sql.raw(String(taken.length))}) as rows`
}

async function startRefusal(
  work: UnitOfWork,
  sellables: Sellables,
  request: StartRequest,
): Promise<Started | StockRefusal> {
  let refusal: StockRefusal | undefined
  for (const { sellable, ref } of parseLines(sellables, request))
    refusal ??= await sellable.refusal(work, ref)
  // Read afterwards, or a duplicate that finishes in between would be missed.
  const known = await replay(work, request.key, fingerprintOf(request))
  // It became available again in the meantime.
  return known ?? refusal ?? { ...refuse('try_again'), isUnderLock: true }
}

function parseLines(sellables: Sellables, { lines }: StartRequest): RequestedLine[] {
  return lines.map(({ kind, ref }) => {
    const sellable = sellableOf(sellables, kind)
    return { sellable, ref: sellable.parseRef(ref) }
  })
}

const fingerprintOf = ({ lines }: StartRequest) => fingerprint(JSON.stringify(lines))

/** Callers with more work use `startOrder` in their own transaction. `isGone`: nobody can have it now, whoever asks. */
export async function startHold(
  ctx: AppContext,
  sellables: Sellables,
  request: StartRequest,
): Promise<Answer & { isGone?: boolean }> {
  const { holder, lines, instead = [] } = request
  if (instead.length > 0) return transact(ctx, (work) => startInstead(work, sellables, request, instead))
  if (!holder) return autocommit(ctx, (work) => startOrder(work, sellables, request))
  if (lines.length === 1 && holder.proof !== 'none' && !isKnownHere(holder)) {
    const first = await transact(ctx, (work) =>
      tryStart(work, sellables, request, { commits: true, isFirst: true }),
    )
    if (first) return first
  }
  let isGone = false
  const started = await untilDecided(
    () => transact(ctx, (work) => tryStart(work, sellables, request, { commits: true })),
    async () => {
      const refused = await autocommit(ctx, (work) => startRefusal(work, sellables, request))
      isGone = !refused.ok && !refused.isUnderLock
      return refused
    },
  )
  return isGone ? { ...started, isGone } : started
}

/** Addresses that held something since this process began, some of them: they are counted in any case. */
const seen = new Set<string>()
const maxSeen = 10_000

function isKnownHere({ address }: Holder): boolean {
  if (seen.has(address)) return true
  if (seen.size >= maxSeen) seen.clear()
  seen.add(address)
  return false
}

const noHolder = { visitor: null, address: null, mail: null }

const orderOfKey = statement<{ id: string; requestFingerprint: string; linkEpoch: string }>(
  () => sql`
    select id, request_fingerprint as "requestFingerprint", link_epoch as "linkEpoch" from ${orders}
    where idempotency_key = ${sql.placeholder('key')}`,
)

const startedOfKeys = statement<{ key: string }>(
  () => sql`
    select idempotency_key as key from ${orders} where idempotency_key = any(${value('keys')}::text[])`,
)

const askedKeys = new WeakMap<Db, Set<string>>()
const readStarted = coalesceReads(
  async (db, asked: Set<string>) => {
    const keys = [...asked]
    asked.clear()
    return new Set((await startedOfKeys(db, { keys })).map(({ key }) => key))
  },
  () => 'all that were asked for meanwhile',
)

/** Whether a press with this key started an order. A crowd asks in one round trip. */
export async function hasStarted(db: Db, key: string): Promise<boolean> {
  const asked = askedKeys.get(db) ?? new Set()
  askedKeys.set(db, asked.add(key))
  return (await readStarted(db, asked)).has(key)
}

async function replay(
  work: UnitOfWork,
  key: string,
  requestFingerprint: string,
): Promise<Started | Refusal | undefined> {
  const [earlier] = await orderOfKey(work.tx, { key })
  if (!earlier) return undefined
  // Whoever ended all links to it ended what this form gives.
  if (earlier.requestFingerprint !== requestFingerprint || earlier.linkEpoch !== '')
    return refuse('key_reused')
  return { ok: true, orderId: earlier.id, token: orderToken(work, earlier) }
}

/** Earlier orders are canceled first, because the new one may need their stock; if it is refused, they stay. */
async function startInstead(
  work: UnitOfWork,
  sellables: Sellables,
  request: StartRequest,
  earlier: readonly string[],
): Promise<Answer> {
  // Lock keys before order rows, or two requests could deadlock.
  if (request.holder) await runTogether(work.tx, [holderLock(request.holder)])
  const known = await replay(work, request.key, fingerprintOf(request))
  if (known) return known.ok && (await isOver(work, known.orderId)) ? refuse('key_reused') : known
  const topics = new Set<string>()
  const inside = { ...work, announce: (topic: string) => topics.add(topic) }
  const started = await unlessRefused(inside, async (part) => {
    for (const orderId of earlier) await cancelHold(part, sellables, orderId, { isReplaced: true })
    return startOrder(part, sellables, request)
  })
  if (started.ok) for (const topic of topics) work.announce(topic)
  return started
}

async function isOver(work: UnitOfWork, orderId: string): Promise<boolean> {
  const order = await findOrder(work.tx, orderId)
  const verdict = order ? mayPay(order, work.now) : refuse('expired')
  return !verdict.ok && (verdict.why === 'expired' || verdict.why === 'canceled')
}
