import { sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { classBalance, courseSeat } from '#app/features/courses/store.server.ts'
import { accessory, accessoryGood } from '#app/features/accessories/store.server.ts'
import type { CartGoods } from '#app/features/cart/store.server.ts'
import { dropUnit, patch, patchGood, unitGood } from '#app/features/drops/store.server.ts'
import { drops, dropUnits } from '#app/features/drops/tables.ts'
import type { PaymentContext } from '#app/gateway/payment-context.server.ts'
import type { ReservationInput } from '#app/features/checkout/input.ts'
import type { Sellables } from '#app/features/orders/store.server.ts'
import { batchSlot } from '#app/features/small-batch/store.server.ts'
import { balance, withBalance } from '#app/features/reservations/store.server.ts'
import { trustPack } from '#app/features/trust/store/packs.server.ts'
import { createSandboxGateway } from '#app/gateway/sandbox.server.ts'
import { givenLicensee } from './licensee.ts'
import { givenReference } from './reference.ts'
import type { TestContext } from './db.ts'

/** What the test shop sells. */
export const ordersOnSale = {
  drop_unit: withBalance(dropUnit),
  balance,
  patch,
  accessory,
  course_seat: courseSeat,
  class_balance: classBalance,
  trust_pack: trustPack,
  batch_slot: withBalance(batchSlot),
} as unknown as Sellables

/** Its goods as a cart holds them. */
export const goodsOnSale: CartGoods = {
  drop_unit: unitGood,
  patch: patchGood,
  accessory: accessoryGood,
}

/** A live drop with all units open, and the reference data. */
export async function givenDrop(db: Db, values: Partial<typeof drops.$inferInsert> = {}) {
  await givenLicensee(db)
  await givenReference(db)
  const [drop] = await db
    .insert(drops)
    .values({
      slug: 'test-drop',
      name: 'Test Drop',
      status: 'live',
      category: 'hype',
      theme: 'noir',
      dropNumber: 1,
      totalUnits: 3,
      basePrice: 249_900,
      ...values,
    })
    .returning()
  if (!drop) throw new Error('The drop was not stored')
  await db
    .insert(dropUnits)
    .select(
      sql`select ${drop.id}::uuid, number, 'open', null, null, 1, null, false from generate_series(1, ${drop.totalUnits}) number`,
    )
  return drop
}

/** A payment context with the sandbox gateway, on the test's clock. A timeout is immediate. */
export function givenPaymentContext(ctx: TestContext): PaymentContext {
  return {
    ...ctx,
    gateway: createSandboxGateway({ db: ctx.db, timeoutMs: 1, now: ctx.now, webhookSecret: 'test key' }),
  }
}

/** A parsed reservation form of a buyer in Florida, with its own form key. */
export function reservationForm(values: Partial<ReservationInput> = {}): ReservationInput {
  return {
    formKey: crypto.randomUUID(),
    name: 'Jordan Buyer',
    email: 'buyer@example.com',
    phone: null,
    state: 'FL',
    zip: '33139',
    dealer: 'later',
    dealerName: null,
    dealerCity: null,
    dealerState: '',
    dealerListed: null,
    attestation: 'yes',
    paymentToken: 'sandbox_approve',
    ...values,
  }
}
