import { gone, notFound } from '#app/http/not-found.ts'
import { and, asc, eq, inArray, isNotNull, lte, not, or, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { after, day } from '#app/kit/clock.ts'
import { isReservationActive } from '#app/features/orders/store/read.server.ts'
import { readAnswers, type Answers, emptyAnswers, type PackFile } from './rules.ts'
import { trustDownloads as downloads, trustPacks as packs } from './tables.ts'

type OwnPack = {
  id: string
  answers: Answers
  savedAt: Date | null
  downloaded: PackFile[]
}

/** A free pack without a download ends with its reservation. */
const hasEnded = sql`(${packs.earnedOrder} is not null
  and not ${isReservationActive(sql`${packs.earnedOrder}`, sql`${packs.earnedPosition}`)}
  and not exists (select 1 from ${downloads} where ${downloads.packId} = ${packs.id}))`

export async function packNotFound(db: Db, orderId: string) {
  const link = { to: `/orders/${orderId}`, label: 'Back to the order' }
  if ((await db.$count(packs, and(eq(packs.orderId, orderId), eq(packs.state, 'taken'), hasEnded))) > 0)
    return gone('This trust pack is no longer available', {
      text: 'It came free with a reservation that was refunded before anything was downloaded.',
      link,
    })
  return notFound('No trust pack here', { text: 'This order has no trust pack, or it was refunded.', link })
}

export async function findPack(db: Db, orderId: string): Promise<OwnPack | undefined> {
  const [pack] = await db
    .select()
    .from(packs)
    .where(and(eq(packs.orderId, orderId), eq(packs.state, 'taken'), not(hasEnded)))
    .orderBy(asc(packs.createdAt), asc(packs.id))
    .limit(1)
  if (!pack) return undefined
  const files = await db
    .select({ file: downloads.file })
    .from(downloads)
    .where(eq(downloads.packId, pack.id))
    .orderBy(asc(downloads.firstAt))
  return {
    id: pack.id,
    answers: (pack.answers === null ? undefined : readAnswers(pack.answers)) ?? emptyAnswers,
    savedAt: pack.answersAt,
    downloaded: files.map(({ file }) => file),
  }
}

export async function saveAnswers(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  packId: string,
  answers: Answers,
): Promise<void> {
  await tx
    .update(packs)
    .set({ answers, answersAt: now })
    .where(and(eq(packs.id, packId), eq(packs.state, 'taken')))
}

export async function deleteAnswers({ tx }: Pick<UnitOfWork, 'tx'>, packId: string): Promise<void> {
  await tx.update(packs).set({ answers: null, answersAt: null }).where(eq(packs.id, packId))
}

export function listWorksheetsOf(db: Db, orderIds: readonly string[]) {
  const { orderId, answers, answersAt } = packs
  return db
    .select({ orderId, answers, answersAt })
    .from(packs)
    .where(and(inArray(packs.orderId, [...orderIds]), isNotNull(packs.answers)))
    .orderBy(asc(packs.answersAt))
}

export async function deleteWorksheetsOf(
  { tx }: Pick<UnitOfWork, 'tx'>,
  orderIds: readonly string[],
): Promise<number> {
  const emptied = await tx
    .update(packs)
    .set({ answers: null, answersAt: null })
    .where(and(inArray(packs.orderId, [...orderIds]), isNotNull(packs.answers)))
    .returning({ id: packs.id })
  return emptied.length
}

export async function countDownload(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  packId: string,
  file: PackFile,
) {
  await tx
    .insert(downloads)
    .values({ packId, file, times: 1, firstAt: now, lastAt: now })
    .onConflictDoUpdate({
      target: [downloads.packId, downloads.file],
      set: { times: sql`${downloads.times} + 1`, lastAt: now },
    })
}

export async function deleteOldWorksheets({ tx, now }: UnitOfWork, keepMs: number): Promise<number> {
  const emptied = await tx
    .update(packs)
    .set({ answers: null, answersAt: null })
    .where(
      and(
        isNotNull(packs.answers),
        or(lte(packs.answersAt, after(now, -keepMs)), and(eq(packs.state, 'taken'), hasEnded)),
      ),
    )
    .returning({ id: packs.id })
  await tx
    .delete(packs)
    .where(
      and(eq(packs.state, 'void'), eq(packs.package, 'trust-only'), lte(packs.createdAt, after(now, -day))),
    )
  return emptied.length
}
