import { eq } from 'drizzle-orm'
import { describe, expect } from 'vitest'
import { type Db, transact } from '#app/db/db.server.ts'
import { hour } from '#app/kit/clock.ts'
import { type TestContext, test, testContext } from '#test/db.ts'
import { givenDrop, ordersOnSale, startLines } from '#test/shop.ts'
import { givenWaiter } from '#test/goods.ts'
import { graceMs, holdMs } from '#app/features/orders/rules.ts'
import { cancelHold } from '#app/features/checkout/store/hold.server.ts'
import { startOrder } from '#app/features/checkout/store/start.server.ts'
import { dropStatuses, mayHold, packUnits } from './rules.ts'
import { artVersion, findPatchSubject, patchSubjects } from './store/artwork.server.ts'
import {
  countEarlierDrops,
  findCurrentDrop,
  findDrop,
  findLiveState,
  listDrops,
} from './store/drops.server.ts'
import { applyStatusChanges, nextDropTransition } from './jobs.server.ts'
import { listPatches } from './store/patches.server.ts'
import { drops, dropUnits, dropWaitlists, patches, unitOffers } from './tables.ts'

const slug = 'test-drop'

function hold(ctx: TestContext, number: number | null, key: string = crypto.randomUUID()) {
  const lines = [{ kind: 'drop_unit' as const, ref: { slug, number } }]
  return transact(ctx, (work) => startOrder(work, ordersOnSale, { key, lines }))
}

async function held(ctx: TestContext, number: number | null) {
  const started = await hold(ctx, number)
  if (!started.ok) throw new Error(`Not held: ${started.why}`)
  return started.orderId
}

async function sellAll(db: Db) {
  await db.update(dropUnits).set({ state: 'taken', heldUntil: null })
}

async function theDrop(db: Db, ctx: TestContext) {
  const drop = await findDrop(db, slug, ctx.now())
  if (!drop) throw new Error('There is no drop')
  return drop
}

async function units(db: Db, now: Date) {
  const drop = await findDrop(db, slug, now)
  return drop && packUnits(drop.units)
}

describe('a crowd', () => {
  test('of 200 on five open units gets five, each another one', async ({ db, ctx }) => {
    await givenDrop(db, { totalUnits: 5 })
    const results = await Promise.all(Array.from({ length: 200 }, () => hold(ctx, null)))
    expect(results.filter((result) => result.ok)).toHaveLength(5)
    expect(new Set(results.flatMap((result) => (result.ok ? [] : [result.why])))).toEqual(
      new Set(['none_open']),
    )
    expect(await units(db, ctx.now())).toBe('hhhhh')
    const owners = await db.selectDistinct({ orderId: dropUnits.orderId }).from(dropUnits)
    expect(owners).toHaveLength(5)
  })

  test('on one chosen number leaves it to one of them', async ({ db, ctx }) => {
    await givenDrop(db, { totalUnits: 5 })
    const results = await Promise.all(Array.from({ length: 60 }, () => hold(ctx, 3)))
    expect(results.filter((result) => result.ok)).toHaveLength(1)
    expect(results.filter((result) => !result.ok && result.why === 'unit_taken')).toHaveLength(59)
    expect(await units(db, ctx.now())).toBe('oohoo')
  })
})

