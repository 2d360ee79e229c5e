import {
  type AnyColumn,
  type SQL,
  sql,
  and,
  asc,
  count,
  eq,
  inArray,
  isNotNull,
  isNull,
  countDistinct,
  ne,
} from 'drizzle-orm'
import { orderEvents, orderLines, orderReviews, orders, parcelsDue } from '../tables.ts'
import type { Db } from '#app/db/db.server.ts'
import { columnsOf, jsonOf, type RawRow, rowReader } from '#app/db/row.server.ts'
import { type Ending, type OrderState, type Stage, openStages, inCheckoutStates } from '../rules.ts'
import type { SellableKind } from '../goods.ts'
import { type AgeClass, everywhere } from '#app/features/compliance/rules.ts'

const reasonKeySql = sql`concat(reason ->> 'role', ' ', reason ->> 'state', ' ', coalesce(reason ->> 'place', '-'), ' ',
  reason ->> 'rule', ' ', reason ->> 'status', ' ', coalesce(nullif(concat_ws(' ', reason -> 'cites' ->> 'id',
    reason -> 'cites' ->> 'version'), ''), '-'))`

const isPaid = sql`${orders.state} in ('paid', 'part_refunded')`

/** Is paid and waits for a person: what `reviewStateOf` says, which a test holds this to. */
export const isInReview = sql`(${isPaid} and (${orders.verdict} ->> 'outcome' <> 'allowed'
    or ${orders.id} in (select order_id from ${orderReviews} where decision = 'document_requested'))
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

/** Each field has the values of which one must hold; a field without values narrows nothing. */
export type OrderFilter = {
  /** The stage of one of its firearms. `review`: the state rules want a person to decide, and nobody has approved. */
  stage?: readonly (Stage | Ending | 'review')[] | undefined
  buyerState?: readonly string[] | undefined
  state?: readonly OrderState[] | undefined
  kind?: readonly SellableKind[] | undefined
  dealer?: readonly DealerState[] | undefined
  isToShip?: boolean | undefined
  /** From the first instant, up to but not including the last. */
  placed?: { from?: Date | undefined; until?: Date | undefined } | undefined
  words?: string | undefined
}

function conditionsOf(filter: OrderFilter): SQL[] {
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
  const ofLines = sql`${orders.id} in (select order_id from ${orderLines} where stage in ${someOf(stages)})`
  return values.includes('review') ? sql`(${ofLines} or ${isInReview})` : ofLines
}

/** Further terms cost and hardly narrow. */
const maxTerms = 6
const minCodeLength = 6

/** Cuts what somebody typed. A phone number may be written in any way, with or without the country's 1. */
export function searchTerms(typed: string) {
  const lower = typed.toLowerCase().replace(/^\W*order\W+(?=[a-z0-9-]{6,}\s*$)/, '')
  const parts = lower
    .replaceAll(/№|#|\bno\.?(?=\s*\d)/g, ' ')
    .replaceAll(/\+?[\d(][\d\s().-]{5,}\d/g, digitsOfPhone)
    .split(/\s+/)
    .flatMap((part) => (part.includes('@') ? part : part.split(/[^\p{L}\p{N}]+/u)))
    .filter((part) => part !== '' && part !== '@')
    .slice(0, maxTerms)
  const isNumber = (part: string) => /^\d{1,3}$/.test(part)
  const joined = lower.replaceAll(/[\s-]/g, '')
  return {
    words: parts.filter((part) => !isNumber(part)),
    /** Numbers of units: `№ 7`, `#7`, `no. 7`, or a number of up to three digits. */
    numbers: parts.filter(isNumber).map(Number),
    /** Everything as one code, where it can be one: `7KQ2-M94T-3B` is `7kq2m94t3b`. */
    code: new RegExp(`^[a-z0-9]{${minCodeLength},}$`).test(joined) ? joined : undefined,
  }
}

function digitsOfPhone(written: string): string {
  const digits = written.replaceAll(/\D/g, '')
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
}

