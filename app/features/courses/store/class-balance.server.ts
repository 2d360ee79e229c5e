import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '#app/db/db.server.ts'
import { heldStock } from '#app/db/held-stock.server.ts'
import type { UnitOfWork } from '#app/db/work.server.ts'
import type { Sellable } from '#app/features/orders/sellable.ts'
import { tryParse } from '#app/features/orders/rules/stored-good.ts'
import { findOrder } from '#app/features/orders/store.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import { classBalances } from '../record-tables.ts'
import { courseSessions } from '../tables.ts'
import { listBookings } from './bookings.server.ts'
import { courseSeat } from './seats.server.ts'

const balanceRef = z.object({ seat: z.string().regex(/^[0-9A-Z]{6,20}$/) })

/** The balance of the seat of an order. */
export type ClassBalanceRef = z.infer<typeof balanceRef>

/** The balance of a class, paid on the day. Its stock is the balance itself: one order at a time pays it. */
export const classBalance = {
  kind: 'class_balance',
  parseRef: (ref) => balanceRef.parse(ref),
  topic: () => null,

  async refusal({ tx, now }, { seat }) {
    const [found] = await tx.select().from(classBalances).where(eq(classBalances.seatOrderId, seat))
    if (!found) return refuse('balance_not_found')
    if (found.state === 'paid') return refuse('balance_paid')
    return found.heldUntil && found.heldUntil > now ? refuse('balance_held') : undefined
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
      null::text as tax_class,
      null::text as item_class,
      least(lesson.starts_at, ${now}) as refund_until,
      null::jsonb as magazine,
      null::jsonb as plate,
      null::jsonb as firearm,
      null::jsonb as flags,
      null::jsonb as variant
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
} satisfies Sellable<ClassBalanceRef>

/**
 * Writes down that the balance of a student of this session is about to be paid. Returns what is due and whose it is; refused
 * where nothing is due.
 */
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

/** The order that paid the balance of a seat, with when; null while it is due. */
export async function findPaidBalance(
  db: Db,
  seatOrderId: string,
): Promise<{ orderId: string; paidAt: Date } | null> {
  const [found] = await db
    .select({ orderId: classBalances.orderId })
    .from(classBalances)
    .where(and(eq(classBalances.seatOrderId, seatOrderId), eq(classBalances.state, 'paid')))
  const order = found?.orderId ? await findOrder(db, found.orderId) : undefined
  return order?.paidAt ? { orderId: order.id, paidAt: order.paidAt } : null
}
