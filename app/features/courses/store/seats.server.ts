import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { heldStock } from '#app/db/held-stock.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import type { Sellable } from '#app/features/orders/sellable.ts'
import { refundNoticeMs, seatsTopic, sessionState } from '../rules.ts'
import { seatOffers, sessionWaitlists } from '../waitlist-tables.ts'
import { courseSessions, courses, sessionSeats as seats } from '../tables.ts'
import { checkoutWords, wizardSteps } from '../words/registration.ts'
import { findSession } from './sessions.server.ts'

const seatRef = z.object({
  session: z.uuid(),
  /** The shop's zone, in which the order shows the date. */
  zone: z.string().max(60),
  /** US cents due on the day. Set with the booking and kept when it moves. */
  balanceCents: z.number().int().nonnegative().optional(),
  /** The waitlist offer. Counts only while the offer is being made. */
  offer: z.uuid().optional(),
})

export type SeatRef = z.infer<typeof seatRef>

const balance = sql.raw('day_of.balance')
const clock = (moment: string) => sql.raw(`to_char(${moment} at time zone zone.name, 'FMHH12:MI AM')`)

/** A seat as a sellable: against a deposit that is refundable until a fixed time. */
export const courseSeat = {
  kind: 'course_seat',
  parseRef: (ref) => seatRef.parse(ref),
  topic: () => seatsTopic,

  async refusal({ tx, now }, { session }) {
    const found = await findSession(tx, session, now)
    if (!found) return refuse('session_not_found')
    const state = sessionState(found, now)
    return state === 'open' ? undefined : refuse(`session_${state}`)
  },

  // The conditions restate `sessionState`, because a purchase has no time for another statement; a test compares them.
  // The refund deadline is counted in hours, because an interval of days would follow daylight saving.
  stock: (ref, now) => sql`
    select seat.session_id, seat.number,
      jsonb_build_object('session', lesson.id, 'zone', zone.name, 'balanceCents', ${balance}) as ref,
      course.name as title,
      to_char(lesson.starts_at at time zone zone.name, 'FMDay, FMMonth FMDD, YYYY') || ', ' || ${clock('lesson.starts_at')}
        || ' to ' || ${clock('lesson.ends_at')} || ', ' || lesson.place
        || case when ${balance} = 0 then '' else '. Balance $' || case when ${balance} % 100 = 0 then (${balance} / 100)::text
          else to_char(${balance} / 100.0, 'FM999990.00') end || ' on the day, cash or card' end as detail,
      1 as quantity,
      course.deposit_cents as unit_cents,
      'in_person' as fulfillment,
      null::text as tax_class,
      null::text as item_class,
      lesson.starts_at - make_interval(secs => ${sql.raw(String(refundNoticeMs / 1_000))}) as refund_until,
      null::jsonb as magazine,
      null::jsonb as plate
    from ${courseSessions} lesson
    join ${courses} course on course.id = lesson.course_id
    cross join lateral (select ${ref} ->> 'zone' as name) zone
    cross join lateral (
      select coalesce((${ref} ->> 'balanceCents')::int, course.price_cents - course.deposit_cents) as balance
    ) day_of
    cross join lateral (
      select session_id, number from ${seats}
      where session_id = lesson.id and (state = 'open' or (state = 'held' and held_until <= ${now}))
      order by number limit 1
      for update skip locked
    ) seat
    where lesson.id = (${ref} ->> 'session')::uuid and lesson.canceled_at is null and lesson.cut_off_at > ${now}
      and (not exists (select from ${sessionWaitlists} line where line.session_id = lesson.id)
        or exists (select from ${seatOffers} offer where offer.id = (${ref} ->> 'offer')::uuid
          and offer.session_id = lesson.id and offer.order_id is null))`,

  take: (from, found, orderId, until) => sql`
    update ${seats} set state = 'held', order_id = ${orderId}, held_until = ${until}, hold_version = 1 from ${from}
    where ${seats.sessionId} = ${found}.session_id and ${seats.number} = ${found}.number`,

  ...heldStock({ table: seats, state: seats.state, stateName: 'state', sold: 'taken' }),

  // An order has at most one seat, so the order's id is enough.
  release: (orderId) => sql`
    update ${seats} set state = 'open', order_id = null, held_until = null where ${seats.orderId} = ${orderId}`,

  paidJob: 'course-booked',
  page: (orderId) => ({ to: `/orders/${orderId}/seat`, label: 'Your seat' }),
  checkoutSteps: wizardSteps,
  checkoutWords,
} satisfies Sellable<SeatRef>

/** Why a seat cannot be held. */
export type SeatRefusal = 'session_not_found' | `session_${Exclude<ReturnType<typeof sessionState>, 'open'>}`