/** Every word begins one of the code, the name or the email, or is in the phone number; or begins one of a line's title. Orders are read one by one: a maker has thousands. */
function wordsCondition(typed: string): SQL {
  const { words, numbers, code } = searchTerms(typed)
  const begins = (text: SQL, word: string) => {
    const plain = word.replaceAll(/[\\%_]/g, '\\$&')
    // One letter alone begins too many words: it has to be one.
    return sql`${text} like ${word.length < 2 ? `% ${plain} %` : `% ${plain}%`}`
  }
  const ofBuyer = words.map((word) =>
    /^\d{4,}$/.test(word)
      ? sql`(${begins(buyerText, word)} or ${phoneDigits} like ${`%${word}%`})`
      : begins(buyerText, word),
  )
  const ofLine = [
    ...words.map((word) => begins(lineText, word)),
    ...numbers.map((number) => sql`${unitNumber} = ${String(number)}`),
  ]
  const found = [
    ...(numbers.length === 0 && ofBuyer.length > 0 ? [allOf(ofBuyer)] : []),
    ...(code ? [sql`lower(${orders.id}) like ${`${code}%`}`] : []),
    ...(ofLine.length > 0
      ? [sql`${orders.id} in (select order_id from ${orderLines} where ${allOf(ofLine)})`]
      : []),
  ]
  return found.length > 0 ? sql`(${sql.join(found, sql` or `)})` : sql`false`
}

const inWords = (text: SQL) => sql`regexp_replace(${text}, '[^[:alnum:]]+', ' ', 'g')`
const buyerText = sql`lower(concat_ws(' ', '', ${orders.id}, ${orders.buyerEmail},
  ${inWords(sql`concat_ws(' ', ${orders.buyerName}, split_part(${orders.buyerEmail}, '@', 1))`)}, ''))`
const phoneDigits = sql`right(regexp_replace(coalesce(${orders.buyerPhone}, ''), '\\D', '', 'g'), 10)`
const lineText = sql`lower(concat(' ', ${inWords(sql`${orderLines.title}`)}, ' '))`
const unitNumber = sql`coalesce(${orderLines.plate} ->> 'unitNumber', substring(${orderLines.title} from '\\d+'))`

export const toShip = sql`${isPaid} and ${orders.id} in (select order_id from ${parcelsDue})`

const dealerConditions = {
  none: sql`${orders.dealerName} is null`,
  chosen: sql`${orders.dealerName} is not null`,
  requested: sql`${orders.dealerAnswer} ->> 'is' = 'requested'`,
  accepted: sql`${orders.dealerAnswer} ->> 'is' = 'accepted'`,
  declined: sql`${orders.dealerAnswer} ->> 'is' in ('declined', 'expired', 'refused')`,
}

export type DealerState = keyof typeof dealerConditions

export type ListedLine = typeof orderLines.$inferSelect

export type ListedOrder = typeof orders.$inferSelect & { isInReview: boolean; lines: ListedLine[] }

type ListCursor = { at: string; id: string }

type OrderList = { filter: OrderFilter; also?: readonly SQL[] }

export async function findOrderPage(
  db: Db,
  { filter, after, max, also = [] }: OrderList & { after?: ListCursor | undefined; max: number },
) {
  const isAfter = after
    ? [sql`(${orders.createdAt}, ${orders.id}) < (${after.at}::timestamptz, ${after.id})`]
    : []
  const { rows } = await db.execute<RawListed>(sql`
    select ${listedColumns} from ${orders} where ${allOf([...conditionsOf(filter), ...also, ...isAfter])}
    order by ${orders.createdAt} desc, ${orders.id} desc limit ${max + 1}`)
  const last = rows.length > max ? rows[max - 1] : undefined
  const next: ListCursor | undefined = last && { at: last.cursor, id: last.id }
  return { orders: rows.slice(0, max).map(readListed), next }
}

/** How many orders each of these lists has, in one pass over all of them. */
export async function countOrders(db: Db, lists: readonly OrderList[]) {
  const counts = lists.map(
    ({ filter, also = [] }, at) =>
      sql`count(*) filter (where ${allOf([...conditionsOf(filter), ...also])})::int as ${sql.identifier(`list${at}`)}`,
  )
  const { rows } = await db.execute<Record<string, number>>(
    sql`select ${sql.join(counts, sql`, `)} from ${orders}`,
  )
  return lists.map((_, at) => rows[0]?.[`list${at}`] ?? 0)
}

