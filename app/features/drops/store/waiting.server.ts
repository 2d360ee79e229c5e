import { and, eq, exists, ne, type SQL, sql } from 'drizzle-orm'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { type ClosedPages, isOpenPage } from '#app/facts/sections.ts'
import { minOfferMs, offerUntil } from '#app/features/checkout/rules.ts'
import {
  countStock,
  endOverTurns,
  type OfferedGood,
  offerNext,
} from '#app/features/checkout/offers.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { waitersOn } from '#app/features/subscriptions/store/links.server.ts'
import { dropPath, statusAt } from '../rules.ts'
import { drops, dropUnits, dropWaitlists, unitOffers } from '../tables.ts'

function waitersFor(drop: SQL): SQL {
  return sql`
    select waiter.* from (${onWaitlistOf(drop)}) waiter
    where not exists (select from ${unitOffers} made where made.drop_id = ${drop}.id and made.position = waiter.position)`
}

/** Read, not stored: it holds from the commit that frees a unit or confirms a place, and no longer than somebody waits. */
export function isWaitedFor(drop: SQL, now: SQL): SQL {
  return sql`(exists (select from ${dropWaitlists} begun where begun.drop_id = ${drop}.id)
    and (${drop}.end_date is null or ${drop}.end_date - ${minOffer} >= ${now})
    and exists (${waitersFor(drop)}))`
}

function hasWaitlist(drop: SQL): SQL {
  return sql`exists (${onWaitlistOf(drop)})`
}

/** One statement, whose parts see the units as they were before it. */
export function openUnits(which: SQL): SQL {
  return sql`
    with opened as (
      update ${dropUnits} set state = 'open', order_id = null, held_until = null, early_code = null, is_house = false
      where ${which} returning drop_id
    ), begun as (${beginWaitlist(sql`select drop_id from opened`)})
    select drop_id from opened`
}

/** Begins the waitlists of those of these drops that are sold out by now: what opens there is for it first, from now on. */
export function beginWaitlist(dropIds: SQL): SQL {
  return sql`
    insert into ${dropWaitlists} (drop_id, since)
    select id, statement_timestamp() from ${drops}
    where id in (${dropIds}) and (status <> 'coming_soon' or launch_date <= statement_timestamp())
      and not exists (select from ${dropUnits} unit where unit.drop_id = ${drops.id} and unit.state <> 'taken')
    on conflict do nothing`
}

function onWaitlistOf(drop: SQL): SQL {
  return waitersOn(sql`'returned-units:' || ${drop}.slug`)
}

const minOffer = sql.raw(`interval '${minOfferMs / 1_000} seconds'`)

const units: OfferedGood = {
  kind: 'drop_unit',
  offers: unitOffers,
  offersOf: unitOffers.dropId,
  stock: dropUnits,
  stockOf: dropUnits.dropId,
  mail: 'mail-unit-offer',
}

/** Drops whose waitlist may be offered units. One whose pages are switched off offers nothing. */
export async function listWaitlistDrops(db: Db, closed: ClosedPages): Promise<string[]> {
  const rows = await db
    .select({ slug: drops.slug, smallBatch: drops.smallBatch })
    .from(drops)
    .innerJoin(dropWaitlists, eq(dropWaitlists.dropId, drops.id))
    .where(and(ne(drops.status, 'archived'), hasWaitlist(sql`${drops}`)))
  return rows.filter((drop) => isOpenPage(closed, dropPath(drop))).map(({ slug }) => slug)
}

/** Idempotent, and safe to run concurrently. Returns how many units were offered. */
export async function offerUnits(work: UnitOfWork, sellables: Sellables, slug: string): Promise<number> {
  const { tx, now } = work
  const [drop] = await tx.select().from(drops).where(eq(drops.slug, slug)).for('update')
  if (!drop) return 0
  await endOverTurns(work, units, drop.id)
  const [open, held] = [
    await countStock(tx, units, drop.id, 'open'),
    await countStock(tx, units, drop.id, 'held'),
  ]
  const isOnSale = statusAt({ ...drop, remaining: open + held }, now) === 'live' && !drop.pausedAt
  const until = offerUntil(drop.endDate, now)
  if (!isOnSale || !until) return 0
  const begun = tx.select().from(dropWaitlists).where(eq(dropWaitlists.dropId, drop.id))
  const waiters = sql`
    select waiter.* from ${drops} lot cross join lateral (${waitersFor(sql.raw('lot'))}) waiter
    where lot.id = ${drop.id} and ${exists(begun)}`
  return offerNext(work, sellables, units, { item: drop.id, until, waiters, ref: { slug, number: null } })
}
