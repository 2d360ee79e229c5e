import { and, asc, desc, eq, exists, inArray, isNotNull, notExists, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import type { StoredPaper } from '#app/files/papers.server.ts'
import { after } from '#app/kit/clock.ts'
import { emailAddress } from '#app/kit/fields.ts'
import { allowed, type Refusal, refuse } from '#app/kit/refusal.ts'
import { oneLine } from '#app/kit/text.ts'
import { dealerFiles, dealerRequests, dealers, dealerUploads } from '../tables.ts'
import {
  type DealerLack,
  maxStaffUploads,
  maxUploadBytes,
  maxUploads,
  soonMissing,
  specialTaxClasses,
} from '../rules.ts'
import { listDealerFiles } from './search.server.ts'
import { confirmRequestsAt } from './requests.server.ts'
import { isEnding, stages } from '#app/features/orders/rules.ts'
import {
  isTransferOver,
  listOpenTransfers,
  type OpenTransfer,
  type OpenTransfers,
} from '#app/features/orders/store/order-list.server.ts'

const trimmed = z.string().overwrite(oneLine)
const orNothing = (text: string) => text || null
const day = z.union([z.literal(''), z.iso.date('Enter the day')]).transform(orNothing)

/** What staff write down about a dealer. A copy of the license is accepted with its last day. */
export const fileInput = z
  .object({
    revision: z.coerce.number().int().nonnegative(),
    copyFile: trimmed.max(60).transform(orNothing),
    licenseExpiresOn: day,
    ezCheckedOn: day,
    specialTaxClass: z
      .union([z.literal(''), z.enum(specialTaxClasses)], 'Choose the class')
      .transform((taxClass) => taxClass || null),
    specialTaxYearEnds: trimmed
      .regex(/^(20[2-9]\d)?$/, 'Enter the year')
      .transform((year) => (year === '' ? null : Number(year))),
    specialTaxCopyOn: day,
    feeCents: trimmed
      .regex(/^(\d{1,3}(\.\d{1,2})?)?$/, 'Enter the fee in dollars, like 25 or 25.50')
      .transform((dollars) => (dollars === '' ? null : Math.round(Number(dollars) * 100))),
    email: z
      .union([z.literal(''), emailAddress({ missing: 'Enter an address with a domain' })])
      .transform(orNothing),
    notes: z.string().trim().max(2_000, 'Keep the notes under 2,000 characters'),
    blockedReason: trimmed.max(300, 'Keep it under 300 characters').transform(orNothing),
  })
  .refine(({ copyFile, licenseExpiresOn }) => !copyFile || licenseExpiresOn, {
    path: ['licenseExpiresOn'],
    error: 'Enter the last day that the copy says',
  })
  .refine(({ specialTaxClass, specialTaxYearEnds }) => !specialTaxClass === !specialTaxYearEnds, {
    path: ['specialTaxYearEnds'],
    error: 'Enter the class and the year',
  })

export type DealerEntry = Omit<z.output<typeof fileInput>, 'revision'>

/** Who made a check is kept with it. Refused when somebody changed the file since it was seen; sent twice it changes nothing the second time. */
export async function saveDealerFile(
  work: UnitOfWork,
  key: string,
  entry: Partial<DealerEntry>,
  { by, seen, today }: { by: string; seen: number; today: string },
) {
  const { tx, now } = work
  const isIt = eq(dealers.key, key)
  const [dealer] = await tx.select({ email: dealers.email }).from(dealers).where(isIt).for('update')
  if (!dealer) return refuse('dealer_not_found')
  const [stored] = await tx.select().from(dealerFiles).where(eq(dealerFiles.dealerKey, key))
  const revision = stored?.revision ?? 0
  const was: Partial<DealerEntry> = { notes: '', ...stored, email: dealer.email }
  const names = (Object.keys(entry) as (keyof DealerEntry)[]).filter(
    (name) => entry[name] !== (was[name] ?? null),
  )
  const only = (of: Partial<DealerEntry>): Partial<DealerEntry> =>
    Object.fromEntries(names.map((name) => [name, of[name] ?? null]))
  const change = { ok: true as const, before: only(was), after: only(entry) }
  if (names.length === 0) return { ...change, revision }
  if (revision !== seen) return refuse('changed')
  if (names.includes('email')) await setDealerEmail(work, key, entry.email ?? null, by)
  const { email: _, ...values } = change.after
  const signed = (name: keyof DealerEntry) => (entry[name] ? by : null)
  const isCopyNew = names.includes('copyFile') || names.includes('licenseExpiresOn')
  const saved = {
    ...values,
    ...(isCopyNew && {
      copyAcceptedOn: entry.licenseExpiresOn ? today : null,
      copyAcceptedBy: signed('licenseExpiresOn'),
    }),
    ...(names.includes('ezCheckedOn') && { ezCheckedBy: signed('ezCheckedOn') }),
    ...(names.includes('specialTaxCopyOn') && { specialTaxCopyBy: signed('specialTaxCopyOn') }),
    ...(names.includes('blockedReason') && {
      blockedAt: entry.blockedReason ? now : null,
      blockedBy: signed('blockedReason'),
    }),
    revision: revision + 1,
    updatedAt: now,
    updatedBy: by,
  }
  await tx
    .insert(dealerFiles)
    .values({ ...stored, dealerKey: key, ...saved })
    .onConflictDoUpdate({ target: dealerFiles.dealerKey, set: saved })
  return { ...change, revision: revision + 1 }
}

/** Nothing else writes a dealer's address. */
export async function setDealerEmail(work: UnitOfWork, key: string, email: string | null, by: string) {
  if (email) await confirmRequestsAt(work, key, email, by)
  await work.tx
    .update(dealers)
    .set({ email, emailConfirmedAt: email ? work.now : null, emailConfirmedBy: email ? by : null })
    .where(eq(dealers.key, key))
}

const findingDays = 30
const lapses: readonly DealerLack[] = ['blocked', 'unlisted', 'license_expired', 'special_tax_over']

/** What arrived at its dealer is left out, and so are orders that have no dealer yet. `today` is a calendar day. */
export async function listDealerFindings(
  db: Db,
  today: string,
  transfers: OpenTransfers = listOpenTransfers(db),
) {
  const open = (await transfers).filter(({ dealerName, stage }) => dealerName && isWithUs(stage))
  const keys = [...new Set(open.flatMap(({ dealerKey }) => dealerKey ?? []))]
  const files = new Map((await listDealerFiles(db, keys)).map(({ dealer, file }) => [dealer.key, file]))
  return open.flatMap((transfer) => {
    const { orderId, position, title, detail, dealerKey, dealerName, stage } = transfer
    const missing = soonMissing(files.get(dealerKey ?? ''), transfer.itemClass, today, findingDays)
    // Nothing was missing when the copy was accepted: the dealer fell off the list, was blocked, or something ran out.
    const isLapsed = missing.some((lack) => lapses.includes(lack))
    return missing.length === 0
      ? []
      : [{ orderId, position, title, detail, dealerKey, dealerName, stage, missing, isLapsed }]
  })
}

function isWithUs(stage: OpenTransfer['stage']): boolean {
  return stage !== null && !isEnding(stage) && stages.indexOf(stage) < stages.indexOf('at_dealer')
}

type Upload = typeof dealerUploads.$inferSelect

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