function allOf(conditions: readonly SQL[]): SQL {
  return conditions.length ? sql.join([...conditions], sql` and `) : sql`true`
}

export async function findListedOrders(db: Db, ids: readonly string[]): Promise<ListedOrder[]> {
  const { rows } = await db.execute<RawListed>(sql`
    select ${listedColumns} from ${orders} where ${orders.id} in ${ids.length ? ids : ['']}`)
  return rows.map(readListed)
}

type RawListed = RawRow & { id: string; cursor: string; isInReview: boolean; lines: RawRow[] }

export function parseCursor(text: string | null): ListCursor | undefined {
  const [at = '', id = ''] = (text ?? '').split('~')
  const isPlace = /^\d{4}-\d\d-\d\dT[\d:.]{8,15}Z$/.test(at) && !Number.isNaN(Date.parse(at))
  return isPlace ? { at, id } : undefined
}

/** Microseconds, which a Date would lose. */
const instantOf = sql`to_char(${orders.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const listedColumns = sql`${columnsOf(orders)}, (${isInReview}) is true as "isInReview", ${instantOf} as cursor,
  (select coalesce(json_agg(${jsonOf(orderLines)} order by position), '[]')
    from ${orderLines} where ${orderLines.orderId} = ${orders.id}) as lines`

const readOrder = rowReader(orders)
const readLine = rowReader(orderLines)

function readListed({ cursor: _, isInReview: inReview, lines, ...order }: RawListed): ListedOrder {
  return { ...readOrder(order), isInReview: inReview, lines: lines.map(readLine) }
}

export type OpenTransfers = ReturnType<typeof listOpenTransfers>
export type OpenTransfer = Awaited<OpenTransfers>[number]

const isOpen = and(inArray(orderLines.stage, [...openStages]), isNull(orderLines.returnedAt), isPaid)

export async function countOpenTransfers(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .select({ dealerKey: orders.dealerKey, open: count() })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(isOpen, isNotNull(orders.dealerKey)))
    .groupBy(orders.dealerKey)
  return new Map(rows.map(({ dealerKey, open }) => [dealerKey ?? '', open]))
}

export function isTransferOver(orderId: AnyColumn, since: Date): SQL {
  return sql`not exists (select 1 from ${orderLines} join ${orders} on ${orders.id} = ${orderLines.orderId}
      where ${orders.id} = ${orderId} and ${isOpen})
    and not exists (select 1 from ${orderEvents} where ${orderEvents.orderId} = ${orderId} and ${orderEvents.at} > ${since.toISOString()})`
}

/** A promise, which runs its query once however often it is awaited. */
export async function listOpenTransfers(db: Db, dealerKey?: string) {
  return db
    .select({
      orderId: orders.id,
      position: orderLines.position,
      title: orderLines.title,
      detail: orderLines.detail,
      plate: orderLines.plate,
      itemClass: orderLines.itemClass,
      stage: orderLines.stage,
      stageOn: orderLines.stageOn,
      paidAt: orders.paidAt,
      buyerName: orders.buyerName,
      buyerState: orders.buyerState,
      dealerKey: orders.dealerKey,
      dealerName: orders.dealerName,
      dealerCity: orders.dealerCity,
      dealerState: orders.dealerState,
      dealerAnswer: orders.dealerAnswer,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(isOpen, dealerKey === undefined ? undefined : eq(orders.dealerKey, dealerKey)))
    .orderBy(asc(orders.paidAt), asc(orders.id), asc(orderLines.position))
}

/** How many checkouts are open now in which this class of age counts, of buyers in this state (`US`: of everybody). */
export async function countOpenCheckouts(
  db: Db,
  { ageClass, state }: { ageClass: AgeClass; state: string },
): Promise<number> {
  const { itemClass, kind } = orderLines
  const ofClass =
    ageClass === 'training'
      ? eq(kind, 'course_seat')
      : ageClass === 'goods'
        ? and(isNull(itemClass), ne(kind, 'course_seat'))
        : eq(itemClass, ageClass)
  const [found] = await db
    .select({ orders: countDistinct(orders.id) })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(
      and(
        inArray(orders.state, inCheckoutStates),
        ofClass,
        state === everywhere ? undefined : eq(orders.buyerState, state),
      ),
    )
  return found?.orders ?? 0
}
