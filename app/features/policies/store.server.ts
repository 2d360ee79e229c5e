import { and, asc, desc, eq, getTableColumns, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { after } from '#app/kit/clock.ts'
import { hashSecret, publicCode } from '#app/kit/ids.ts'
import { allowed, refuse } from '#app/kit/refusal.ts'
import type { RequestInput } from './input.ts'
import { askAgainMs, dueOf, isLinkOpen, keepUnconfirmedMs } from './rules.ts'
import { dataRequests } from './tables.ts'

/**
 * Stores a data request and queues the mail that confirms its address. Looks nothing up about that address, so it
 * answers the same for everybody. The same request sent twice within a minute is one. Returns its reference.
 */
export async function requestData({ tx, now, enqueue }: UnitOfWork, form: RequestInput): Promise<string> {
  const { kind, email, order: orderCode, details } = form
  // Two forms of one person take turns, so that the second finds the first.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`data request ${kind} ${email}`}, 0))`)
  const [recentRequest] = await tx
    .select({ id: dataRequests.id })
    .from(dataRequests)
    .where(
      and(
        eq(dataRequests.email, email),
        eq(dataRequests.kind, kind),
        isNull(dataRequests.confirmedAt),
        gt(dataRequests.requestedAt, after(now, -askAgainMs)),
      ),
    )
    .orderBy(desc(dataRequests.requestedAt))
  if (recentRequest) return recentRequest.id
  const id = publicCode(8)
  const request = { id, kind, email, orderCode, details, requestedAt: now, dueAt: dueOf(now) }
  await tx.insert(dataRequests).values(request)
  await enqueue('mail-data-request', { requestId: id })
  return id
}

export async function findRequest(db: Db, id: string) {
  const [found] = await db.select().from(dataRequests).where(eq(dataRequests.id, id))
  return found
}

export type DataRequest = NonNullable<Awaited<ReturnType<typeof findRequest>>>

/** Gives a request the secret of the link in its mail. Only its hash is stored. */
export async function setRequestToken(
  { tx }: Pick<UnitOfWork, 'tx'>,
  id: string,
  token: string,
): Promise<void> {
  await tx
    .update(dataRequests)
    .set({ tokenHash: hashSecret(token) })
    .where(eq(dataRequests.id, id))
}

export async function findOwnRequest(
  db: Db,
  id: string,
  token: string,
  now: Date,
): Promise<DataRequest | undefined> {
  const [found] = await db
    .select()
    .from(dataRequests)
    .where(and(eq(dataRequests.id, id), eq(dataRequests.tokenHash, hashSecret(token))))
  return found && isLinkOpen(found, now) ? found : undefined
}

/** The owner of the address says that it was them. Acknowledged by mail and handed to the desk, once. Safe to repeat. */
export async function confirmRequest({ tx, now, enqueue }: UnitOfWork, id: string) {
  const confirmed = await tx
    .update(dataRequests)
    .set({ confirmedAt: now })
    .where(and(eq(dataRequests.id, id), isNull(dataRequests.confirmedAt)))
    .returning({ id: dataRequests.id })
  if (!confirmed.length) return
  await enqueue('mail-data-request-received', { requestId: id })
  await enqueue('mail-data-request-to-staff', { requestId: id })
}

export function listOpenRequests(db: Db): Promise<DataRequest[]> {
  return db
    .select()
    .from(dataRequests)
    .where(and(isNotNull(dataRequests.confirmedAt), isNull(dataRequests.closedAt)))
    .orderBy(asc(dataRequests.dueAt))
}

export const countOpenRequests = (db: Db) =>
  db.$count(dataRequests, and(isNotNull(dataRequests.confirmedAt), isNull(dataRequests.closedAt)))

export function listClosedRequests(db: Db, limit: number): Promise<DataRequest[]> {
  return db
    .select()
    .from(dataRequests)
    .where(isNotNull(dataRequests.closedAt))
    .orderBy(desc(dataRequests.closedAt), desc(dataRequests.id))
    .limit(limit)
}

/** What an address has requested, the newest first: part of what we hold about it. Without the secrets of its links. */
export function listRequestsOf(db: Db, email: string) {
  const { tokenHash: _, ...shown } = getTableColumns(dataRequests)
  return db
    .select(shown)
    .from(dataRequests)
    .where(eq(dataRequests.email, email.toLowerCase()))
    .orderBy(desc(dataRequests.requestedAt))
}

/**
 * Closes a request and queues the mail with its answer, once: the same answer again changes nothing, another one is refused,
 * because the first has been mailed.
 */
export async function closeRequest(
  { tx, now, enqueue }: UnitOfWork,
  id: string,
  { answer, by }: { answer: string; by: string },
) {
  const [found] = await tx.select().from(dataRequests).where(eq(dataRequests.id, id)).for('update')
  if (!found) return refuse('no_such_request')
  if (!found.confirmedAt) return refuse('not_confirmed')
  if (found.closedAt) return found.answer === answer ? allowed : refuse('already_closed')
  await tx.update(dataRequests).set({ closedAt: now, closedBy: by, answer }).where(eq(dataRequests.id, id))
  await enqueue('mail-data-request-answer', { requestId: id })
  return allowed
}

export async function forgetRequests({ tx, now }: UnitOfWork, keepMs: number): Promise<number> {
  const unconfirmed = and(
    isNull(dataRequests.confirmedAt),
    lte(dataRequests.requestedAt, after(now, -keepUnconfirmedMs)),
  )
  const old = lte(dataRequests.requestedAt, after(now, -keepMs))
  const gone = await tx.delete(dataRequests).where(or(unconfirmed, old)).returning({ id: dataRequests.id })
  return gone.length
}
