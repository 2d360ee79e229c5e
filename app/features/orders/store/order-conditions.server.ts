import { type SQL, sql } from 'drizzle-orm'
import { parcelsDue } from '../parcel-tables.ts'
import { orderReviews } from '../review-tables.ts'
import type { OrderFilter } from '../rules/order-filter.ts'
import { searchQuery } from '../rules/search-terms.ts'
import { orderLines, orders } from '../tables.ts'

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

/** What an order has to meet to be on the list of a filter. */
export function conditionsOf(filter: OrderFilter): SQL[] {
  const { stage, buyerState, state, kind, dealer, isToShip, placed, words } = filter
  return [
    stage && stageCondition(stage),
    buyerState && sql`${orders.buyerState} in ${someOf(buyerState)}`,
    state && sql`${orders.state} in ${someOf(state)}`,
    kind &&
      sql`exists (select from ${orderLines} where ${orderLines.orderId} = ${orders.id} and kind in ${someOf(kind)})`,
    dealer && sql`(${sql.join([sql`false`, ...dealer.map((each) => dealerConditions[each])], sql` or `)})`,
    isToShip && toShip,
    placed?.from && sql`${orders.createdAt} >= ${placed.from.toISOString()}::timestamptz`,
    placed?.until && sql`${orders.createdAt} < ${placed.until.toISOString()}::timestamptz`,
    words !== undefined && wordsCondition(words),
  ].filter((condition) => condition !== undefined && condition !== false)
}

const someOf = (values: readonly string[]) => (values.length > 0 ? values : [''])

function stageCondition(values: NonNullable<OrderFilter['stage']>): SQL {
  const stages = values.filter((value) => value !== 'review')
  const ofLines = sql`select order_id from ${orderLines} where stage in ${someOf(stages)}`
  const ofReview = sql`union all select ${orders.id} from ${mayBeInReview} where ${isInReview}`
  return sql`${orders.id} in (${ofLines} ${values.includes('review') ? ofReview : sql``})`
}

/** Both columns are stored ones of the migration of functions, made by `order_words` and `line_words`. */
function wordsCondition(typed: string): SQL {
  const { order, line } = searchQuery(typed)
  return sql`${orders.id} in (
    select id from orders found where found.words @@ ${order ?? ''}::tsquery
    union all select order_id from order_lines found where found.words @@ ${line ?? ''}::tsquery)`
}

export const toShip = sql`${orders.state} in ('paid', 'part_refunded') and ${orders.id} in (select order_id from ${parcelsDue})`

const dealerConditions = {
  none: sql`${orders.dealerName} is null`,
  chosen: sql`${orders.dealerName} is not null`,
  requested: sql`${orders.dealerAnswer} ->> 'is' in ('pending', 'requested')`,
  accepted: sql`${orders.dealerAnswer} ->> 'is' = 'accepted'`,
  declined: sql`${orders.dealerAnswer} ->> 'is' in ('declined', 'expired', 'refused')`,
}
