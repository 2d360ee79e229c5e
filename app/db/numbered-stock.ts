import { type SQL, sql } from 'drizzle-orm'
import { integer, type PgColumn, text } from 'drizzle-orm/pg-core'
import { moment } from './sql.ts'

export const numberedStock = () => ({
  number: integer().notNull(),
  state: text({ enum: ['open', 'held', 'taken'] })
    .notNull()
    .default('open'),
  /** Empty on a taken one that was sold before this shop recorded orders. */
  orderId: text(),
  /** Until when a hold lasts; `infinity` while its payment is being settled. */
  heldUntil: moment(),
  /** The version of the hold that owns it: 1 when it was claimed, and one more each time the hold changes. */
  holdVersion: integer().notNull().default(1),
})

type Columns = Record<'state' | 'orderId' | 'heldUntil', PgColumn>

export const isSoundStock = ({
  state,
  orderId,
  heldUntil,
}: Columns): SQL => sql`(${state} = 'open' and ${orderId} is null and ${heldUntil} is null)
  or (${state} = 'held' and ${orderId} is not null and ${heldUntil} is not null)
  or (${state} = 'taken' and ${heldUntil} is null)`
