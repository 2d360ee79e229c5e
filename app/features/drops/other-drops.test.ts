import { and, eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { after, hour } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop, ordersOnSale } from '#test/shop.ts'
import { givenWaiter } from '#test/goods.ts'
import { releaseUnit } from './store/units.server.ts'
import { packUnits } from './rules.ts'
import { findDrop } from './store/drops.server.ts'
import { offerUnits } from './store/waiting.server.ts'
import { type drops, dropUnits, dropWaitlists } from './tables.ts'

const slug = 'test-drop'

async function givenDrops({ db }: TestContext, values: Partial<typeof drops.$inferInsert> = {}) {
  const drop = await givenDrop(db, { totalUnits: 2, ...values })
  const other = await givenDrop(db, { slug: 'other-drop', dropNumber: 2, totalUnits: 2, ...values })
  return { drop, other }
}

test('a number that staff reopen is that of its own drop alone', async ({ db, ctx }) => {
  const { drop } = await givenDrops(ctx)
  // Taken before this shop had orders.
  await db.update(dropUnits).set({ state: 'taken' })
  const release = await transact(ctx, (work) => releaseUnit(work, ordersOnSale, slug, 1))
  expect(release).toEqual({ ok: true, was: 'taken', orderId: null })
  expect(await db.select().from(dropUnits).where(eq(dropUnits.state, 'open'))).toMatchObject([
    { dropId: drop.id, number: 1 },
  ])
})

test('a number that comes back is kept for the waitlist of its own drop alone', async ({ db, ctx }) => {
  const { drop, other } = await givenDrops(ctx)
  const reopen = (of: string) => transact(ctx, (work) => releaseUnit(work, ordersOnSale, of, 1))
  const waitlisted = async () => (await db.select().from(dropWaitlists)).map(({ dropId }) => dropId)
  const unitsOf = async (of: string) => packUnits((await findDrop(db, of, ctx.now()))?.units ?? [])
  await db.update(dropUnits).set({ state: 'taken' }).where(eq(dropUnits.dropId, drop.id))
  await db
    .update(dropUnits)
    .set({ state: 'taken' })
    .where(and(eq(dropUnits.dropId, other.id), eq(dropUnits.number, 1)))
  await reopen(other.slug)
  expect(await waitlisted(), 'the other drop was not sold out').toEqual([])
  await reopen(slug)
  expect(await waitlisted(), 'sold out, although another drop has numbers left').toEqual([drop.id])
  await givenWaiter(db, 'returned-units:other-drop', 'waiter@example.com', ctx.now())
  expect([await unitsOf(slug), await unitsOf(other.slug)]).toEqual(['ot', 'oo'])
  await givenWaiter(db, `returned-units:${slug}`, 'other@example.com', ctx.now())
  expect([await unitsOf(slug), await unitsOf(other.slug)]).toEqual(['ht', 'oo'])
  expect(await transact(ctx, (work) => offerUnits(work, ordersOnSale, other.slug))).toBe(0)
  expect(await transact(ctx, (work) => offerUnits(work, ordersOnSale, slug))).toBe(1)
})

test('a drop whose numbers are all taken before its launch is not sold out', async ({ ctx, db }) => {
  await givenDrop(db, { status: 'coming_soon', totalUnits: 1, launchDate: after(ctx.now(), 720 * hour) })
  await db.update(dropUnits).set({ state: 'taken' })
  await givenWaiter(db, 'returned-units:test-drop', 'waiter@example.com', ctx.now())
  await transact(ctx, (work) => releaseUnit(work, ordersOnSale, 'test-drop', 1))
  expect((await findDrop(db, slug, ctx.now()))?.units).toEqual(['open'])
})