describe('a hold', () => {
  test('that expired shows as open and can be claimed', async ({ db, ctx }) => {
    await givenDrop(db, { totalUnits: 1 })
    await held(ctx, 1)
    ctx.setNow(new Date(ctx.now().getTime() + holdMs + graceMs))
    expect(await units(db, ctx.now())).toBe('o')
    await held(ctx, 1)
    expect(await units(db, ctx.now())).toBe('h')
  })

  test('claimed by another order after expiry cannot be taken back', async ({ db, ctx }) => {
    await givenDrop(db, { totalUnits: 1 })
    const first = await held(ctx, 1)
    ctx.setNow(new Date(ctx.now().getTime() + holdMs + graceMs))
    await held(ctx, 1)
    await transact(ctx, (work) => cancelHold(work, ordersOnSale, first))
    expect(await units(db, ctx.now())).toBe('h')
  })

  test('can be released repeatedly with one effect', async ({ db, ctx }) => {
    await givenDrop(db, { totalUnits: 2 })
    const orderId = await held(ctx, 2)
    const cancel = () => transact(ctx, (work) => cancelHold(work, ordersOnSale, orderId))
    expect(await cancel()).toEqual({ ok: true })
    expect((await cancel()).ok).toBe(false)
    expect(await units(db, ctx.now())).toBe('oo')
    expect(ctx.announced).toContain(`drop:${slug}`)
  })

  test('is refused with the reason', async ({ db, ctx }) => {
    const why = async (number: number | null) => {
      const result = await hold(ctx, number)
      return result.ok ? 'held' : result.why
    }
    expect(await why(1)).toBe('drop_not_found')
    const drop = await givenDrop(db, { totalUnits: 2, endDate: new Date('2026-12-01T00:00:00Z') })
    expect(await why(3)).toBe('no_such_unit')
    expect(await why(1)).toBe('held')
    expect(await why(1)).toBe('unit_taken')
    expect(await why(null)).toBe('held')
    expect(await why(null)).toBe('none_open')
    expect(await why(1)).toBe('none_open')
    await db.update(drops).set({ pausedAt: ctx.now() }).where(eq(drops.id, drop.id))
    expect(await why(1)).toBe('paused')
    await sellAll(db)
    expect(await why(1)).toBe('sold_out')
    ctx.setNow(new Date('2026-12-01T00:00:00Z'))
    expect(await why(1)).toBe('archived')
  })
})

test('a free unit is claimed exactly when its rule allows it', async ({ db, ctx }) => {
  await givenDrop(db, { totalUnits: 1 })
  const [past, future] = [new Date(ctx.now().getTime() - hour), new Date(ctx.now().getTime() + 2 * hour)]
  let allowed = 0
  for (const status of dropStatuses)
    for (const launchDate of [
      null,
      new Date(past.getTime() - hour),
      ctx.now(),
      new Date(future.getTime() - hour),
    ])
      for (const endDate of [null, past, ctx.now(), future])
        for (const pausedAt of [null, past]) {
          if (launchDate && endDate && endDate <= launchDate) continue
          const life = { status, launchDate, endDate, pausedAt }
          await db.update(drops).set(life)
          await db.update(dropUnits).set({ state: 'open', orderId: null, heldUntil: null })
          const rule = mayHold({ ...life, remaining: 1 }, ctx.now())
          const claim = await hold(ctx, 1)
          expect(claim.ok, JSON.stringify(life)).toBe(rule.ok)
          allowed += Number(claim.ok)
        }
  expect(allowed).toBe(20)
})

describe('statuses', () => {
  const launch = new Date('2026-11-20T12:00:00Z')
  const end = new Date('2026-11-27T12:00:00Z')

  test('are computed at read time and stored by the job', async ({ db, ctx }) => {
    await givenDrop(db, { status: 'coming_soon', launchDate: launch, endDate: end })
    const before = new Date(launch.getTime() - 1)
    expect(await findLiveState(db, slug, before)).toMatchObject({ status: 'coming_soon' })
    expect(await nextDropTransition(db, before)).toEqual(launch)
    expect(await findLiveState(db, slug, launch)).toEqual({ status: 'live', paused: false, units: 'ooo' })

    ctx.setNow(launch)
    expect(await nextDropTransition(db, launch)).toEqual(launch)
    expect(await transact(ctx, applyStatusChanges)).toEqual([slug])
    expect(await transact(ctx, applyStatusChanges)).toEqual([])
    expect(ctx.announced).toEqual([`drop:${slug}`])
    expect(await nextDropTransition(db, launch)).toEqual(end)

    ctx.setNow(end)
    expect(await transact(ctx, applyStatusChanges)).toEqual([slug])
    expect(await nextDropTransition(db, end)).toBeUndefined()
  })

  test('follow sales, and record the first sell-out', async ({ db, ctx }) => {
    await givenDrop(db, { totalUnits: 1 })
    const stored = async () => (await db.select().from(drops))[0]
    const first = ctx.now()
    await sellAll(db)
    expect(await findLiveState(db, slug, first)).toMatchObject({ status: 'sold_out' })
    expect(await transact(ctx, applyStatusChanges)).toEqual([slug])
    expect(await stored()).toMatchObject({ status: 'sold_out', soldOutAt: first })

    ctx.setNow(new Date(first.getTime() + hour))
    await db.update(dropUnits).set({ state: 'open' })
    expect(await findLiveState(db, slug, ctx.now())).toMatchObject({ status: 'live' })
    expect(await transact(ctx, applyStatusChanges)).toEqual([slug])
    await sellAll(db)
    expect(await transact(ctx, applyStatusChanges)).toEqual([slug])
    expect(await stored()).toMatchObject({ status: 'sold_out', soldOutAt: first })
  })

  test('are stored once by concurrent processes', async ({ db }) => {
    await givenDrop(db, { status: 'coming_soon', launchDate: launch })
    const [one, other] = [testContext(db, launch), testContext(db, launch)]
    const changed = await Promise.all([
      transact(one, applyStatusChanges),
      transact(other, applyStatusChanges),
    ])
    expect(changed.flat()).toEqual([slug])
  })
})

