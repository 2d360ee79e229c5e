import { type SQL, sql } from 'drizzle-orm'
import { parcelsDue } from '../parcel-tables.ts'
import { orderReviews } from '../review-tables.ts'
import type { OrderFilter, OrderSort, SetFilter, Span } from '../rules/order-filter.ts'
import { openStages } from '../rules.ts'
import { orderLines, orders } from '../tables.ts'

/** Microseconds, which a Date would lose. */
const asInstant = sql`to_char(page.key at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`
const byAge = { column: sql`${orders.createdAt}`, type: 'timestamptz', text: asInstant }
const byTotal = { column: sql`${orders.totalCents}`, type: 'int', text: sql`page.key::text` }

export const sorts = {
  newest: { ...byAge, isDescending: true },
  oldest: { ...byAge, isDescending: false },
  largest: { ...byTotal, isDescending: true },
  smallest: { ...byTotal, isDescending: false },
} satisfies Record<OrderSort, object>

export function sortedBy(sort: OrderSort, key: SQL = sorts[sort].column, id: SQL = sql`${orders.id}`): SQL {
  const direction = sql.raw(sorts[sort].isDescending ? 'desc' : 'asc')
  return sql`${key} ${direction}, ${id} ${direction}`
}

/** A reason of a verdict as `reasonKey` writes it. */
const reasonKeySql = sql`concat(reason ->> 'role', ' ', reason ->> 'state', ' ', coalesce(reason ->> 'place', '-'), ' ',
  reason ->> 'rule', ' ', reason ->> 'status', ' ', coalesce(nullif(concat_ws(' ', reason -> 'cites' ->> 'id',
    reason -> 'cites' ->> 'version'), ''), '-'))`

const isPaid = sql`${orders.state} in ('paid', 'part_refunded')`

/**
 * The orders among which those in review are, in the place of `orders`: by two partial indexes, each order once. Decisions are looked
 * up for these few.
 */
export const mayBeInReview = sql`(
    select * from ${orders} where ${orders.verdict} ->> 'outcome' <> 'allowed' and ${isPaid}
    union all select * from ${orders} where (${orders.verdict} ->> 'outcome' <> 'allowed') is not true and ${isPaid}
      and ${orders.id} in (select order_id from ${orderReviews} where decision = 'document_requested')) as ${orders}`

/** Is paid and waits for a person: what `reviewStateOf` says, which a test holds this to. A list of them begins with `mayBeInReview`. */
export const isInReview = sql`(${isPaid}
  and (select case
      when latest.decision = 'declined' then false
      when ${orders.verdict} ->> 'outcome' = 'refused' or latest.decision = 'document_requested' then true
      when ${orders.verdict} ->> 'outcome' <> 'review' then false
      when latest.decision is null then jsonb_array_length(${orders.verdict} -> 'reasons') > 0
      else exists (select from jsonb_array_elements(${orders.verdict} -> 'reasons') reason
        where not latest.reasons ? ${reasonKeySql}) end
    from (select) judged left join lateral (
      select decision, reasons from ${orderReviews} where ${orderReviews.orderId} = ${orders.id}
      order by ${orderReviews.orderId} desc, ${orderReviews.id} desc limit 1) latest on true))`

export function allOf(conditions: readonly SQL[]): SQL {
  return conditions.length ? sql.join([...conditions], sql` and `) : sql`true`
}

export function conditionsOf(filter: Omit<OrderFilter, 'words'>): SQL[] {
  const { stage, buyerState, state, kind, dealer, isToShip, placed, paid } = filter
  return [
    stage && stageCondition(stage),
    buyerState && setCondition(sql`${orders.buyerState}`, buyerState),
    state && setCondition(sql`${orders.state}`, state),
    kind && lineCondition(sql`kind in ${kind.values}`, kind.isNegated),
    dealer && negatedIf(dealer.isNegated, anyOf(dealer.values.map((value) => dealerConditions[value]))),
    isToShip && toShip,
    ...spanConditions(sql`${orders.createdAt}`, placed),
    ...spanConditions(sql`${orders.paidAt}`, paid),
  ].filter((condition) => condition !== undefined && condition !== false)
}

/** With one condition per value the database would not start at the rare ones. */
function stageCondition({ values, isNegated }: NonNullable<OrderFilter['stage']>): SQL {
  const stages = values.filter((value) => value !== 'review')
  const ofLines = sql`select order_id from ${orderLines} where stage in ${stages}`
  const ofReview = sql`select ${orders.id} from ${mayBeInReview} where ${isInReview}`
  const found = [stages.length > 0 && ofLines, values.includes('review') && ofReview].filter(
    (query) => query !== false,
  )
  if (found.length === 0) return isNegated ? sql`true` : sql`false`
  const ids = sql.join(found, sql` union all `)
  // What is open is never many, but the database would believe it is, and pass over all orders in the list's order.
  const areFew = !isNegated && stages.every((stage) => openStages.some((open) => open === stage))
  return areFew ? sql`${orders.id} = any(array(${ids}))` : negatedIf(isNegated, sql`${orders.id} in (${ids})`)
}

function lineCondition(condition: SQL, isNegated: boolean): SQL {
  return negatedIf(
    isNegated,
    sql`exists (select 1 from ${orderLines} where ${orderLines.orderId} = ${orders.id} and ${condition})`,
  )
}

export const toShip = sql`${orders.state} in ('paid', 'part_refunded') and ${orders.id} in (select order_id from ${parcelsDue})`

const dealerConditions = {
  none: sql`${orders.dealerName} is null`,
  chosen: sql`${orders.dealerName} is not null`,
  requested: sql`${orders.dealerAnswer} ->> 'is' in ('pending', 'requested')`,
  accepted: sql`${orders.dealerAnswer} ->> 'is' = 'accepted'`,
  declined: sql`${orders.dealerAnswer} ->> 'is' in ('declined', 'expired', 'refused')`,
}

function setCondition(column: SQL, { values, isNegated }: SetFilter<string>): SQL {
  if (values.length === 0) return isNegated ? sql`true` : sql`false`
  return isNegated ? sql`(${column} is null or ${column} not in ${values})` : sql`${column} in ${values}`
}

function spanConditions(column: SQL, span: Span | undefined): SQL[] {
  const { from, until } = span ?? {}
  return [
    from && sql`${column} >= ${from.toISOString()}::timestamptz`,
    until && sql`${column} < ${until.toISOString()}::timestamptz`,
  ].filter((condition) => condition !== undefined)
}

function anyOf(conditions: readonly SQL[]): SQL {
  return conditions.length ? sql`(${sql.join([...conditions], sql` or `)})` : sql`false`
}

/** An unknown value does not meet a condition, and so meets its negation. */
function negatedIf(isNegated: boolean, condition: SQL): SQL {
  return isNegated ? sql`(${condition}) is not true` : condition
}
