import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import type { GatewayName } from '#app/gateway/gateway.ts'
import { moment, sqlList } from '#app/db/sql.ts'
import { differenceKinds } from './rules.ts'

/** What the daily comparison of the ledger with a gateway's own list found, stored permanently. Amounts are US cents and never below zero. */
export const gatewayDifferences = pgTable(
  'gateway_differences',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    gateway: text().$type<GatewayName>().notNull(),
    kind: text({ enum: differenceKinds }).notNull(),
    /** The gateway's reference; ours where the gateway has none. With the kind it names the difference. */
    ref: text().notNull(),
    /** The attempt that the money was charged by, where it is known. */
    attemptId: text(),
    orderId: text(),
    gatewayCents: integer().notNull(),
    ledgerCents: integer().notNull(),
    at: moment().notNull(),
    foundAt: moment().notNull(),
    /** When a person accepted it, or it was found no more. Open until then. */
    endedAt: moment(),
    isAccepted: boolean().notNull().default(false),
  },
  (t) => [
    unique('gateway_differences_once').on(t.gateway, t.kind, t.ref),
    index('gateway_differences_open').on(t.id).where(sql`${t.endedAt} is null`),
    check('gateway_differences_kind', sql`${t.kind} in (${sqlList(differenceKinds)})`),
  ],
)
