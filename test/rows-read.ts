// How many rows PostgreSQL really reads for what a store asks: for tests that hold lists to reading what they show.
import pg from 'pg'
import { type Db, queriesOver } from '#app/db/db.server.ts'

/** What one statement read of one table. */
export type TableRead = { table: string; rows: number; statement: string }

type Plan = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}
type Explained = { 'QUERY PLAN': [{ Plan: Plan }] }

/**
 * A database on which every query is also run under EXPLAIN ANALYZE. `reads` has what each has read of each table, rows that a
 * filter threw away included.
 */
export function countingReads(pool: pg.Pool): { db: Db; reads: TableRead[] } {
  const reads: TableRead[] = []
  const explainFirst =
    (client: pg.Pool | pg.ClientBase) =>
    async (config: pg.QueryConfig, values: unknown[] = config.values ?? []) => {
      const { text } = config
      if (/^\s*(select|with|\()/i.test(text)) {
        const plan = await explain(client, text, values)
        if (plan)
          for (const [table, count] of readsOf(plan)) reads.push({ table, rows: count, statement: text })
      }
      return client.query(config, values)
    }
  const watched = <Client extends pg.Pool | pg.ClientBase>(client: Client): Client =>
    new Proxy(client, {
      get(target, name) {
        if (name === 'query') return explainFirst(target)
        if (name === 'connect') return async () => watched(await (target as pg.Pool).connect())
        const member: unknown = Reflect.get(target, name, target)
        return typeof member === 'function' ? (member.bind(target) as unknown) : member
      },
    })
  return { db: queriesOver(watched(pool)), reads }
}

/**
 * Runs a statement under EXPLAIN ANALYZE without sequential scans where an index leads to its rows: whether the planner prefers to
 * read a small table whole depends on the sample it took; whether an index is there does not.
 */
async function explain(
  on: pg.Pool | pg.ClientBase,
  text: string,
  values: unknown[],
): Promise<Plan | undefined> {
  const client = on instanceof pg.Pool ? await on.connect() : on
  try {
    await client.query('set enable_seqscan = off')
    const { rows } = await client.query<Explained>(
      `explain (analyze, timing off, format json) ${text}`,
      values,
    )
    return rows[0]?.['QUERY PLAN'][0].Plan
  } finally {
    await client.query('reset enable_seqscan')
    if (client !== on) (client as pg.PoolClient).release()
  }
}

function readsOf(plan: Plan, found = new Map<string, number>()): Map<string, number> {
  const table = plan['Relation Name']
  if (table) {
    const perLoop =
      plan['Actual Rows'] +
      (plan['Rows Removed by Filter'] ?? 0) +
      (plan['Rows Removed by Index Recheck'] ?? 0)
    found.set(table, (found.get(table) ?? 0) + perLoop * plan['Actual Loops'])
  }
  for (const part of plan.Plans ?? []) readsOf(part, found)
  return found
}
