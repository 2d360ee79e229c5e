import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#app/db/db.server.ts'
import { sqlState, type UnitOfWork } from '#app/db/work.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'

export type RowValues = Record<string, unknown>
export type RevisedRow = RowValues & { revision: number }

type RowChange = { ok: true; key: string; before: RowValues | undefined; after: RevisedRow }
type RowConflict = Refusal<'changed'> & { current: RevisedRow }
export type RowOutcome = RowChange | RowConflict | Refusal<'key_taken' | 'no_such_row'>

/** Every change raises the revision, and every form carries it. */
export type RevisedRows = {
  list: (db: Db) => Promise<RevisedRow[]>
  find: (db: Db, key: string) => Promise<RevisedRow | undefined>
  findForUpdate: (db: Db, key: string) => Promise<RevisedRow | undefined>
  create: (work: Pick<UnitOfWork, 'tx' | 'now'>, values: RowValues) => Promise<RowOutcome>
  change: (
    work: Pick<UnitOfWork, 'tx' | 'now'>,
    key: string,
    seen: number,
    values: RowValues,
  ) => Promise<RowOutcome>
}

export function revisedRows(
  table: PgTable & { revision: PgColumn },
  keyName: string,
  order: readonly string[] = ['position'],
): RevisedRows {
  const columns = getTableColumns(table) as Record<string, PgColumn>
  const key = columns[keyName]
  if (!key) throw new Error(`The table has no column ${keyName}`)
  const inOrder = [...order, keyName].flatMap((name) => (columns[name] ? [asc(columns[name])] : []))
  const select = (db: Db) => db.select().from(table).$dynamic()
  const one = async (rows: Promise<RowValues[]>) => (await rows)[0] as RevisedRow | undefined

  return {
    list: async (db) => (await select(db).orderBy(...inOrder)) as RevisedRow[],
    find: (db, value) => one(select(db).where(eq(sql`${key}::text`, value))),
    findForUpdate: (db, value) =>
      one(
        select(db)
          .where(eq(sql`${key}::text`, value))
          .for('update'),
      ),

    async create({ tx }, values) {
      try {
        // In a savepoint: a key that is taken is an answer, and must not end the caller's transaction.
        const [row] = await tx.transaction((inner) => inner.insert(table).values(values).returning())
        const after = row as RevisedRow
        return { ok: true, key: String(after[keyName]), before: undefined, after }
      } catch (error) {
        if (sqlState(error) === '23505') return refuse('key_taken')
        throw error
      }
    },

    async change({ tx }, value, seen, values) {
      const before = await this.findForUpdate(tx, value)
      if (!before) return refuse('no_such_row')
      if (before.revision !== seen) return { ...refuse('changed'), current: before }
      if (!differs(before, values)) return { ok: true, key: value, before, after: before }
      const [row] = await tx
        .update(table)
        .set({ ...values, revision: seen + 1 })
        .where(eq(sql`${key}::text`, value))
        .returning()
      return { ok: true, key: value, before, after: row as RevisedRow }
    },
  }
}

function differs(row: RowValues, values: RowValues): boolean {
  return Object.entries(values).some(([name, value]) => canonical(row[name]) !== canonical(value))
}

/** A value as text that is the same whatever the order of keys: the database keeps its own. */
function canonical(value: unknown): string {
  if (value instanceof Date || value === null || typeof value !== 'object')
    return JSON.stringify(value ?? null)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${entries.map(([key, inner]) => `${key}:${canonical(inner)}`).join(',')}}`
}
