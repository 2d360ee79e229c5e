import { sql, and, asc, eq, isNotNull } from 'drizzle-orm'
import { z } from 'zod'
import type { Db, UnitOfWork } from '#app/db/db.server.ts'
import { heldStock, isHolding, without } from '#app/db/held-stock.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { type Sellable, tryParse } from '#app/features/orders/sellable.ts'
import { refundNoticeMs, seatsTopic, sessionState, registerPath } from '../rules.ts'
import {
  seatOffers,
  courseSessions,
  courses,
  sessionSeats as seats,
  bookingMarks,
  classBalances,
} from '../tables.ts'
import { findSession } from './sessions.server.ts'
import { checkoutWords, wizardSteps, formatSession } from '../words.ts'
import { isWaitedFor } from './offers.server.ts'
import type { CartGood } from '../../cart/rules.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'

const seatRef = z.object({
  session: z.uuid(),
  zone: z.string().max(60),
  /** US cents due on the day. Set with the booking; a move does not change it. */
  balanceCents: z.number().int().nonnegative().optional(),
  /** The waitlist offer. Counts only while the offer is being made. */
  offer: z.uuid().optional(),
  /** Taken at the desk: paid in full at once, and also after the roster has closed, until the class ends. */
  isWalkIn: z.boolean().optional(),
})

type SeatRef = z.infer<typeof seatRef>

const balance = sql.raw('day_of.balance')
const clock = (moment: string) => sql.raw(`to_char(${moment} at time zone zone.name, 'FMHH12:MI AM')`)

const isWalkIn = sql.raw('day_of.is_walk_in')

/** A seat on its order: when and where, and what is due on the day. Expects `lesson`, `zone` and `day_of`. */
const detail = sql`to_char(lesson.starts_at at time zone zone.name, 'FMDay, FMMonth FMDD, YYYY') || ', ' || ${clock('lesson.starts_at')}
        || ' to ' || ${clock('lesson.ends_at')} || ', ' || lesson.place
        || case when ${balance} = 0 then '' else '. Balance $' || case when ${balance} % 100 = 0 then (${balance} / 100)::text
          else to_char(${balance} / 100.0, 'FM999990.00') end || ' on the day, cash or card' end`

