import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#app/db/db.server.ts'
import { heldStock } from '#app/db/held-stock.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import type { Sellable } from '#app/features/orders/sellable.ts'
import { refundNoticeMs, seatsTopic, sessionState } from '../rules.ts'
import { seatOffers } from '../waitlist-tables.ts'
import { courseSessions, courses, sessionSeats as seats } from '../tables.ts'
import { priceAt } from './prices.server.ts'
import { checkoutWords, wizardSteps } from '../words/registration.ts'
import { findSession } from './sessions.server.ts'
import { isWaitedFor } from './waiting.server.ts'

const seatRef = z.object({
  session: z.uuid(),
  /** The shop's zone, in which the order shows the date. */
  zone: z.string().max(60),
  /** US cents due on the day. Set with the booking; a move does not change it. */
  balanceCents: z.number().int().nonnegative().optional(),
  /** The waitlist offer. Counts only while the offer is being made. */
  offer: z.uuid().optional(),
  /** Taken at the desk: paid in full at once, and also after the roster has closed, until the class ends. */
  isWalkIn: z.boolean().optional(),
})

export type SeatRef = z.infer<typeof seatRef>

const balance = sql.raw('day_of.balance')
const clock = (moment: string) => sql.raw(`to_char(${moment} at time zone zone.name, 'FMHH12:MI AM')`)

const isWalkIn = sql.raw('day_of.is_walk_in')

/** A seat on its order: when and where, and what is due on the day. Expects `lesson`, `zone` and `day_of`. */
const detail = sql`to_char(lesson.starts_at at time zone zone.name, 'FMDay, FMMonth FMDD, YYYY') || ', ' || ${clock('lesson.starts_at')}
        || ' to ' || ${clock('lesson.ends_at')} || ', ' || lesson.place
        || case when ${balance} = 0 then '' else '. Balance $' || case when ${balance} % 100 = 0 then (${balance} / 100)::text
          else to_char(${balance} / 100.0, 'FM999990.00') end || ' on the day, cash or card' end`

/** The detail of a booked seat as its class is now, after the class was moved. */
export async function seatDetail(db: Db, { session, zone, balanceCents = 0 }: SeatRef): Promise<string> {
  const { rows } = await db.execute<{ detail: string }>(sql`
    select ${detail} as detail from ${courseSessions} lesson,
      (select ${zone}::text as name) zone, (select ${balanceCents}::int as balance) day_of
    where lesson.id = ${session}::uuid`)
  return rows[0]?.detail ?? ''
}

/** A seat as a sellable: against a deposit that is refundable until a fixed time. */
export const courseSeat = {
  kind: 'course_seat',
  parseRef: (ref) => seatRef.parse(ref),
  topic: () => seatsTopic,

  async refusal({ tx, now }, { session, isWalkIn }) {
    const found = await findSession(tx, session, now)
    if (!found) return refuse('session_not_found')
    const state = sessionState(isWalkIn ? { ...found, cutOffAt: found.endsAt } : found, now)
    return state === 'open' ? undefined : refuse(`session_${state}`)
  },

  // The conditions restate `sessionState`, because a purchase has no time for another statement; a test compares them.
  // The refund deadline is counted in hours, because an interval of days would follow daylight saving.
  stock: (ref, now) => sql`
    select seat.session_id, seat.number,
      jsonb_build_object('session', lesson.id, 'zone', zone.name, 'balanceCents', ${balance})
        || case when ${isWalkIn} then '{"isWalkIn": true}'::jsonb else '{}'::jsonb end as ref,
      course.name as title,
      ${detail} as detail,
      1 as quantity,
      case when ${isWalkIn} then price.price_cents else price.deposit_cents end as unit_cents,
      'in_person' as fulfillment,
      null::text as tax_class,
      null::text as item_class,
      lesson.starts_at - make_interval(secs => ${sql.raw(String(refundNoticeMs / 1_000))}) as refund_until,
      null::jsonb as magazine,
      null::jsonb as plate,
      null::jsonb as firearm,
      null::jsonb as flags,
      null::jsonb as variant
    from ${courseSessions} lesson
    join ${courses} course on course.id = lesson.course_id
    cross join lateral (select ${ref} ->> 'zone' as name) zone
    cross join lateral (${priceAt(sql.raw('course'), now)}) price
    cross join lateral (
      select coalesce((${ref} ->> 'isWalkIn')::boolean, false) as is_walk_in,
        case when (${ref} ->> 'isWalkIn')::boolean then 0
          else coalesce((${ref} ->> 'balanceCents')::int, price.price_cents - price.deposit_cents) end as balance
    ) day_of
    cross join lateral (
      select session_id, number from ${seats}
      where session_id = lesson.id and (state = 'open' or (state = 'held' and held_until <= ${now}))
      order by number limit 1
      for update skip locked
    ) seat
    where lesson.id = (${ref} ->> 'session')::uuid and lesson.canceled_at is null
      and (lesson.cut_off_at > ${now} or (${isWalkIn} and lesson.ends_at > ${now}))
      and (not ${isWaitedFor(sql.raw('lesson'), now)}
        or exists (select from ${seatOffers} offer where offer.id = (${ref} ->> 'offer')::uuid
          and offer.session_id = lesson.id and offer.order_id is null))`,

  take: (from, found, orderId, until) => sql`
    update ${seats} set state = 'held', order_id = ${orderId}, held_until = ${until}, hold_version = 1 from ${from}
    where ${seats.sessionId} = ${found}.session_id and ${seats.number} = ${found}.number`,

  ...heldStock({ table: seats, state: seats.state, stateName: 'state', sold: 'taken' }),

  // An order has at most one seat, so the order's id is enough.
  release: (orderId) => sql`
    update ${seats} set state = 'open', order_id = null, held_until = null where ${seats.orderId} = ${orderId}`,

  isDeposit: ({ balanceCents = 0 }) => balanceCents > 0,
  paidJob: 'course-booked',
  page: (orderId) => ({ to: `/orders/${orderId}/seat`, label: 'Your seat' }),
  checkoutSteps: wizardSteps,
  checkoutWords,
} satisfies Sellable<SeatRef>

/** Why a seat cannot be held. */
export type SeatRefusal = 'session_not_found' | `session_${Exclude<ReturnType<typeof sessionState>, 'open'>}`
