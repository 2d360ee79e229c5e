import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { runTogether, statement } from '#app/db/statement.server.ts'
import { autocommit, transact, type UnitOfWork, type AppContext } from '#app/db/work.server.ts'
import { after } from '#app/kit/clock.ts'
import { fingerprint, hashSecret, publicCode, secretToken } from '#app/kit/ids.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { holdCapMs, holdMs, stockHeldUntil } from '#app/features/orders/rules.ts'
import type { HoldLimit } from '../rules/hold-limits.ts'
import { linkMs } from '#app/features/orders/rules/links.ts'
import type { Sellable, StockRefusal } from '#app/features/orders/sellable.ts'
import type { SellableKind } from '#app/features/orders/rules/goods.ts'
import { orders } from '#app/features/orders/tables.ts'
import { findHoldLimit, type Holder } from './holders.server.ts'
import { announceLines, type Sellables, sellableOf } from '#app/features/orders/store/lines.server.ts'
import { makeLink } from '#app/features/orders/store/links.server.ts'
import { startStatement } from './start-statement.server.ts'

/**
 * A request to start an order. `key` is the visitor's idempotency key. With `holder` it counts against the holder's
 * limits; it then needs a transaction.
 */
export type StartRequest = {
  key: string
  lines: { kind: SellableKind; ref: unknown }[]
  holder?: Holder | undefined
}

type RequestedLine = { sellable: Sellable; ref: unknown }
type Started = { ok: true; orderId: string; token: string; isReplay: boolean }

/**
 * Starts an order: prices and holds all lines or none, in one statement. A repeated request returns its earlier
 * order; the same key with another request is refused as `key_reused`.
 */
export async function startOrder(
  work: UnitOfWork,
  sellables: Sellables,
  request: StartRequest,
): Promise<Started | Refusal | HoldLimit> {
  return (await tryStart(work, sellables, request)) ?? startRefusal(work, sellables, request)
}

/**
 * Like `startOrder`, but `undefined` when stock was missing. `commits` the transaction if nothing else belongs to it.
 */
async function tryStart(
  work: UnitOfWork,
  sellables: Sellables,
  request: StartRequest,
  { commits = false } = {},
): Promise<Started | HoldLimit | undefined> {
  const requested = parseLines(sellables, request)
  const limit = await findHoldLimit(work, sellables, requested, { key: request.key, holder: request.holder })
  if (limit) return limit
  const [orderId, token] = [publicCode(), secretToken()]
  const requestFingerprint = fingerprintOf(request)
  const until = after(work.now, holdMs)
  const start = startStatement(requested.map(({ sellable }) => sellable)).bind({
    orderId,
    key: request.key,
    requestFingerprint,
    tokenHash: hashSecret(token),
    now: work.now,
    until,
    heldUntil: stockHeldUntil(until),
    capAt: after(work.now, holdCapMs),
    linkUntil: after(work.now, linkMs),
    ...(request.holder ?? noHolder),
    ...Object.fromEntries(requested.map(({ ref }, position) => [`ref${position}`, JSON.stringify(ref)])),
  })
  const [held] = await runTogether(work.tx, [start], { commits })
  if (held.length === 0) return undefined
  announceLines(work, requested)
  return { ok: true, orderId, token, isReplay: false }
}

/** Why stock was missing, or the order that an earlier duplicate request started. */
async function startRefusal(
  work: UnitOfWork,
  sellables: Sellables,
  request: StartRequest,
): Promise<Started | Refusal> {
  // In this order, or a duplicate that finishes in between would be missed.
  const refusal = await stockRefusal(work, parseLines(sellables, request))
  // If the duplicate holds the lock now, its order shows up shortly.
  if (refusal.isUnderLock) await sleep(retryPauseMs)
  return (await replay(work, request.key, fingerprintOf(request))) ?? refuse(refusal.why)
}

function parseLines(sellables: Sellables, { lines }: StartRequest): RequestedLine[] {
  return lines.map(({ kind, ref }) => {
    const sellable = sellableOf(sellables, kind)
    return { sellable, ref: sellable.parseRef(ref) }
  })
}

const fingerprintOf = ({ lines }: StartRequest) => fingerprint(JSON.stringify(lines))

/**
 * Starts an order on its own: as one statement, or in a transaction if its holder is counted. Callers with more work
 * use `startOrder` in their own transaction.
 */
export async function startHold(ctx: AppContext, sellables: Sellables, request: StartRequest) {
  if (!request.holder) return autocommit(ctx, (work) => startOrder(work, sellables, request))
  const refusal = await autocommit(ctx, (work) => refusalBefore(work, sellables, request))
  if (refusal) return refusal
  const started = await transact(ctx, (work) => tryStart(work, sellables, request, { commits: true }))
  return started ?? autocommit(ctx, (work) => startRefusal(work, sellables, request))
}

/** Checks availability before counting holders: when a drop sells out, hundreds of requests share this read. */
async function refusalBefore(work: UnitOfWork, sellables: Sellables, { key, lines }: StartRequest) {
  const bounded = lines.filter(({ kind }) => sellableOf(sellables, kind).limit)
  for (const { kind, ref } of bounded) {
    const sellable = sellableOf(sellables, kind)
    const refusal = await sellable.refusal(work, sellable.parseRef(ref))
    if (refusal && !refusal.isUnderLock)
      return (await replay(work, key, fingerprint(JSON.stringify(lines)))) ?? refuse(refusal.why)
  }
  return undefined
}

const noHolder = { visitor: null, address: null, network: null }

/** Longer than it takes to commit an order. */
const retryPauseMs = 40

const orderOfKey = statement<{ id: string; requestFingerprint: string }>(
  () => sql`
    select id, request_fingerprint as "requestFingerprint" from ${orders}
    where idempotency_key = ${sql.placeholder('key')}`,
)

async function replay(
  work: UnitOfWork,
  key: string,
  requestFingerprint: string,
): Promise<Started | Refusal | undefined> {
  const [earlier] = await orderOfKey(work.tx, { key })
  if (!earlier) return undefined
  if (earlier.requestFingerprint !== requestFingerprint) return refuse('key_reused')
  return { ok: true, orderId: earlier.id, token: await makeLink(work, earlier.id), isReplay: true }
}

async function stockRefusal(work: UnitOfWork, requested: RequestedLine[]): Promise<StockRefusal> {
  for (const { sellable, ref } of requested) {
    const refusal = await sellable.refusal(work, ref)
    if (refusal) return refusal
  }
  // It became available again in the meantime.
  return { ...refuse('try_again'), isUnderLock: true }
}
