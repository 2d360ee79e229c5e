// The last line of defense: rows that no rule of the shop writes, and that the database refuses all the same.
import { is } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import type { Pool } from 'pg'
import { expect } from 'vitest'
import { test } from '#test/db.ts'
import { refusedRows, type Row } from '#test/refused-rows.ts'

/** Closed lists that the database does not know: values that only the shop itself writes. */
const unchecked = [
  'build_decisions.transferee',
  'order_lines.returned_stage',
  'order_lines.stage',
  'photo_uploads.film',
  'refunds.requested_by',
  'reservation_exits.at_stage',
  'reservation_exits.exit',
  'stage_dates.stage',
]

const modules = import.meta.glob<Record<string, unknown>>('../app/**/*tables.ts', { eager: true })
const tables = [...new Set(Object.values(modules).flatMap((module) => Object.values(module)))].filter(
  (value) => is(value, PgTable),
)

test('the database has the constraints and indexes of the tables', async ({ pool }) => {
  const expected = tables.flatMap((table) => {
    const { checks, indexes, foreignKeys, uniqueConstraints } = getTableConfig(table)
    return [
      ...[...checks, ...indexes.map(({ config }) => config)].map(({ name }) => name ?? ''),
      ...foreignKeys.map((key) => toSnakeCase(key.getName()).slice(0, 63)), // PostgreSQL's longest name
      ...uniqueConstraints.map((key) => key.getName() ?? ''),
    ]
  })
  const { rows } = await pool.query<{ name: string }>(
    `select conname as name from pg_constraint where connamespace = 'public'::regnamespace
     union select indexname from pg_indexes where schemaname = 'public'`,
  )
  const found = new Set(rows.map(({ name }) => name))
  expect(expected.filter((name) => !found.has(name))).toEqual([])
})

test('a column with a closed list takes its values and no other', async ({ pool }) => {
  const checks = await listChecks(pool)
  const takesAll: string[] = []
  const refusesOwn: string[] = []
  for (const table of tables) {
    const { name, columns } = getTableConfig(table)
    const ofTable = checks.filter((check) => check.table === name)
    for (const { name: key, enumValues = [] } of columns.filter(({ enumValues }) => enumValues?.length)) {
      const column = toSnakeCase(key)
      const answers = await Promise.all(ofTable.map((check) => refuses(pool, check, { [column]: '?' })))
      if (!answers.includes(true)) takesAll.push(`${name}.${column}`)
      for (const check of ofTable.filter(({ listed }) => listed === column))
        for (const value of enumValues)
          if (await refuses(pool, check, { [column]: value })) refusesOwn.push(`${check.name} ${value}`)
    }
  }
  expect([takesAll.toSorted(), refusesOwn]).toEqual([unchecked, []])
})

test('every other check refuses what it is for', async ({ pool }) => {
  const checks = (await listChecks(pool)).filter(({ listed }) => !listed)
  expect(checks.map(({ name }) => name).toSorted()).toEqual(Object.keys(refusedRows).toSorted())
  const taken: string[] = []
  for (const check of checks)
    for (const row of refusedRows[check.name] ?? [])
      if (!(await refuses(pool, check, row))) taken.push(`${check.name} takes ${JSON.stringify(row)}`)
  expect(taken).toEqual([])
})

type Check = { table: string; name: string; rule: string; listed?: string | undefined }

async function listChecks(pool: Pool): Promise<Check[]> {
  const { rows } = await pool.query<Check>(
    `select relname as table, conname as name, pg_get_expr(conbin, conrelid) as rule
     from pg_constraint join pg_class on pg_class.oid = conrelid
     where contype = 'c' and connamespace = 'public'::regnamespace`,
  )
  return rows.map((check) => ({
    ...check,
    listed: /^\(+(\w+) = ANY \(ARRAY\['[^\]]+\]\)\)$/.exec(check.rule)?.[1],
  }))
}

/** Whether a check refuses a row of its table. The rule is computed alone: no other one can refuse the row before. */
async function refuses(pool: Pool, { table, rule }: Check, row: Row): Promise<boolean> {
  const { rows } = await pool.query<{ fits: boolean | null }>(
    `select (${rule}) as fits from jsonb_populate_record(null::"${table}", $1)`,
    [row],
  )
  return rows[0]?.fits === false
}