export async function seatDetail(db: Db, { session, zone, balanceCents = 0 }: SeatRef): Promise<string> {
  const { rows } = await db.execute<{ detail: string }>(sql`
    select ${detail} as detail from ${courseSessions} lesson,
      (select ${zone}::text as name) zone, (select ${balanceCents}::int as balance) day_of
    where lesson.id = ${session}::uuid`)
  return rows[0]?.detail ?? ''
}

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
      case when ${isWalkIn} then course.price_cents else course.deposit_cents end as unit_cents,
      'in_person' as fulfillment,
      lesson.starts_at - make_interval(secs => ${sql.raw(String(refundNoticeMs / 1_000))}) as refund_until,
      ${without('tax_class', 'item_class', 'magazine', 'plate', 'firearm', 'flags', 'variant')}
    from ${courseSessions} lesson
    join ${courses} course on course.id = lesson.course_id
    cross join lateral (select ${ref} ->> 'zone' as name) zone
    cross join lateral (
      select coalesce((${ref} ->> 'isWalkIn')::boolean, false) as is_walk_in,
        case when (${ref} ->> 'isWalkIn')::boolean then 0
          else coalesce((${ref} ->> 'balanceCents')::int, course.price_cents - course.deposit_cents) end as balance
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

export type SeatRefusal = 'session_not_found' | `session_${Exclude<ReturnType<typeof sessionState>, 'open'>}`

/** A seat in a cart: at most one, at the price of its deposit. `zone` is the shop's, in which the order shows the date. */
export function seatGood(zone: string): CartGood {
  return {
    ref: (session) => ({ session, zone }),
    idOf: (ref) => courseSeat.parseRef(ref).session,
    async describe(db, id, now) {
      const session = await findSession(db, id, now)
      if (!session) return undefined
      const canBeHeld = sessionState(session, now) === 'open'
      return {
        title: session.course.name,
        detail: `${formatSession(session, zone, now)}, deposit for a seat`,
        unitCents: session.course.depositCents,
        left: canBeHeld ? session.seats.filter((seat) => seat === 'open').length : 0,
        maxPerOrder: 1,
        picture: null,
        path: registerPath({ session: id }),
        isParcel: false,
      }
    },
  }
}

export async function findSeatLine(db: Db, orderId: string) {
  return (await findOrder(db, orderId))?.lines.find(({ kind }) => kind === 'course_seat')
}

type BookingMarks = Omit<typeof bookingMarks.$inferSelect, 'orderId'>

export type Booking = BookingMarks & { orderId: string; seat: number }

export async function listBookings(db: Db, sessionId: string): Promise<Booking[]> {
  const rows = await db
    .select({ orderId: sql<string>`${seats.orderId}`, seat: seats.number, marks: bookingMarks })
    .from(seats)
    .leftJoin(bookingMarks, eq(bookingMarks.orderId, seats.orderId))
    .where(and(eq(seats.sessionId, sessionId), eq(seats.state, 'taken'), isNotNull(seats.orderId)))
    .orderBy(asc(seats.number))
  return rows.map(({ marks, ...row }) => ({ ...(marks ?? unmarked), ...row }))
}

/** `seat` is null after a cancellation or refund. Undefined for an unknown session. */
export async function findBooking(db: Db, orderId: string, sessionId: string) {
  const [row] = await db
    .select({ session: courseSessions, course: courses, seat: seats.number, marks: bookingMarks })
    .from(courseSessions)
    .innerJoin(courses, eq(courses.id, courseSessions.courseId))
    .leftJoin(
      seats,
      and(eq(seats.sessionId, courseSessions.id), eq(seats.orderId, orderId), eq(seats.state, 'taken')),
    )
    .leftJoin(bookingMarks, eq(bookingMarks.orderId, orderId))
    .where(eq(courseSessions.id, sessionId))
  if (!row) return undefined
  const { courseId: _c, capacity: _n, revision: _r, instructorId: _i, ...session } = row.session
  const { slug, name, hours, bring } = row.course
  return {
    ...(row.marks ?? unmarked),
    seat: row.seat,
    session: { ...session, course: { slug, name, hours, bring } },
  }
}

export async function markBooking(
  { tx }: UnitOfWork,
  orderId: string,
  marks: Partial<BookingMarks>,
): Promise<void> {
  await tx
    .insert(bookingMarks)
    .values({ orderId, ...marks })
    .onConflictDoUpdate({ target: bookingMarks.orderId, set: marks })
}

const unmarked: BookingMarks = {
  rescheduledAt: null,
  movedAt: null,
  movedFrom: null,
  canceledAt: null,
  checkedInAt: null,
  waiverAt: null,
  liveFireAt: null,
  noShowAt: null,
}

export type BookedSeat = NonNullable<Awaited<ReturnType<typeof findBookedSeat>>>

/** The seat of an order, or undefined if it has none or one that cannot be read, is unpaid, or its buyer's data was deleted. */
export async function findBookedSeat(db: Db, orderId: string) {
  const order = await findOrder(db, orderId)
  const line = order?.lines.find(({ kind }) => kind === 'course_seat')
  if (!order?.buyerEmail || !order.paidAt || !line) return undefined
  const ref = tryParse(courseSeat.parseRef, line.ref)
  const booking = ref && (await findBooking(db, orderId, ref.session))
  if (!booking) return undefined
  return {
    orderId,
    linkEpoch: order.linkEpoch,
    line,
    booking,
    session: booking.session,
    email: order.buyerEmail,
    paidAt: order.paidAt,
    balanceCents: ref.balanceCents ?? 0,
    isCanceled: booking.seat === null || booking.session.canceledAt !== null,
  }
}

const balanceRef = z.object({ seat: z.string().regex(/^[0-9A-Z]{6,20}$/) })

/** The balance of a class, paid on the day. Its stock is the balance itself: one order at a time pays it. */
export const classBalance = {
  kind: 'class_balance',
  parseRef: (ref) => balanceRef.parse(ref),
  topic: () => null,

  async refusal({ tx, now }, { seat }) {
    const [found] = await tx.select().from(classBalances).where(eq(classBalances.seatOrderId, seat))
    if (!found) return refuse('balance_not_found')
    if (found.state === 'paid') return refuse('balance_paid')
    return isHolding(found.heldUntil, now) ? refuse('balance_held') : undefined
  },

  // The class has begun or is about to: the student takes nothing back alone.
  stock: (ref, now) => sql`
    select due.seat_order_id,
      jsonb_build_object('seat', due.seat_order_id) as ref,
      'Balance: ' || due.title as title,
      'Paid on the day, for the seat of order ' || due.seat_order_id as detail,
      1 as quantity,
      due.amount_cents as unit_cents,
      'in_person' as fulfillment,
      least(lesson.starts_at, ${now}) as refund_until,
      ${without('tax_class', 'item_class', 'magazine', 'plate', 'firearm', 'flags', 'variant')}
    from ${classBalances} due
    join ${courseSessions} lesson on lesson.id = due.session_id
    where due.seat_order_id = ${ref} ->> 'seat'
      and (due.state = 'open' or (due.state = 'held' and due.held_until <= ${now}))
    for update of due skip locked`,

  take: (from, found, orderId, until) => sql`
    update ${classBalances} set state = 'held', order_id = ${orderId}, held_until = ${until}, hold_version = 1 from ${from}
    where ${classBalances.seatOrderId} = ${found}.seat_order_id`,

  ...heldStock({ table: classBalances, state: classBalances.state, stateName: 'state', sold: 'paid' }),

  // Given back, it is due again.
  release: (orderId) => sql`
    update ${classBalances} set state = 'open', order_id = null, held_until = null
    where ${classBalances.orderId} = ${orderId}`,

  owedFor: ({ seat }) => ({ to: `/orders/${seat}/seat`, label: 'Your seat' }),
} satisfies Sellable<z.infer<typeof balanceRef>>

export async function openClassBalance({ tx }: UnitOfWork, sessionId: string, seatOrderId: string) {
  const booking = (await listBookings(tx, sessionId)).find(({ orderId }) => orderId === seatOrderId)
  const order = booking && (await findOrder(tx, seatOrderId))
  const line = order?.lines.find(({ kind }) => kind === 'course_seat')
  if (!order || !line) return refuse('not_on_roster')
  const { balanceCents: amountCents = 0 } = tryParse(courseSeat.parseRef, line.ref) ?? {}
  if (amountCents === 0) return refuse('nothing_due')
  await tx
    .insert(classBalances)
    .values({ seatOrderId, sessionId, title: line.title, amountCents })
    .onConflictDoUpdate({ target: classBalances.seatOrderId, set: { sessionId } })
  return {
    ok: true as const,
    amountCents,
    buyer: {
      buyerName: order.buyerName ?? '',
      buyerEmail: order.buyerEmail ?? '',
      buyerPhone: order.buyerPhone,
    },
  }
}

export async function findPaidBalance(db: Db, seatOrderId: string) {
  const [found] = await db
    .select({ orderId: classBalances.orderId })
    .from(classBalances)
    .where(and(eq(classBalances.seatOrderId, seatOrderId), eq(classBalances.state, 'paid')))
  const order = found?.orderId ? await findOrder(db, found.orderId) : undefined
  return order?.paidAt ? { orderId: order.id, paidAt: order.paidAt } : null
}
