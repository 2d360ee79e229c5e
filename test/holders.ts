// Buyers of the test drop as limits know them, and processes that hold for them at once.
import type { Pool } from 'pg'
import { openDb } from '#app/db/db.server.ts'
import type { Holder } from '#app/features/checkout/store/holders.server.ts'
import { startHold } from '#app/features/checkout/store/start.server.ts'
import { type TestContext, testContext } from './db.ts'
import { ordersOnSale } from './shop.ts'

export const somebody = (values: Partial<Holder> = {}): Holder => ({
  visitor: crypto.randomUUID(),
  address: crypto.randomUUID(),
  network: null,
  block: null,
  mail: null,
  proof: 'usual',
  ...values,
})
export const numbers = (wanted: (number | null)[], slug = 'test-drop') =>
  wanted.map((number) => ({ kind: 'drop_unit' as const, ref: { slug, number } }))

export const hold = (
  ctx: TestContext,
  holder: Holder | undefined,
  wanted: (number | null)[] = [null],
  key?: string,
) => startHold(ctx, ordersOnSale, { key: key ?? crypto.randomUUID(), lines: numbers(wanted), holder })

export async function held(ctx: TestContext, holder: Holder | undefined, wanted?: (number | null)[]) {
  const started = await hold(ctx, holder, wanted)
  if (!started.ok) throw new Error(`Not held: ${started.why}`)
  return started.orderId
}

/** Workplaces with connections of their own, as processes have them. */
export function processes({ db, now }: TestContext, count: number) {
  const url = (db as unknown as { $client: Pool }).$client.options.connectionString ?? ''
  const opened = Array.from({ length: count }, () => openDb(url, 6))
  return {
    places: opened.map((each) => testContext(each.db, now())),
    close: () => Promise.all(opened.map(({ pool }) => pool.end())),
  }
}
