import { isDeepStrictEqual } from 'node:util'
import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { type Db, sqlState, type UnitOfWork } from '#app/db/db.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'

export type RowValues = Record<string, unknown>
export type RevisedRow = RowValues & { revision: number }

type RowChange = { ok: true; key: string; before: RowValues | undefined; after: RevisedRow }
type RowConflict = Refusal<'changed'> & { current: RevisedRow }
export type RowOutcome = RowChange | RowConflict | Refusal<'key_taken' | 'no_such_row'>

export type RevisedRows = ReturnType<typeof revisedRows>

type Writing = Pick<UnitOfWork, 'tx' | 'now'>

/** Every change raises the revision, and every form carries it. */
export function revisedRows(
  table: PgTable & { revision: PgColumn },
  keyName: string,
  order: readonly string[] = ['position'],
) {
  const columns = getTableColumns(table) as Record<string, PgColumn>
  const key = columns[keyName]
  if (!key) throw new Error(`The table has no column ${keyName}`)
  const inOrder = [...order, keyName].flatMap((name) => (columns[name] ? [asc(columns[name])] : []))
  const select = (db: Db) => db.select().from(table).$dynamic()
  const is = (value: string) => eq(sql`${key}::text`, value)
  const one = async (rows: Promise<RowValues[]>) => (await rows)[0] as RevisedRow | undefined
  const findForUpdate = (db: Db, value: string) => one(select(db).where(is(value)).for('update'))

  return {
    list: async (db: Db) => (await select(db).orderBy(...inOrder)) as RevisedRow[],
    find: (db: Db, value: string) => one(select(db).where(is(value))),
    findForUpdate,

    async create({ tx }: Writing, values: RowValues): Promise<RowOutcome> {
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

    async change({ tx }: Writing, value: string, seen: number, values: RowValues): Promise<RowOutcome> {
      const before = await findForUpdate(tx, value)
      if (!before) return refuse('no_such_row')
      if (before.revision !== seen) return { ...refuse('changed'), current: before }
      if (!differs(before, values)) return { ok: true, key: value, before, after: before }
      const [row] = await tx
        .update(table)
        .set({ ...values, revision: seen + 1 })
        .where(is(value))
        .returning()
      return { ok: true, key: value, before, after: row as RevisedRow }
    },
  }
}

/** The database keeps its own order of the keys of an object, and no absent value. */
function differs(row: RowValues, values: RowValues): boolean {
  return Object.entries(values).some(([name, value]) => !isDeepStrictEqual(row[name] ?? null, value ?? null))
}
