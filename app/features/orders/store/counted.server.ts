import { and, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { StockedKind } from '#app/catalog/rules.ts'
import { enterStock, type NewStockEntry, type StockOnHand } from '#app/catalog/stock.server.ts'
import { heldPieces } from '#app/catalog/tables.ts'
import type { Db } from '#app/db/db.server.ts'
import { heldStock } from '#app/db/held-stock.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { hasLeftShop } from './read.server.ts'

type Counted<Table extends PgTable & { id: PgColumn }> = {
  kind: StockedKind
  table: Table
  /** The pieces there are, as columns: those that orders hold or bought here included. */
  stock: PgColumn
  /** Pieces that were sold before this shop recorded orders. */
  soldBefore?: PgColumn
  /** The item that an order line's stored reference names, as text. */
  itemOf: (ref: SQL) => SQL
}

/** A claim asks `pieces_left`, which ends overdue holds and then counts: a sub-select would count the stock from before the wait. */
export function countedGoods<Table extends PgTable & { id: PgColumn }>(goods: Counted<Table>) {
  const { kind, table, stock, soldBefore, itemOf } = goods
  const anyTable: PgTable = table
  const kindName = sql.raw(`'${kind}'`)
  const isKind = sql`${heldPieces.kind} = ${kindName}`
  const ofRow = sql`${isKind} and ${heldPieces.item} = ${table.id}::text`
  const sum = (isIt: SQL) => sql<number>`coalesce((
    select sum(${heldPieces.quantity}) from ${heldPieces} where ${ofRow} and ${isIt}), 0)::int`
  const isClaimed = (now: Date | SQL) =>
    sql`(${heldPieces.state} = 'sold' or ${heldPieces.heldUntil} > ${now})`
  const left = (now: Date | SQL) =>
    sql<number>`greatest(0, ${stock} - ${soldBefore ?? sql`0`} - ${sum(isClaimed(now))})::int`
  const isLine = (orderId: SQL, ref?: SQL) =>
    and(sql`${heldPieces.orderId} = ${orderId}`, isKind, ref && sql`${heldPieces.item} = ${itemOf(ref)}`)

  /** What is there of each item at `now`: for sale, and on the shelf with what orders hold or bought and was not sent. */
  async function listStock(db: Db, now: Date, id?: string) {
    const rows = await db
      .select({
        id: sql<string>`${table.id}::text`,
        stock: sql<number>`${stock}`,
        left: left(now),
        waiting: sum(sql`${isClaimed(now)} and not ${hasLeftShop(heldPieces.orderId, kind, table.id)}`),
      })
      .from(anyTable)
      .where(id === undefined ? undefined : sql`${table.id}::text = ${id}`)
    return new Map<string, StockOnHand & { stock: number }>(
      rows.map((row) => [row.id, { stock: row.stock, left: row.left, onShelf: row.left + row.waiting }]),
    )
  }

  return {
    /** Pieces of the item of a row that are neither held nor sold; an expired hold counts as free. */
    left,
    sold: sum(sql`${heldPieces.state} = 'sold'`),

    leftUnderLock: (item: SQL, now: SQL) => sql`pieces_left(${kindName}, ${item}::text, ${now})`,

    refusalOf(free: number, quantity: number) {
      if (free === 0) return refuse('out_of_stock')
      return free < quantity ? refuse('fewer_left') : undefined
    },

    listStock,

    /** Enters a change of an item's stock. The row is locked first, as every order that takes some of it does. */
    enter: async ({ tx, now }: Pick<UnitOfWork, 'tx' | 'now'>, id: string, entry: NewStockEntry) => {
      await tx.execute(sql`select from ${table} where ${table.id}::text = ${id} for update`)
      await tx.execute(sql`select pieces_left(${kindName}, ${id}, ${now})`)
      const onHand = (await listStock(tx, now, id)).get(id)
      return onHand ? enterStock({ tx, now }, kind, id, entry, onHand) : refuse('no_such_row')
    },

    pieces: {
      /** The found rows must have the columns `item` and `quantity`. */
      take: (from: SQL, found: SQL, orderId: SQL, until: SQL) => sql`
        insert into ${heldPieces} (order_id, kind, item, quantity, state, held_until, hold_version)
        select ${orderId}, ${kindName}, ${found}.item::text, ${found}.quantity, 'held', ${until}, 1 from ${from}`,

      ...heldStock({
        table: heldPieces,
        state: heldPieces.state,
        stateName: 'state',
        sold: 'sold',
        which: isKind,
      }),

      release: (orderId: SQL, ref?: SQL) => sql`delete from ${heldPieces} where ${isLine(orderId, ref)}`,

      /** Some of what an order bought came back; the row goes with the last of it. */
      putBack: (orderId: SQL, ref: SQL, quantity: SQL) => sql`
        with gone as (
          delete from ${heldPieces} where ${isLine(orderId, ref)} and state = 'sold' and quantity <= ${quantity})
        update ${heldPieces} set quantity = quantity - ${quantity}
        where ${isLine(orderId, ref)} and state = 'sold' and quantity > ${quantity}`,
    },
  }
}
