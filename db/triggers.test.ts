// The stock ledger of both kinds of goods, whoever writes to their tables and by whatever way.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { patches } from '#app/features/drops/tables.ts'
import { test, type TestContext } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { givenPieces } from '#test/goods.ts'

const goods = {
  accessory: {
    table: 'accessories',
    stock: 'stock',
    given: async ({ db }: TestContext) => {
      await givenPieces(db, 5)
      return 'piece'
    },
  },
  patch: {
    table: 'patches',
    stock: 'available_quantity',
    given: async ({ db }: TestContext) => {
      const id = randomUUID()
      const { id: dropId } = await givenDrop(db)
      await db.insert(patches).values({ id, dropId, name: 'Field', price: 3_500, availableQuantity: 5 })
      return id
    },
  },
} as const

const insertEntry = `insert into stock_entries (kind, item, quantity, reason, entered_at, entered_by)
  values ($1, $2, 3, 'received', now(), 'R. Desk')`
const insertPrice = `insert into price_changes (kind, item, starts_at, cents, entered_at, entered_by)
  values ($1, $2, now(), 100, now(), 'R. Desk')`

for (const [kind, { table, stock, given }] of Object.entries(goods)) {
  test(`an entry changes the stock of its ${kind}, and a change of the stock makes an entry`, async ({
    ctx,
    pool,
  }) => {
    const item = await given(ctx)
    await pool.query(insertEntry, [kind, item])
    await pool.query(`update ${table} set ${stock} = ${stock} + 1`)
    await pool.query(`update ${table} set ${stock} = ${stock}`) // no change, no entry
    const { rows } = await pool.query('select kind, item, quantity, reason from stock_entries order by id')
    const entry = (quantity: number, reason: string) => ({ kind, item, quantity, reason })
    expect(rows).toEqual([entry(5, 'opening'), entry(3, 'received'), entry(1, 'correction')])
    const left = await pool.query(`select ${stock} as stock from ${table}`)
    expect(left.rows).toEqual([{ stock: 9 }])
  })

  test(`an entry of an unknown ${kind} is refused`, async ({ pool }) => {
    await expect(pool.query(insertEntry, [kind, randomUUID()])).rejects.toMatchObject({ code: '23503' })
  })

  test(`what is removed takes its entries and prices with it, and no others: ${kind}`, async ({
    ctx,
    pool,
  }) => {
    const item = await given(ctx)
    const other = kind === 'patch' ? 'accessory' : 'patch'
    for (const [of, about] of [
      [kind, item],
      [kind, 'another'],
      [other, item],
    ] as const)
      await pool.query(insertPrice, [of, about])
    await pool.query(`delete from ${table}`)
    expect((await pool.query('select 1 from stock_entries')).rows).toEqual([])
    const { rows } = await pool.query('select kind, item from price_changes order by id')
    expect(rows).toEqual([
      { kind, item: 'another' },
      { kind: other, item },
    ])
  })
}
