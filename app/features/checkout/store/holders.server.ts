import { and, inArray, isNotNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { syncAlerts } from '#app/alerts/alerts.server.ts'
import { type CachedQuery, cachedQuery } from '#app/db/cached-query.server.ts'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { type BoundStatement, statement, value } from '#app/db/statement.server.ts'
import type { SellableKind } from '#app/features/orders/goods.ts'
import { paymentAttempts } from '#app/features/orders/payment-tables.ts'
import { type Sellable, storedGood } from '#app/features/orders/sellable.ts'
import { type Sellables, statementPerKinds } from '#app/features/orders/store/lines.server.ts'
import { orderEvents, orderLines, orders } from '#app/features/orders/tables.ts'
import { after, day, second } from '#app/kit/clock.ts'
import type { allowed } from '#app/kit/refusal.ts'
import {
  type Had,
  type HoldBounds,
  type HolderKey,
  type HoldLimit,
  type HoldProof,
  isCardTesting,
  mayBuyMore,
  mayHoldMore,
  proofLevel,
  type Tries,
  type TryKey,
  tryWindowMs,
  type WantedLine,
} from '../rules.ts'
import { holderKeys, orderHolders } from '../tables.ts'

/** Keyed hashes, never plain cookies or addresses. `mail` only where it was confirmed. */
export type Holder = {
  visitor: string
  address: string
  mail: string | null
  proof: HoldProof
}
/** Keyed hashes. `card` is null if the gateway cannot tell cards apart, `home` is name with ZIP code. */
export type Payer = { mail: string; card: string | null; home: string | null }

type Keys = Partial<Record<HolderKey, string | null>>
type Line = { sellable: Sellable; ref: unknown }

/** Until the end of the transaction, so that counts made after it stay valid. Sorted to avoid deadlocks. */
export function holderLock(keys: Keys) {
  const names = holderKeys.flatMap((key) => (keys[key] ? [`${key} ${keys[key]}`] : []))
  return lockKeys.bind({ names: names.toSorted() })
}

const lockKeys = statement<unknown>(
  () =>
    sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${value('names')}::text[]) name`,
)

/** SQL condition: no limit but that of a single order can be in the way of such a holder. */
export const isNewHolder = sql`not exists (${sql.join(
  (['visitor', 'address', 'mail'] as const).map(
    (key) => sql`select from ${orderHolders} where ${orderHolders[key]} = ${value(key)}`,
  ),
  sql` union all `,
)})`

/** The order started before with this `key` does not count. `undefined`: nothing can be in the way. */
export function holdLimit(
  { now }: Pick<UnitOfWork, 'now'>,
  sellables: Sellables,
  lines: readonly Line[],
  { key, holder }: { key: string; holder: Holder | undefined },
) {
  // Without a holder, only one order's own quantity can be too much.
  if (!holder && lines.filter(({ sellable }) => sellable.limit).length < 2) return undefined
  const proof = holder?.proof ?? 'more'
  return countOf(sellables, holder ?? {}, { now, key, lines }, (requested, had) =>
    mayHoldMore(requested, had, { proof, now }),
  )
}

/** Its locks are taken before the order's. `undefined` while limits are off. */
export function payerLimit(
  { now }: Pick<UnitOfWork, 'now'>,
  sellables: Sellables,
  orderId: string,
  payer: Payer | undefined,
) {
  return (
    payer && countOf(sellables, payer, { now, orderId }, (requested, { live }) => mayBuyMore(requested, live))
  )
}

export const insertPayer = statement<unknown>(
  () => sql`insert into ${orderHolders} (order_id, mail, card, home, created_at)
    values (${value('orderId')}, ${value('mail')}, ${value('card')}, ${value('home')}, ${value('now')})
    on conflict (order_id) do update set mail = excluded.mail, card = excluded.card, home = excluded.home`,
)

/** The statements run in one round trip, in this order: counts are read after the locks. `lines` are wanted beside those of the order. */
function countOf(
  sellables: Sellables,
  keys: Keys,
  wanted: { now: Date; key?: string; orderId?: string; lines?: readonly Line[] },
  judge: (requested: WantedLine[], had: Had) => typeof allowed | HoldLimit,
) {
  const { now, key = '', orderId = '', lines = [] } = wanted
  const limited = Object.values(sellables).filter(({ limit }) => limit)
  const values = {
    ...Object.fromEntries(holderKeys.map((name) => [name, keys[name] ?? null])),
    bounded: limited.map(({ kind }) => kind),
    now,
    key,
    orderId,
    kinds: lines.map(({ sellable }) => sellable.kind),
    refs: lines.map(({ ref }) => JSON.stringify(ref)),
  }
  const placeOf = (line: { kind: SellableKind; ref: unknown }) => {
    const { sellable, ref } = storedGood(sellables, line) ?? {}
    const limit = sellable?.limit
    return { kind: line.kind, scope: limit?.scope(ref) ?? null, number: limit?.number(ref) ?? null }
  }
  return {
    statements: [
      holderLock(keys),
      liveLines.bind(values),
      ...(limited.length > 0 ? [boundsOf(limited).bind(values)] : []),
      ...(keys.visitor ? [listEnded.bind(values)] : []),
    ] as BoundStatement<unknown>[],
    judge([, rows = [], ...others]: readonly unknown[][], asked: readonly Line[]): HoldLimit | undefined {
      const bounds = (limited.length > 0 ? others.shift() : []) as Bounds[]
      const requested = asked.map(({ sellable: { kind }, ref }) => {
        const place = placeOf({ kind, ref })
        const found = bounds.find((each) => each.kind === kind && each.scope === place.scope)
        return { ...place, bounds: found ?? null }
      })
      const live = (rows as LiveRow[]).map(({ kind, ref, quantity, isHeld, ...shares }) => ({
        ...placeOf({ kind, ref }),
        quantity,
        isHeld,
        shares,
      }))
      const ended = ((others[0] ?? []) as Ended[]).map(({ endedMs, ...line }) => ({
        ...placeOf(line),
        endedAt: new Date(endedMs),
      }))
      const verdict = judge(requested, { live, ended })
      return verdict.ok ? undefined : verdict
    },
  }
}

type Bounds = HoldBounds & { kind: SellableKind; scope: string }
type Ended = { kind: SellableKind; ref: unknown; endedMs: number }
type LiveRow = Record<HolderKey | 'isHeld', boolean> & {
  kind: SellableKind
  ref: unknown
  quantity: number
}

const boundsOf = statementPerKinds<Bounds>((limited) => {
  const each = limited.flatMap(({ kind, limit }) => {
    const name = sql.raw(`'${kind}'`)
    const bounds = limit?.bounds(sql`select ref from lines where kind = ${name}`)
    return bounds
      ? [
          sql`select ${name} as kind, scope, max, unpaid_per_network as "unpaidPerNetwork", run from (${bounds}) bounds`,
        ]
      : []
  })
  return sql`with lines as (
      select * from unnest(${value('kinds')}::text[], ${value('refs')}::jsonb[]) as given (kind, ref)
      union all select kind, ref from ${orderLines} where ${orderLines.orderId} = ${value('orderId')})
    ${sql.join(each, sql` union all `)}`
})

/** Nothing is found by a key that is null. */
const liveLines = statement<LiveRow>(() => {
  // A union uses each key's index; an `or` would scan all holders.
  const mine = sql.join(
    holderKeys.map((key) => sql`select * from ${orderHolders} where ${orderHolders[key]} = ${value(key)}`),
    sql` union `,
  )
  const shares = sql.join(
    holderKeys.map((key) => sql`coalesce(mine.${sql.raw(key)} = ${value(key)}, false) as ${sql.raw(key)}`),
    sql`, `,
  )
  const isSettled = sql`${orders.state} in ('paid', 'part_refunded')`
  return sql`
    select ${orderLines.kind}, ${orderLines.ref}, ${orderLines.quantity}, not ${isSettled} as "isHeld", ${shares}
    from (${mine}) mine
    join ${orders} on ${orders.id} = mine.order_id
    join ${orderLines} on ${orderLines.orderId} = ${orders.id}
    where ${orderLines.returnedAt} is null
      and ${orders.idempotencyKey} <> ${value('key')} and ${orders.id} <> ${value('orderId')}
      and ${orders.state} not in ('expired', 'canceled', 'refunded', 'paid_unfulfilled')
      and (${orders.state} <> 'held' or ${orders.expiresAt} > ${value('now')})
      and (not ${isSettled} or ${orderLines.kind} = any(${value('bounded')}::text[]))`
})

/** What a new order of the same browser took over was not let go. The rule judges the hour; this keeps the list short. */
const listEnded = statement<Ended>(
  () => sql`
    select ${orderLines.kind}, ${orderLines.ref},
      (extract(epoch from least(ending.at, ${orders.expiresAt})) * 1000)::float8 as "endedMs"
    from ${orderHolders}
    join ${orders} on ${orders.id} = ${orderHolders.orderId}
    join ${orderLines} on ${orderLines.orderId} = ${orders.id}
    left join lateral (
      select max(${orderEvents.at}) as at, bool_or(${orderEvents.data} ? 'replaced') as "isReplaced" from ${orderEvents}
      where ${orderEvents.orderId} = ${orders.id} and ${orderEvents.kind} in ('expired', 'canceled')
    ) ending on true
    where ${orderHolders.visitor} = ${value('visitor')}
      and ${orderHolders.createdAt} > ${value('now')}::timestamptz - interval '2 hours'
      and (${orders.state} in ('expired', 'canceled')
        or (${orders.state} = 'held' and ${orders.expiresAt} <= ${value('now')}))
      and ending."isReplaced" is not true
      and ${orderLines.kind} = any(${value('bounded')}::text[])`,
)

/** How long purchases count toward limits, in days: as long as a drop may be on sale. */
const boughtDays = 400

export async function forgetHolders({ tx, now }: UnitOfWork): Promise<void> {
  const ended = tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        inArray(orders.state, ['expired', 'canceled', 'refunded']),
        lte(orders.createdAt, after(now, -day)),
      ),
    )
  await tx
    .delete(orderHolders)
    .where(
      or(lte(orderHolders.createdAt, after(now, -boughtDays * day)), inArray(orderHolders.orderId, ended)),
    )
}

/** Who pays, for the limits on tries: keyed hashes of the network address, and of the paying email and card. */
export type Trier = { address: string; mail: string; card: string | null }

/** The tries with the one that is judged. */
export type CountedTries = Record<TryKey, Tries>

/** Within which tries count. */
export const trySince = (now: Date) => ({ from: after(now, -tryWindowMs) })

export async function findProofLevel(db: Db, now: Date, address: string): Promise<number> {
  const [[row], isTesting] = await Promise.all([
    countAddress(db, { address, ...trySince(now) }),
    findCardTesting(db, now),
  ])
  return row ? proofLevel(row.address, isTesting) : 0
}

const tallySql = (these: SQL, own = 0) => sql`(
  select jsonb_build_object('tries', count(*) + ${sql.raw(String(own))}, 'declines', count(*) filter (where tried.state = 'declined'),
    'paid', count(*) filter (where tried.state = 'captured'))
  from ${paymentAttempts} tried where tried.started_at > ${value('from')}::timestamptz and ${these})`
const ofHolder = (key: 'address' | 'mail') => sql`tried.order_id in (
  select ${orderHolders.orderId} from ${orderHolders} where ${orderHolders[key]} = ${value(key)})`

const triesOf = {
  orderId: sql`tried.order_id = ${value('orderId')}`,
  address: ofHolder('address'),
  mail: ofHolder('mail'),
  card: sql`tried.card = ${value('card')}`,
} satisfies Record<TryKey, SQL>

/** Read under the locks of the payer's keys and of the order: concurrent tries in several processes cannot exceed the limit. */
export const countedTries: SQL = sql`
  ${sql.join(
    Object.entries(triesOf).map(([key, these]) => sql`${tallySql(these, 1)} as ${sql.identifier(key)}`),
    sql`, `,
  )}`

const countAddress = statement<{ address: Tries }>(() => sql`select ${tallySql(triesOf.address)} as address`)

const countAll = statement<{ all: Tries }>(() => sql`select ${tallySql(sql`true`)} as "all"`)

async function countAllTries(db: Db, now: Date): Promise<Tries> {
  const [row] = await countAll(db, trySince(now))
  return row?.all ?? { tries: 0, declines: 0, paid: 0 }
}

/** Checked with every payment, so figures a few seconds old are good enough. */
export const findCardTesting: CachedQuery<boolean> = cachedQuery(
  async (db, now) => isCardTesting(await countAllTries(db, now)),
  3 * second,
)

export async function watchCardTesting(work: UnitOfWork): Promise<void> {
  const { tx, now } = work
  const tries = await countAllTries(tx, now)
  const share = Math.round((tries.declines / tries.tries) * 100)
  const detail = `${tries.declines} of ${tries.tries} payments in 10 minutes were declined (${share} %). Each payment needs seconds of computing meanwhile.`
  await syncAlerts(work, 'card_testing', isCardTesting(tries) ? [{ subject: 'payments', detail }] : [])
}

/** The hashes of cards are stored for the limits alone. */
export async function forgetTries({ tx, now }: Pick<UnitOfWork, 'tx' | 'now'>): Promise<void> {
  await tx
    .update(paymentAttempts)
    .set({ card: null })
    .where(and(isNotNull(paymentAttempts.card), lte(paymentAttempts.startedAt, after(now, -tryWindowMs))))
}
