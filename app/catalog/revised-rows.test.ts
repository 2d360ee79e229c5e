import { sql } from 'drizzle-orm'
import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { expect } from 'vitest'
import { moment } from '#app/db/sql.ts'
import { test } from '#test/db.ts'
import { revisedRows } from './revised-rows.server.ts'

const things = pgTable('things', {
  id: text().primaryKey(),
  soldAt: moment(),
  drawing: jsonb(),
  revision: integer().notNull().default(1),
})

test('a revision follows from a value that differs, not from the order of its keys', async ({ ctx, db }) => {
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      create temp table things (id text primary key, sold_at timestamptz, drawing jsonb, revision int not null default 1)
      on commit drop`)
    const rows = revisedRows(things, 'id')
    const work = { tx, now: ctx.now() }
    const values = { soldAt: ctx.now(), drawing: { outline: { b: 1, a: [2, 1] }, in: null } }
    await rows.create(work, { id: 'one', ...values })
    const unchanged = { ...values, drawing: { in: null, outline: { a: [2, 1], b: 1 } } }
    expect(await rows.change(work, 'one', 1, unchanged)).toMatchObject({ ok: true, after: { revision: 1 } })
    expect(await rows.change(work, 'one', 1, { soldAt: null })).toMatchObject({ after: { revision: 2 } })
    expect(await rows.change(work, 'one', 2, { soldAt: undefined })).toMatchObject({ after: { revision: 2 } })
    const turned = { drawing: { in: null, outline: { a: [1, 2], b: 1 } } }
    expect(await rows.change(work, 'one', 2, turned)).toMatchObject({ ok: true, after: { revision: 3 } })
    expect(await rows.change(work, 'one', 2, turned)).toMatchObject({ ok: false, why: 'changed' })
  })
})
