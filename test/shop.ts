import { sql } from 'drizzle-orm'
import type { Db } from '#app/db/db.server.ts'
import { courseSeat } from '#app/features/courses/store.server.ts'
import { accessory, accessoryGood } from '#app/features/accessories/store.server.ts'
import type { CartGoods } from '#app/features/cart/store.server.ts'
import { dropUnit, patch, patchGood, unitGood } from '#app/features/drops/store.server.ts'
import { drops, dropUnits } from '#app/features/drops/tables.ts'
import type { PaymentContext } from '#app/gateway/payment-context.server.ts'
import type { ReservationInput } from '#app/features/checkout/input.ts'
import type { Sellables } from '#app/features/orders/store.server.ts'
import { trustPack } from '#app/features/trust/store.server.ts'
import { createSandboxGateway } from '#app/gateway/sandbox.server.ts'
import { loadReference } from '#db/sample/load.ts'
import type { TestContext } from './db.ts'

/** What the test shop sells. */
export const ordersOnSale = {
  drop_unit: dropUnit,
  patch,
  accessory,
  course_seat: courseSeat,
  trust_pack: trustPack,
} as unknown as Sellables

/** How that stands in a cart. */
export const goodsOnSale: CartGoods = {
  drop_unit: unitGood,
  patch: patchGood,
  accessory: accessoryGood,
}

/** A live drop with all its units open, and the state rules that its sale is judged by. */
export async function givenDrop(db: Db, values: Partial<typeof drops.$inferInsert> = {}) {
  await loadReference(db)
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
      sql`select ${drop.id}::uuid, number, 'open', null, null, 1, null from generate_series(1, ${drop.totalUnits}) number`,
    )
  return drop
}

/** A till with the sandbox gateway, on the clock of the workplace. A silent card is silent at once. */
export function givenPaymentContext(ctx: TestContext): PaymentContext {
  return {
    ...ctx,
    gateway: createSandboxGateway({ db: ctx.db, timeoutMs: 1, now: ctx.now, newsKey: 'test key' }),
  }
}

/** A checked reservation form of a buyer in Florida, with a form key of its own. */
export function reservationForm(values: Partial<ReservationInput> = {}): ReservationInput {
  return {
    formKey: crypto.randomUUID(),
    name: 'Jordan Buyer',
    email: 'buyer@example.com',
    phone: null,
    state: 'FL',
    dealer: 'later',
    dealerName: null,
    dealerCity: null,
    dealerState: '',
    attestation: 'yes',
    paymentToken: 'sandbox_approve',
    ...values,
  }
}
