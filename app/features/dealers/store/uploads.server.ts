import { and, asc, desc, eq, exists, inArray, isNotNull, notExists, or, sql } from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { isTransferOver } from '#app/features/orders/store/order-list.server.ts'
import type { DocumentRefusal, StoredPaper } from '#app/files/papers.server.ts'
import { after } from '#app/kit/clock.ts'
import { allowed, type Refusal, refuse } from '#app/kit/refusal.ts'
import { maxStaffUploads, maxUploadBytes, maxUploads } from '../rules.ts'
import { dealerFiles, dealers, dealerUploads, dealerRequests } from '../tables.ts'

type Upload = typeof dealerUploads.$inferSelect
export type UploadRefusal = DocumentRefusal | 'too_many'

/** A license has a page or two; a form around it a few more. */
export const licenseLimits = { maxBytes: maxUploadBytes, maxPages: 10 }

/** The answer has locked the request: of several copies at one moment, each counts those before it. */
export async function addUpload(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  requestId: string,
  copy: StoredPaper,
): Promise<{ ok: true } | Refusal<'too_many'>> {
  const held = await tx.$count(dealerUploads, eq(dealerUploads.requestId, requestId))
  if (held >= maxUploads) return refuse('too_many')
  await tx.insert(dealerUploads).values({ ...copy, requestId, sentAt: now })
  return allowed
}

/** For a copy that came by mail or email. A file holds so many at a time: those that are not accepted are deleted after a while. */
export async function addStaffUpload(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  dealerKey: string,
  copy: StoredPaper,
  by: string,
) {
  const [dealer] = await tx
    .select({ key: dealers.key })
    .from(dealers)
    .where(eq(dealers.key, dealerKey))
    .for('update')
  if (!dealer) return refuse('dealer_not_found')
  const held = await tx.$count(dealerUploads, eq(dealerUploads.dealerKey, dealerKey))
  if (held >= maxStaffUploads) return refuse('too_many')
  await tx.insert(dealerUploads).values({ ...copy, dealerKey, uploadedBy: by, sentAt: now })
  return allowed
}

export async function listUploads(db: Db, requestIds: readonly string[]): Promise<Upload[]> {
  return db
    .select()
    .from(dealerUploads)
    .where(inArray(dealerUploads.requestId, [...requestIds]))
    .orderBy(asc(dealerUploads.sentAt))
}

export async function listDealerUploads(db: Db, dealerKey: string) {
  const found = await db
    .select({ upload: dealerUploads, orderId: dealerRequests.orderId })
    .from(dealerUploads)
    .leftJoin(dealerRequests, eq(dealerRequests.id, dealerUploads.requestId))
    .where(or(eq(dealerRequests.dealerKey, dealerKey), eq(dealerUploads.dealerKey, dealerKey)))
    .orderBy(desc(dealerUploads.sentAt))
  return found.map(({ upload, orderId }) => ({ ...upload, orderId }))
}

/** What no order has needed for so long, and what staff uploaded that is not the accepted copy, which is part of the dealer's file. */
export async function forgetUploads({ tx, now }: UnitOfWork, keepMs: number): Promise<number> {
  const before = after(now, -keepMs)
  const accepted = tx.select().from(dealerFiles).where(eq(dealerFiles.copyFile, dealerUploads.file))
  const request = tx
    .select()
    .from(dealerRequests)
    .where(
      and(eq(dealerRequests.id, dealerUploads.requestId), isTransferOver(dealerRequests.orderId, before)),
    )
  const changed = tx
    .select()
    .from(dealerFiles)
    .where(
      and(
        eq(dealerFiles.dealerKey, dealerUploads.dealerKey),
        sql`${dealerFiles.updatedAt} > ${before.toISOString()}`,
      ),
    )
  const ofStaff = and(
    isNotNull(dealerUploads.dealerKey),
    sql`${dealerUploads.sentAt} <= ${before.toISOString()}`,
    notExists(changed),
  )
  const deleted = await tx
    .delete(dealerUploads)
    .where(and(notExists(accepted), or(exists(request), ofStaff)))
    .returning({ file: dealerUploads.file })
  return deleted.length
}
