import { type AppContext, type Db, transact } from '#app/db/db.server.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { type StartRequest, startOrder } from '#app/features/checkout/store/start.server.ts'
import { type ShopFacts, unsetFacts } from '#app/facts/facts.ts'
import { shopFacts } from '#app/facts/tables.ts'
import { accessory, accessoryGood } from '#app/features/accessories/store.server.ts'
import type { CartGoods } from '#app/features/cart/store.server.ts'
import type { ReservationInput } from '#app/features/checkout/input.ts'
import { classBalance, courseSeat } from '#app/features/courses/store/seats.server.ts'
import { dropUnit, unitGood } from '#app/features/drops/store/units.server.ts'
import { patch, patchGood } from '#app/features/drops/store/patches.server.ts'
import { drops, dropUnits } from '#app/features/drops/tables.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { balance, withBalance } from '#app/features/reservations/store/balance-sold.server.ts'
import { trustPack } from '#app/features/trust/packs.server.ts'
import type { PaymentContext } from '#app/gateway/payment-context.server.ts'
import { createSandboxGateway } from '#app/gateway/sandbox.server.ts'
import { sql } from 'drizzle-orm'
import type { TestContext } from './db.ts'
import { givenReference } from './reference.ts'

/** What the test shop sells. */
export const ordersOnSale = {
  drop_unit: withBalance(dropUnit),
  balance,
  patch,
  accessory,
  course_seat: courseSeat,
  class_balance: classBalance,
  trust_pack: trustPack,
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
    gateway: createSandboxGateway({ db: ctx.db, timeoutMs: 1, now: ctx.now }),
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

/** What a test's shop says of its owner. */
export const testFacts: ShopFacts = {
  ...unsetFacts(),
  legalName: 'Harbor Arms LLC',
  licenseLine: 'Federal firearms license, type 07',
}

/** Stores the licensee, as an owner types it before anything is sold. */
export async function givenLicensee(db: Db): Promise<void> {
  const row = { ...testFacts, changedAt: new Date(0), changedBy: 'M. Owner' }
  await db.insert(shopFacts).values(row).onConflictDoNothing()
}

export const miamiForm = {
  name: 'Jordan Buyer',
  email: 'buyer@example.com',
  phone: '',
  shipStreet: '1 Ocean Drive',
  shipLine2: '',
  shipCity: 'Miami',
  shipState: 'FL',
  shipZip: '33139',
  shipCounty: '',
  shippingMethod: 'ground',
}

/** Where a parcel goes, without its buyer. */
export const shipToMiami = {
  shipStreet: '1 Ocean Drive',
  shipLine2: null,
  shipCity: 'Miami',
  shipState: 'FL',
  shipZip: '33139',
  shipCounty: 'Miami-Dade',
  shippingMethod: 'ground',
}

/** The same with a buyer who lives there. */
export const toMiami = {
  ...shipToMiami,
  buyerName: 'Jordan Buyer',
  buyerEmail: 'buyer@example.com',
  buyerPhone: null,
  buyerState: 'FL',
  buyerZip: '33139',
}

/** Starts an order of these lines, or says why not. */
export function startLines(ctx: AppContext, lines: StartRequest['lines'], onSale = ordersOnSale) {
  return transact(ctx, (work) => startOrder(work, onSale, { key: crypto.randomUUID(), lines }))
}

/** Holds these lines. Returns their order and the secret that opens it. */
export async function holdLines(...args: Parameters<typeof startLines>) {
  const started = await startLines(...args)
  if (!started.ok) throw new Error(`Not held: ${started.why}`)
  return started
}

/** Holds these lines and pays for them. */
export async function buyLines(
  ctx: TestContext,
  lines: StartRequest['lines'],
  form?: Partial<ReservationInput>,
) {
  const held = await holdLines(ctx, lines)
  const paid = await payOrder(givenPaymentContext(ctx), ordersOnSale, held.orderId, reservationForm(form))
  if (!paid.ok || !paid.isPaid) throw new Error(`Not paid: ${JSON.stringify(paid)}`)
  return held
}