test('the current drop is the newest that is live', async ({ db, ctx }) => {
  const { now } = ctx
  expect(await findCurrentDrop(db, now())).toBeUndefined()
  await givenDrop(db, { slug: 'old', dropNumber: 1, launchDate: new Date('2026-11-01T12:00:00Z') })
  await givenDrop(db, { slug: 'new', dropNumber: 2, launchDate: new Date('2026-11-10T12:00:00Z') })
  await givenDrop(db, {
    slug: 'next',
    dropNumber: 3,
    status: 'coming_soon',
    launchDate: new Date('2026-12-01T12:00:00Z'),
  })
  expect(await findCurrentDrop(db, now())).toMatchObject({ slug: 'new' })
  expect((await listDrops(db, now())).map((drop) => drop.slug)).toEqual(['next', 'new', 'old'])
  expect(await countEarlierDrops(db, 3)).toBe(2)
})

describe('artwork', () => {
  test('has another version once a unit is held or the drop opens, and the same one otherwise', async ({
    db,
    ctx,
  }) => {
    await givenDrop(db)
    const version = async () => artVersion(await theDrop(db, ctx))
    const before = await version()
    expect(await version()).toBe(before)
    await held(ctx, 1)
    expect(await version()).not.toBe(before)
  })

  test('sews the first patch in the colors of its drop and the others in grays', async ({ db, ctx }) => {
    const drop = await givenDrop(db, { name: 'Guerrilla Vol. 1', theme: 'guerrilla' })
    const patch = { dropId: drop.id, price: 3_500, availableQuantity: 10 }
    await db.insert(patches).values([
      { ...patch, name: 'B', grantsEarlyAccess: false },
      { ...patch, name: 'A', grantsEarlyAccess: true },
    ])
    const shown = await listPatches(db, drop.id, ctx.now())
    const { own, sold } = patchSubjects(drop, shown)
    const [first, second] = shown
    expect(await findPatchSubject(db, first?.id ?? '')).toEqual(own)
    expect(await findPatchSubject(db, second?.id ?? '')).toEqual(sold[1])
    expect(own).toMatchObject({ theme: 'guerrilla', top: 'Guerrilla', bottom: 'Vol. 1' })
    expect(sold[1]).toMatchObject({ theme: 'noir', slug: 'test-drop-2' })
    expect(await findPatchSubject(db, crypto.randomUUID())).toBeUndefined()
  })
})

test('an offer of another drop opens no number that is for a waitlist', async ({ ctx, db }) => {
  const [drop, other] = [await givenDrop(db), await givenDrop(db, { slug: 'other-drop', dropNumber: 9 })]
  for (const { id } of [drop, other]) await db.insert(dropWaitlists).values({ dropId: id, since: ctx.now() })
  await givenWaiter(db, `returned-units:${slug}`, 'waiter@example.com', ctx.now())
  const values = { subscriptionId: crypto.randomUUID(), position: 1, offeredAt: ctx.now() }
  const offer = crypto.randomUUID()
  await db
    .insert(unitOffers)
    .values({ ...values, id: offer, dropId: other.id, endsAt: new Date(ctx.now().getTime() + hour) })
  const start = (of: string) => startLines(ctx, [{ kind: 'drop_unit', ref: { slug: of, number: 1, offer } }])
  expect(await start(slug)).toMatchObject({ ok: false })
  expect(await start('other-drop')).toMatchObject({ ok: true })
})
