import { and, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { priceAtSql } from '#app/catalog/prices.server.ts'
import { maxPieces, type StockedKind } from '#app/catalog/rules.ts'
import { enterStock, type NewStockEntry, type StockOnHand } from '#app/catalog/stock.server.ts'
import { heldPieces } from '#app/catalog/tables.ts'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { heldStock } from '#app/db/held-stock.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { hasLeftShop } from './read.server.ts'

type CountedTable = PgTable & { id: PgColumn }

type Counted<Kind extends StockedKind, Table extends CountedTable> = {
  kind: Kind
  table: Table
  id: z.ZodType<string>
  /** The pieces there are, as columns: those that orders hold or bought here included. */
  stock: PgColumn
  /** Pieces that were sold before this shop recorded orders. */
  soldBefore?: PgColumn
}

/** What an order line refers to, under the name of its kind. */
type CountedRef<Kind extends StockedKind> = { [Name in Kind]: string } & { quantity: number }

/** An item as it is sold now. `left`: how many are neither held nor sold. */
type Shown = { name: string; left: number }
type Find<Found extends Shown> = (db: Db, id: string, now: Date) => Promise<Found | undefined>

/** What a line says of the row `item`, and of what is joined to it. */
type Line = { price: SQL; columns: (now: SQL) => SQL; join: SQL; isShown?: SQL }

/** A claim asks `pieces_left`, which ends overdue holds and then counts: a sub-select would count the stock from before the wait. */
export function countedGoods<Kind extends StockedKind, Table extends CountedTable>(
  goods: Counted<Kind, Table>,
) {
  const { kind, table, id, stock, soldBefore } = goods
  const anyTable: PgTable = table
  const kindName = sql.raw(`'${kind}'`)
  const pieces = z.number().int().min(1).max(maxPieces[kind])
  const refInput = z.object({ [kind]: id, quantity: pieces }) as unknown as z.ZodType<CountedRef<Kind>>
  const wanted = (ref: SQL) => sql`(${ref} ->> 'quantity')::int`
  const isKind = sql`${heldPieces.kind} = ${kindName}`
  const ofRow = sql`${isKind} and ${heldPieces.item} = ${table.id}::text`
  const sum = (isIt: SQL) => sql<number>`coalesce((
    select sum(${heldPieces.quantity}) from ${heldPieces} where ${ofRow} and ${isIt}), 0)::int`
  const isClaimed = (now: Date | SQL) =>
    sql`(${heldPieces.state} = 'sold' or ${heldPieces.heldUntil} > ${now})`
  const left = (now: Date | SQL) =>
    sql<number>`greatest(0, ${stock} - ${soldBefore ?? sql`0`} - ${sum(isClaimed(now))})::int`
  const isLine = (orderId: SQL, ref?: SQL) =>
    and(
      sql`${heldPieces.orderId} = ${orderId}`,
      isKind,
      ref && sql`${heldPieces.item} = ${ref} ->> ${kindName}`,
    )

  /** What is there of each item at `now`: for sale, and on the shelf with what orders hold or bought and was not sent. */
  async function listStock(db: Db, now: Date, only?: string) {
    const rows = await db
      .select({
        id: sql<string>`${table.id}::text`,
        stock: sql<number>`${stock}`,
        left: left(now),
        waiting: sum(sql`${isClaimed(now)} and not ${hasLeftShop(heldPieces.orderId, kind, table.id)}`),
      })
      .from(anyTable)
      .where(only === undefined ? undefined : sql`${table.id}::text = ${only}`)
    return new Map<string, StockOnHand & { stock: number }>(
      rows.map((row) => [row.id, { stock: row.stock, left: row.left, onShelf: row.left + row.waiting }]),
    )
  }

  return {
    /** Pieces of the item of a row that are neither held nor sold; an expired hold counts as free. */
    left,
    sold: sum(sql`${heldPieces.state} = 'sold'`),

    listStock,

    /** Enters a change of an item's stock. The row is locked first, as every order that takes some of it does. */
    enter: async ({ tx, now }: Pick<UnitOfWork, 'tx' | 'now'>, item: string, entry: NewStockEntry) => {
      await tx.execute(sql`select from ${table} where ${table.id}::text = ${item} for update`)
      await tx.execute(sql`select pieces_left(${kindName}, ${item}, ${now})`)
      const onHand = (await listStock(tx, now, item)).get(item)
      return onHand ? enterStock({ tx, now }, kind, item, entry, onHand) : refuse('no_such_row')
    },

    /** How it is sold: by the piece, in a parcel. */
    sellable: <Found extends Shown>(
      find: Find<Found>,
      { price, columns, join, isShown = sql`true` }: Line,
    ) => ({
      kind,
      parseRef: (ref: unknown) => refInput.parse(ref),
      topic: () => null,

      async refusal({ tx, now }: UnitOfWork, { quantity, ...ref }: CountedRef<Kind>) {
        const found = await find(tx, (ref as { [Name in Kind]: string })[kind], now)
        if (!found) return refuse(`${kind}_not_found`)
        if (found.left === 0) return refuse('out_of_stock')
        return found.left < quantity ? refuse('fewer_left') : undefined
      },

      // The row is locked in the inner select (`limit` keeps the condition outside), and stock is counted after.
      stock: (ref: SQL, now: SQL) => sql`
        select item.id as item, jsonb_build_object(${kindName}, item.id, 'quantity', ${wanted(ref)}) as ref,
          item.name as title, ${wanted(ref)} as quantity, 'shipping' as fulfillment,
          ${priceAtSql(kind, sql`item.id`, price, now)} as unit_cents, ${columns(now)}
        from (
          select * from ${table} where id = (${ref} ->> ${kindName})::${sql.raw(table.id.getSQLType())} limit 1 for update
        ) item ${join}
        where item.state = 'visible' and ${isShown} and pieces_left(${kindName}, item.id::text, ${now}) >= ${wanted(ref)}`,

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
    }),

    /** How a cart shows it. */
    good: <Found extends Shown, Told>(
      find: Find<Found>,
      tell: (found: Found, db: Db) => Told | Promise<Told>,
    ) => ({
      ref: (item: string, quantity: number) => ({ [kind]: item, quantity }),
      idOf: (ref: unknown) => refInput.parse(ref)[kind],
      async describe(db: Db, item: string, now: Date) {
        const found = id.safeParse(item).success ? await find(db, item, now) : undefined
        if (!found) return undefined
        const { name: title, left } = found
        return { title, left, maxPerOrder: maxPieces[kind], isParcel: true, ...(await tell(found, db)) }
      },
    }),
  }
}
