import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { isUuid } from '#app/kit/uuid.ts'
import type { FieldContext } from '../rules/fields.ts'
import { type CsvPlan, planImport } from '../rules/csv-plan.ts'
import { maxImports } from '../rules/import-states.ts'
import type { CatalogKind } from '../rules/kind.ts'
import { catalogImports } from '../tables.ts'
import { listItems } from './items.server.ts'
import { readCsv } from './read-csv.server.ts'

/** An uploaded file as stored. */
export type CatalogImport = typeof catalogImports.$inferSelect

/** Stores an uploaded file; the oldest ones that were never written make room. */
export async function storeImport(
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  { kind, content, by }: { kind: CatalogKind; content: string; by: string },
): Promise<string> {
  const [stored] = await tx
    .insert(catalogImports)
    .values({ kind, content, uploadedAt: now, uploadedBy: by })
    .returning({ id: catalogImports.id })
  if (!stored) throw new Error('The uploaded file was not stored')
  const waiting = await tx
    .select({ id: catalogImports.id })
    .from(catalogImports)
    .where(and(ne(catalogImports.state, 'written'), ne(catalogImports.state, 'writing')))
    .orderBy(desc(catalogImports.uploadedAt), asc(catalogImports.id))
    .offset(maxImports)
  if (waiting.length > 0)
    await tx.delete(catalogImports).where(
      inArray(
        catalogImports.id,
        waiting.map(({ id }) => id),
      ),
    )
  return stored.id
}

/** An uploaded file, or undefined. `id` may be any string. */
export async function findImport(db: Db, id: string): Promise<CatalogImport | undefined> {
  if (!isUuid(id)) return undefined
  const [found] = await db.select().from(catalogImports).where(eq(catalogImports.id, id))
  return found
}

/** The same, locked until the transaction ends. */
export async function findImportForUpdate(db: Db, id: string): Promise<CatalogImport | undefined> {
  if (!isUuid(id)) return undefined
  const [found] = await db.select().from(catalogImports).where(eq(catalogImports.id, id)).for('update')
  return found
}

/** One process writes a file at a time. The row itself stays free, so that progress can be noted on it. */
export async function lockImport(db: Db, id: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`catalog-import ${id}`}, 0))`)
}

/** Updates the record of an uploaded file. */
export async function updateImport(db: Db, id: string, values: Partial<CatalogImport>): Promise<void> {
  await db.update(catalogImports).set(values).where(eq(catalogImports.id, id))
}

/** What a file would change right now. Two looks that say the same have the same fingerprint. */
export async function compareImport(
  db: Db,
  { kind, content }: Pick<CatalogImport, 'kind' | 'content'>,
  context: FieldContext,
  now: Date,
): Promise<CsvPlan & { fingerprint: string }> {
  const read = readCsv(kind, content)
  const items = await listItems(db, kind, now)
  const plan = planImport(kind, read.rows, new Map(items.map((item) => [item.key, item])), context)
  const differences = plan.rows.map(({ key, differences: cells }) => [key, cells])
  return {
    ...plan,
    faults: [...read.faults, ...plan.faults].toSorted((one, other) => one.line - other.line),
    fingerprint: fingerprint(JSON.stringify(differences)),
  }
}
