import { type SQL, sql } from 'drizzle-orm'
import { minOfferMs } from '#app/features/checkout/rules/offers.ts'
import { waitersOn } from '#app/features/subscriptions/store/waitlist.server.ts'
import { drops, dropUnits, dropWaitlists, unitOffers } from '../tables.ts'

/** The people who wait for a returned unit of the drop of a row and were not offered one yet. */
export function waitersFor(drop: SQL): SQL {
  return sql`
    select waiter.* from (${onWaitlistOf(drop)}) waiter
    where not exists (select from ${unitOffers} made where made.drop_id = ${drop}.id and made.position = waiter.position)`
}

/**
 * Whether the open units of the drop of a row are for its waitlist: it was sold out, somebody waits, and there is time for an
 * offer. Who waits is read, not stored, so it holds from the commit that frees a unit or confirms a place, and no longer than
 * somebody waits.
 */
export function isWaitedFor(drop: SQL, now: SQL): SQL {
  return sql`(exists (select from ${dropWaitlists} begun where begun.drop_id = ${drop}.id)
    and (${drop}.end_date is null or ${drop}.end_date - ${minOffer} >= ${now})
    and exists (${waitersFor(drop)}))`
}

/** Whether anybody is on the waitlist of the drop of a row, also with an offer. */
export function hasWaitlist(drop: SQL): SQL {
  return sql`exists (${onWaitlistOf(drop)})`
}

/**
 * Opens units, and begins the waitlist of a drop that is sold out until then, in one statement. Its parts see the units as they
 * were before it.
 */
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
