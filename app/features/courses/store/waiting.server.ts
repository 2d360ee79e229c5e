import { type SQL, sql } from 'drizzle-orm'
import { minOfferMs } from '#app/features/checkout/rules.ts'
import { buyerEmailOf } from '#app/features/orders/store/buyer.server.ts'
import { waitersOn } from '#app/features/subscriptions/store/waitlist.server.ts'
import { sessionSeats } from '../tables.ts'
import { seatOffers } from '../waitlist-tables.ts'

/** The people who wait for a seat of a session: not offered one yet, and without a booking in it. */
export function waitersFor(session: SQL): SQL {
  return sql`
    select waiter.* from (${waitersOn(sql`'course:' || ${session}`)}) waiter
    where not exists (select from ${seatOffers} made where made.session_id = ${session} and made.position = waiter.position)
      and not exists (select from ${sessionSeats} booked where booked.session_id = ${session}
        and booked.state = 'taken' and ${buyerEmailOf(sql`booked.order_id`)} = waiter.email)`
}

/**
 * Whether the open seats of the session of a row are for its waitlist: somebody waits, and there is time for an offer. It is read,
 * not stored, so it holds from the commit that frees a seat or confirms a place, and no longer than somebody waits.
 */
export function isWaitedFor(session: SQL, now: SQL): SQL {
  return sql`(${session}.cut_off_at - ${minOffer} >= ${now} and exists (${waitersFor(sql`${session}.id`)}))`
}

const minOffer = sql.raw(`interval '${minOfferMs / 1_000} seconds'`)
