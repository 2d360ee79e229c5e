import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { heldStock, without } from '#app/db/held-stock.server.ts'
import { refuse } from '#app/kit/refusal.ts'
import type { Sellable } from '#app/features/orders/sellable.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { findReviewState } from '#app/features/orders/store/review.server.ts'
import { balances } from '../tables.ts'
import { payableUntil } from '../rules.ts'
import { balancePath, balanceCheckoutWords } from '../words.ts'
import { findBalanceOffered } from './facts.server.ts'

const balanceRef = z.object({
  balance: z.string().regex(/^[0-9A-Z]{10}$/),
  reservation: z.string(),
  position: z.number().int().nonnegative(),
})

export type BalanceRef = z.infer<typeof balanceRef>

/** The balance of a reservation. Its stock is the request: one order at a time holds it, and one pays it. */
export const balance = {
  kind: 'balance',
  parseRef: (ref) => balanceRef.parse(ref),
  topic: () => null,

  async refusal({ tx, now }, { balance: id }) {
    const [found] = await tx.select().from(balances).where(eq(balances.id, id))
    if (!found) return refuse('balance_not_found')
    if (found.state === 'paid') return refuse('balance_paid')
    if (found.state === 'waived' || found.state === 'released') return refuse('balance_ended')
    return found.heldUntil && found.heldUntil > now ? refuse('balance_held') : undefined
  },

  stock: (ref, now) => sql`
    select due.id,
      jsonb_build_object('balance', due.id, 'reservation', due.reservation_id, 'position', due.position) as ref,
      due.title,
      due.detail,
      1 as quantity,
      due.amount_cents as unit_cents,
      'with_reservation' as fulfillment,
      'firearm' as tax_class,
      ${without('item_class', 'refund_until', 'magazine', 'firearm', 'flags', 'variant', 'plate')}
    from ${balances} due
    where due.id = ${ref} ->> 'balance'
      and (due.state = 'open' or (due.state = 'held' and due.held_until <= ${now}))
    for update of due skip locked`,

  take: (from, found, orderId, until) => sql`
    update ${balances} set state = 'held', order_id = ${orderId}, held_until = ${until}, hold_version = 1 from ${from}
    where ${balances.id} = ${found}.id`,

  ...heldStock({ table: balances, state: balances.state, stateName: 'state', sold: 'paid' }),

  // A paid one that went back is over: staff ask for it anew. Its order stays known.
  release: (orderId, ref) => sql`
    update ${balances} set state = case when ${balances.state} = 'paid' then 'released' else 'open' end, held_until = null,
      order_id = case when ${balances.state} = 'paid' then ${balances.orderId} end
    where ${balances.orderId} = ${orderId} and ${balances.state} in ('held', 'paid')
      ${ref ? sql`and ${balances.id} = ${ref} ->> 'balance'` : sql``}`,

  async payRefusal({ tx, now }, { reservation }) {
    return (await findReviewState(tx, reservation, now)) === 'clear' ? undefined : refuse('balance_in_review')
  },
  async owedUntil(db, { balance: id }, now) {
    const [found] = await db.select({ dueAt: balances.dueAt }).from(balances).where(eq(balances.id, id))
    return (found && payableUntil(found.dueAt, now)) ?? undefined
  },
  paidJob: 'balance-paid',
  owedFor: ({ reservation, position }) => ({
    to: balancePath(reservation, position),
    label: 'Back to your reservation',
  }),
  offered: (db, _line, { balance: id }) => findBalanceOffered(db, id),
  checkoutWords: balanceCheckoutWords,
} satisfies Sellable<BalanceRef>

/** What the lines of a balance order are sold by: nothing else is in one. */
export const onlyBalances = { balance } as Sellables
