import { eq } from 'drizzle-orm'
import type { Work } from '#app/db/work.server.ts'
import { after } from '#app/kit/clock.ts'
import { fingerprint, publicCode } from '#app/kit/ids.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { holdCapMs, holdMs } from '../rules.ts'
import type { Quote, Sellable, SellableKind } from '../sellable.ts'
import { orderLines, orders } from '../tables.ts'
import { note, type Sellables, sellableOf } from './lines.server.ts'
import { makeLink } from './links.server.ts'

/** What a visitor asks for. `key` is theirs, random: the same key starts the same order, once. */
export type StartRequest = { key: string; lines: { kind: SellableKind; ref: unknown }[] }

type Asked = { kind: SellableKind; sellable: Sellable; ref: unknown; quote: Quote }
type Started = { ok: true; orderId: string; token: string; isReplay: boolean }

/**
 * Prices and holds what was asked for, all of it or nothing. A repeated request gives the order it started before;
 * the same key with another request is refused as `key_reused`.
 */
export async function startOrder(
  work: Work,
  sellables: Sellables,
  request: StartRequest,
): Promise<Started | Refusal> {
  const requestFingerprint = fingerprint(JSON.stringify(request.lines))
  const asked = await quoteAll(work, sellables, request)
  if (!asked.ok) return (await replay(work, request.key, requestFingerprint)) ?? asked

  const id = publicCode()
  const expiresAt = after(work.now, holdMs)
  const inserted = await work.tx
    .insert(orders)
    .values({
      id,
      state: 'held',
      idempotencyKey: request.key,
      requestFingerprint,
      totalCents: asked.lines.reduce((sum, { quote }) => sum + quote.unitCents, 0),
      createdAt: work.now,
      expiresAt,
      expiresCapAt: after(work.now, holdCapMs),
    })
    .onConflictDoNothing({ target: orders.idempotencyKey })
    .returning({ id: orders.id })
  if (inserted.length === 0) {
    const earlier = await replay(work, request.key, requestFingerprint)
    if (!earlier) throw new Error('An order started under this key and is gone')
    return earlier
  }
  return holdAll(work, id, asked.lines, expiresAt)
}

async function quoteAll(work: Work, sellables: Sellables, request: StartRequest) {
  const lines: Asked[] = []
  for (const { kind, ref: given } of request.lines) {
    const sellable = sellableOf(sellables, kind)
    const ref = sellable.parseRef(given)
    const quote = await sellable.quote(work, ref)
    if (!quote.ok) return quote
    lines.push({ kind, sellable, ref, quote })
  }
  return { ok: true as const, lines }
}

async function holdAll(work: Work, orderId: string, asked: Asked[], until: Date): Promise<Started | Refusal> {
  const rows: (typeof orderLines.$inferInsert)[] = []
  for (const [position, { kind, sellable, ref, quote }] of asked.entries()) {
    const held = await sellable.hold(work, ref, orderId, until)
    if (!held.ok) {
      for (const row of rows) await asked[row.position]?.sellable.release(work, row.ref, orderId)
      await work.tx.delete(orders).where(eq(orders.id, orderId))
      return held
    }
    const { title, unitCents, itemClass } = quote
    rows.push({
      orderId,
      position,
      kind,
      title,
      unitCents,
      itemClass,
      ref: held.ref,
      detail: held.detail,
      plate: held.plate,
    })
  }
  await work.tx.insert(orderLines).values(rows)
  await note(work, orderId, 'held', { until: until.toISOString() })
  return { ok: true, orderId, token: await makeLink(work, orderId), isReplay: false }
}

async function replay(
  work: Work,
  key: string,
  requestFingerprint: string,
): Promise<Started | Refusal | undefined> {
  const [earlier] = await work.tx.select().from(orders).where(eq(orders.idempotencyKey, key))
  if (!earlier) return undefined
  if (earlier.requestFingerprint !== requestFingerprint) return refuse('key_reused')
  return { ok: true, orderId: earlier.id, token: await makeLink(work, earlier.id), isReplay: true }
}
