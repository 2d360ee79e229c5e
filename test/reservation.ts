import { eq } from 'drizzle-orm'
import { transact } from '#app/db/work.server.ts'
import { dealers } from '#app/features/dealers/tables.ts'
import { dealerFiles } from '#app/features/dealers/file-tables.ts'
import { acceptLicenseCopy, recordEzCheck, recordSpecialTax } from '#app/features/dealers/store.server.ts'
import { orders } from '#app/features/orders/tables.ts'
import type { GateName } from '#app/features/reservations/rules/gates.ts'
import { type Move, moveReservation } from '#app/features/reservations/store.server.ts'
import { reservations } from '#app/features/reservations/tables.ts'
import { addDealers } from '#db/sample/dealers.ts'
import type { TestContext } from './db.ts'
import { givenPaid } from './paid-order.ts'
import { ordersOnSale } from './shop.ts'

const accepted = {
  is: 'accepted' as const,
  isConfirmed: true,
  at: '2026-11-20T12:00:00.000Z',
  feeCents: 5_000,
  hours: 'Mon to Fri',
}

/** The shop's day of the test clock. */
export const testDay = '2026-11-20'

/**
 * A paid reservation of a short-barreled rifle (line 0, $100 paid), and what opens or closes each of its gates. All are
 * open at first.
 */
export async function givenReservation(ctx: TestContext) {
  const paid = await givenPaid(ctx)
  const { db, orderId } = paid
  await db.transaction((tx) => addDealers(tx, ctx.now()))
  const [dealer] = await db.select().from(dealers).orderBy(dealers.key).limit(1)
  if (!dealer) throw new Error('No dealer')
  const { key } = dealer
  const change = (values: Partial<typeof orders.$inferInsert>) =>
    db.update(orders).set(values).where(eq(orders.id, orderId))
  const gates: Record<GateName, { open: () => Promise<unknown>; close: () => Promise<unknown> }> = {
    review: {
      open: () => change({ buyerState: 'FL' }),
      close: () => change({ buyerState: 'MD' }), // reviewed there
    },
    agreement: {
      open: () => agree(ctx, orderId, 10_000),
      close: () => db.update(reservations).set({ acceptedAt: null, acceptedSentence: null }),
    },
    balance: {
      open: () => db.update(reservations).set({ priceCents: 10_000 }),
      close: () => db.update(reservations).set({ priceCents: 249_900 }),
    },
    dealer_accepted: {
      open: () => change({ dealerAnswer: accepted }),
      close: () => change({ dealerAnswer: { ...accepted, isConfirmed: false } }),
    },
    dealer_papers: {
      open: () => completeFile(ctx, key),
      close: () => db.delete(dealerFiles),
    },
  }
  await change({ dealerName: dealer.name, dealerCity: dealer.city, dealerState: 'FL', dealerKey: key })
  for (const gate of Object.values(gates)) await gate.open()
  return {
    ...paid,
    gates,
    /** Moves it on; to its dealer with a parcel of UPS unless another one is given. */
    move: (to: Move['to'], more: Partial<Move> = {}) =>
      transact(ctx, (work) =>
        moveReservation(work, lifeCtx, { orderId, position: 0, to, by: 'sam', ...shipment, ...more }),
      ),
    stageNow: async () => (await paid.order())?.lines[0]?.stage,
  }
}

const shipment = { carrier: 'ups', tracking: '1Z999AA10123456784' } as const

const lifeCtx = { sellables: ordersOnSale, timeZone: 'America/New_York' }

async function agree({ db, now }: TestContext, orderId: string, priceCents: number) {
  const accepted = { acceptedAt: now(), acceptedSentence: 'I accept.' }
  const terms = {
    orderId,
    position: 0,
    variant: 'Black, 10.3 in',
    includes: 'Case and patch',
    priceCents,
    agreementVersion: '2026-11',
    sentAt: now(),
    sentBy: 'sam',
    ...accepted,
  }
  await db
    .insert(reservations)
    .values(terms)
    .onConflictDoUpdate({ target: [reservations.orderId, reservations.position], set: accepted })
}

async function completeFile(ctx: TestContext, key: string) {
  await ctx.db.delete(dealerFiles)
  await transact(ctx, async (work) => {
    const copy = { onDay: testDay, expiresOn: '2028-03-01', file: null }
    await acceptLicenseCopy(work, key, copy, { by: 'sam', seen: 0 })
    await recordEzCheck(work, key, testDay, { by: 'sam', seen: 1 })
    const tax = { taxClass: '3' as const, yearEnds: 2027, copyOn: testDay }
    await recordSpecialTax(work, key, tax, { by: 'sam', seen: 2 })
  })
}
