import type { Db } from '#app/db/db.server.ts'
import { type DealerLack, isDealerReady } from '#app/features/dealers/rules.ts'
import { listKnownDealers } from '#app/features/dealers/store/search.server.ts'
import { findDealerFile, type FiledDealer, listDealerFiles } from '#app/features/dealers/store/file.server.ts'
import { listDealerUploads } from '#app/features/dealers/store/uploads.server.ts'
import { countOpenTransfers, listOpenTransfers } from '#app/features/orders/store/order-list.server.ts'
import { formatDay, formatIsoDay } from '#app/kit/date-format.ts'

type Clock = { now: Date; timeZone: string }

export type DealerRow = {
  key: string
  name: string
  place: string
  /** The last day of the license; empty while no copy was accepted. */
  ends: string
  open: number
  missing: DealerLack[]
}

export async function listDealerRows(db: Db, search: string, clock: Clock): Promise<DealerRow[]> {
  const [open, found] = await Promise.all([
    countOpenTransfers(db),
    search ? listKnownDealers(db, search, clock.now) : undefined,
  ])
  const today = formatIsoDay(clock.now, clock.timeZone)
  const keys = found ? found.map(({ key }) => key) : [...open.keys()]
  const rows = (await listDealerFiles(db, keys)).map((filed): DealerRow => {
    const { key, city, state } = filed.dealer
    return {
      key,
      name: nameOf(filed),
      place: `${city}, ${state}`,
      ends: filed.file.licenseExpiresOn ?? '',
      open: open.get(key) ?? 0,
      missing: missingIn(filed, today),
    }
  })
  return rows.toSorted(
    (one, other) =>
      Number(other.missing.length > 0) - Number(one.missing.length > 0) || one.name.localeCompare(other.name),
  )
}

export type ShownFile = NonNullable<Awaited<ReturnType<typeof findShownFile>>>

export async function findShownFile(db: Db, key: string, { now, timeZone }: Clock) {
  const filed = await findDealerFile(db, key)
  if (!filed) return undefined
  const { dealer, stored, file } = filed
  const today = formatIsoDay(now, timeZone)
  const [transfers, uploads] = await Promise.all([listOpenTransfers(db, key), listDealerUploads(db, key)])
  const { street, city, state, zip, phone, email, emailConfirmedBy } = dealer
  return {
    key,
    today,
    name: nameOf(filed),
    licensedAs: dealer.name,
    address: [street, `${city}, ${state} ${zip}`],
    phone,
    email,
    emailConfirmedBy,
    isListed: file.isListed,
    listExpiry: dealer.expiry,
    revision: stored?.revision ?? 0,
    file,
    copyAcceptedBy: stored?.copyAcceptedBy ?? '',
    copyFile: stored?.copyFile ?? '',
    ezCheckedBy: stored?.ezCheckedBy ?? '',
    specialTaxCopyBy: stored?.specialTaxCopyBy ?? '',
    feeCents: stored?.feeCents ?? null,
    notes: stored?.notes ?? '',
    blockedBy: stored?.blockedBy ?? '',
    updated: stored ? `${formatDay(stored.updatedAt, timeZone)}, ${stored.updatedBy}` : '',
    missing: missingIn(filed, today),
    transfers: transfers.map(({ orderId, position, title, detail, stage, buyerName }) => ({
      orderId,
      position,
      title: [title, detail].filter(Boolean).join(', '),
      stage,
      buyer: buyerName ?? '',
    })),
    copies: uploads.map(({ file: name, type, bytes, sentAt, orderId, uploadedBy }) => ({
      file: name,
      words: `${type === 'application/pdf' ? 'PDF' : 'Picture'}, ${Math.ceil(bytes / 1_024)} kB, ${orderId === null ? `uploaded ${formatDay(sentAt, timeZone)} by ${uploadedBy}` : `sent ${formatDay(sentAt, timeZone)} for order ${orderId}`}`,
    })),
  }
}

/** Why an NFA item, the strictest class, may not go to this dealer today. */
function missingIn({ file }: FiledDealer, today: string): DealerLack[] {
  const ready = isDealerReady(file, null, today)
  return ready.ok ? [] : ready.missing
}

function nameOf({ dealer }: FiledDealer): string {
  return dealer.tradeName ?? dealer.name
}
