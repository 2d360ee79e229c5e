import { eq, getTableColumns, inArray } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { dealerFiles, dealers } from '../tables.ts'
import { type DealerFile, type SpecialTaxClass, type DealerLack, soonMissing } from '../rules.ts'
import type { KnownDealer } from './search.server.ts'
import { isEnding, stages } from '#app/features/orders/rules.ts'
import {
  listOpenTransfers,
  type OpenTransfer,
  type OpenTransfers,
} from '#app/features/orders/store/order-list.server.ts'

type StoredFile = typeof dealerFiles.$inferSelect

export type FiledDealer = { dealer: KnownDealer; stored: StoredFile | null; file: DealerFile }

type FileChange = { by: string; seen: number }

type FileRefusal = Refusal<'dealer_not_found' | 'changed'>
type Changed = { ok: true; revision: number } | FileRefusal

export async function findDealerFile(db: Db, key: string): Promise<FiledDealer | undefined> {
  return (await listDealerFiles(db, [key]))[0]
}

export async function listDealerFiles(db: Db, keys: readonly string[]): Promise<FiledDealer[]> {
  if (keys.length === 0) return []
  const { words: _, ...columns } = getTableColumns(dealers)
  const found = await db
    .select({ dealer: columns, stored: dealerFiles })
    .from(dealers)
    .leftJoin(dealerFiles, eq(dealerFiles.dealerKey, dealers.key))
    .where(inArray(dealers.key, [...keys]))
  return found.map(({ dealer, stored }) => ({ dealer, stored, file: readFile(dealer, stored) }))
}

export function acceptLicenseCopy(
  work: UnitOfWork,
  key: string,
  copy: { onDay: string; expiresOn: string; file: string | null },
  change: FileChange,
): Promise<Changed> {
  const { onDay, expiresOn, file } = copy
  const values = {
    copyAcceptedOn: onDay,
    copyAcceptedBy: change.by,
    licenseExpiresOn: expiresOn,
    copyFile: file,
  }
  return changeFile(work, key, change, values)
}

export function recordEzCheck(
  work: UnitOfWork,
  key: string,
  onDay: string,
  change: FileChange,
): Promise<Changed> {
  return changeFile(work, key, change, { ezCheckedOn: onDay, ezCheckedBy: change.by })
}

export function recordSpecialTax(
  work: UnitOfWork,
  key: string,
  tax: { taxClass: SpecialTaxClass; yearEnds: number; copyOn: string | null },
  change: FileChange,
): Promise<Changed> {
  const { taxClass, yearEnds, copyOn } = tax
  return changeFile(work, key, change, {
    specialTaxClass: taxClass,
    specialTaxYearEnds: yearEnds,
    specialTaxCopyOn: copyOn,
    specialTaxCopyBy: copyOn && change.by,
  })
}

export function noteDealerTerms(
  work: UnitOfWork,
  key: string,
  { feeCents, notes }: { feeCents: number | null; notes: string },
  change: FileChange,
): Promise<Changed> {
  return changeFile(work, key, change, { feeCents, notes })
}

export function blockDealer(
  work: UnitOfWork,
  key: string,
  reason: string,
  change: FileChange,
): Promise<Changed> {
  const { by } = change
  return changeFile(work, key, change, { blockedAt: work.now, blockedBy: by, blockedReason: reason })
}

export function unblockDealer(work: UnitOfWork, key: string, change: FileChange): Promise<Changed> {
  return changeFile(work, key, change, { blockedAt: null, blockedBy: null, blockedReason: null })
}

/** Refused when somebody changed it since it was seen; sending the same twice changes nothing the second time. */
async function changeFile(
  { tx, now }: UnitOfWork,
  key: string,
  { by, seen }: FileChange,
  values: Partial<StoredFile>,
): Promise<Changed> {
  const [dealer] = await tx
    .select({ key: dealers.key })
    .from(dealers)
    .where(eq(dealers.key, key))
    .for('update')
  if (!dealer) return refuse('dealer_not_found')
  const [stored] = await tx.select().from(dealerFiles).where(eq(dealerFiles.dealerKey, key))
  if (stored && saysAlready(stored, values)) return { ok: true, revision: stored.revision }
  if ((stored?.revision ?? 0) !== seen) return refuse('changed')
  const changed = { ...values, revision: seen + 1, updatedAt: now, updatedBy: by }
  await tx
    .insert(dealerFiles)
    .values({ dealerKey: key, ...changed })
    .onConflictDoUpdate({ target: dealerFiles.dealerKey, set: changed })
  return { ok: true, revision: seen + 1 }
}

function saysAlready(stored: StoredFile, values: Partial<StoredFile>): boolean {
  return Object.entries(values).every(
    ([name, value]) => /(At|By)$/.test(name) || stored[name as keyof StoredFile] === value,
  )
}

function readFile(dealer: KnownDealer, stored: StoredFile | null): DealerFile {
  return {
    isListed: dealer.unlistedAt === null,
    licenseExpiresOn: stored?.licenseExpiresOn ?? null,
    copyAcceptedOn: stored?.copyAcceptedOn ?? null,
    ezCheckedOn: stored?.ezCheckedOn ?? null,
    specialTaxClass: stored?.specialTaxClass ?? null,
    specialTaxYearEnds: stored?.specialTaxYearEnds ?? null,
    specialTaxCopyOn: stored?.specialTaxCopyOn ?? null,
    blockedReason: stored?.blockedReason ?? null,
  }
}

type DealerFinding = Pick<
  OpenTransfer,
  'orderId' | 'position' | 'title' | 'detail' | 'dealerKey' | 'dealerName' | 'stage'
> & {
  missing: DealerLack[]
  /** Nothing was missing when the copy was accepted: the dealer fell off the list, was blocked, or something ran out. */
  isLapsed: boolean
}

const findingDays = 30
const lapses: readonly DealerLack[] = ['blocked', 'unlisted', 'license_expired', 'special_tax_over']

/** What arrived at its dealer is left out, and so are orders that have no dealer yet. `today` is a calendar day. */
export async function listDealerFindings(
  db: Db,
  today: string,
  transfers: OpenTransfers = listOpenTransfers(db),
): Promise<DealerFinding[]> {
  const open = (await transfers).filter(({ dealerName, stage }) => dealerName && isWithUs(stage))
  const keys = [...new Set(open.flatMap(({ dealerKey }) => dealerKey ?? []))]
  const files = new Map((await listDealerFiles(db, keys)).map(({ dealer, file }) => [dealer.key, file]))
  return open.flatMap((transfer) => {
    const { orderId, position, title, detail, dealerKey, dealerName, stage } = transfer
    const missing = soonMissing(files.get(dealerKey ?? ''), transfer.itemClass, today, findingDays)
    const isLapsed = missing.some((lack) => lapses.includes(lack))
    return missing.length === 0
      ? []
      : [{ orderId, position, title, detail, dealerKey, dealerName, stage, missing, isLapsed }]
  })
}

function isWithUs(stage: OpenTransfer['stage']): boolean {
  return stage !== null && !isEnding(stage) && stages.indexOf(stage) < stages.indexOf('at_dealer')
}
