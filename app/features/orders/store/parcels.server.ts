import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { parcelLines, parcels } from '../parcel-tables.ts'
import type { ParcelLine } from '../rules/parcel.ts'

export type Parcel = typeof parcels.$inferSelect & { lines: ParcelLine[] }

export async function listParcels(db: Db, orderId: string): Promise<Parcel[]> {
  return listParcelsOf(db, [orderId])
}

export async function listParcelsOf(db: Db, orderIds: readonly string[]): Promise<Parcel[]> {
  if (orderIds.length === 0) return []
  const rows = await db
    .select()
    .from(parcels)
    .where(inArray(parcels.orderId, [...orderIds]))
    .orderBy(asc(parcels.orderId), asc(parcels.number))
  return withLines(db, rows)
}

export async function findParcel(db: Db, id: string): Promise<Parcel | undefined> {
  return (await withLines(db, await db.select().from(parcels).where(eq(parcels.id, id))))[0]
}

export async function withLines(db: Db, rows: (typeof parcels.$inferSelect)[]): Promise<Parcel[]> {
  if (rows.length === 0) return []
  const lines = await db
    .select()
    .from(parcelLines)
    .where(
      inArray(
        parcelLines.parcelId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(parcelLines.position))
  return rows.map((parcel) => ({
    ...parcel,
    lines: lines
      .filter(({ parcelId }) => parcelId === parcel.id)
      .map(({ position, quantity }) => ({ position, quantity })),
  }))
}

/** The number of the next parcel of an order. Called with the order locked. */
export async function nextNumber(db: Db, orderId: string): Promise<number> {
  const [row] = await db
    .select({ highest: sql<number | null>`max(${parcels.number})` })
    .from(parcels)
    .where(eq(parcels.orderId, orderId))
  return (row?.highest ?? 0) + 1
}
