import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { accessories } from '#app/features/accessories/tables.ts'
import { drops } from '#app/features/drops/tables.ts'
import { loadSample } from '#db/sample/load.ts'
import { countSample, previewRemoval, removeSample as remove } from '#db/sample/remove.ts'
import { sampleCatalog } from '#server/prepare-database.ts'
import { type TestContext, test } from '#test/db.ts'
import { countGoing, removalInput, removalWords, removeSample } from './routes/sample.tsx'
import { listProgress, type SampleRemoval } from './store.server.ts'

const setupIn = (ctx: TestContext) => ({
  ctx,
  actor: 'M. Owner <owner@example.com>',
  timeZone: 'America/New_York',
})

const clockOf = (ctx: TestContext) => ({ now: ctx.now(), timeZone: 'America/New_York' })

const staying = (removal: SampleRemoval) => removal.flatMap(({ stays }) => stays)

async function touch({ db }: TestContext) {
  await db.execute(sql`update accessories set price_cents = price_cents + 1 where position = 1`)
  await db.execute(sql`
    update drop_units set state = 'held', order_id = 'ABCDEFGHJK', held_until = now()
    where number = (select min(number) from drop_units u where u.drop_id = drop_units.drop_id and state = 'open')
      and drop_id = (select id from drops where slug = 'guerrilla-vol-1')`)
  const [item] = await db.select().from(accessories).where(sql`position = 2`)
  await db.execute(
    sql`insert into orders (id, state, idempotency_key, request_fingerprint, total_cents, created_at, expires_at, expires_cap_at) values ('ABCDEFGHJK', 'held', 'k', 'f', 100, now(), now(), now())`,
  )
  await db.execute(sql`
    insert into order_lines (order_id, position, kind, ref, title, detail, unit_cents)
    values ('ABCDEFGHJK', 1, 'accessory', jsonb_build_object('accessory', ${item?.id}::text), 't', '', 100)`)
  await db.execute(
    sql`update course_sessions set starts_at = starts_at + interval '1 minute', ends_at = ends_at + interval '1 minute'
      where id = (select id from course_sessions order by starts_at limit 1)`,
  )
  return item
}

test('the sample catalog is taken out whole while nobody touched it', async ({ ctx, db }) => {
  await loadSample(db, ctx.now())
  expect(await countSample(db)).toBeGreaterThan(100)
  const removal = await remove(db, clockOf(ctx))
  expect(staying(removal)).toEqual([])
  expect(countGoing(removal)).toBeGreaterThan(100)
  expect(await db.$count(drops)).toBe(0)
  expect(await countSample(db)).toBe(0)
})

test('what the shop itself notes about a sold-out drop of the sample goes with it', async ({ ctx, db }) => {
  await loadSample(db, ctx.now())
  await db.execute(
    sql`insert into drop_waitlists (drop_id, since) select id, now() from drops where status = 'sold_out'`,
  )
  expect(staying(await remove(db, clockOf(ctx)))).toEqual([])
})

test('what was changed, held, sold or is needed of the sample stays, and the preview has said so', async ({
  ctx,
  db,
}) => {
  await loadSample(db, ctx.now())
  const item = await touch(ctx)
  const preview = await previewRemoval(db, clockOf(ctx))
  expect(await db.$count(drops)).toBe(9)
  const removal = await remove(db, clockOf(ctx))
  expect(preview).toEqual(removal)
  const stays = staying(removal)
  expect(stays.map(({ why }) => why).toSorted()).toEqual(['changed', 'changed', 'changed', 'sold', 'used'])
  expect(stays).toContainEqual({ name: item?.name, why: 'sold' })
  const [date] = stays.filter(({ name }) => / \d+ \d+:01 (AM|PM)$/.test(name))
  const [moved] = (
    await db.execute<{ name: string; startsAt: string }>(
      sql`select name, to_char(starts_at at time zone 'America/New_York', 'FMMon FMDD FMHH12:MI AM') as "startsAt"
        from course_sessions join courses on courses.id = course_id order by starts_at limit 1`,
    )
  ).rows
  expect(date).toEqual({ name: `${moved?.name}, ${moved?.startsAt}`, why: 'changed' })
  expect(await db.$count(accessories)).toBe(2)
  expect((await db.select().from(drops)).map(({ slug }) => slug)).toEqual(['guerrilla-vol-1'])
})

test('it goes as it was seen, and the audit log says what there was before and after', async ({
  ctx,
  db,
}) => {
  await loadSample(db, ctx.now())
  await touch(ctx)
  const seen = countGoing(await previewRemoval(db, clockOf(ctx)))
  const stale = await removeSample(setupIn(ctx), sampleCatalog, seen + 1)
  expect(stale).toEqual({ ok: false, why: 'changed' })
  expect(await db.$count(drops)).toBe(9)
  expect(await listAuditEntries(db)).toEqual([])

  expect(await removeSample(setupIn(ctx), sampleCatalog, seen)).toMatchObject({ ok: true })
  expect(await listProgress(db)).toMatchObject([
    { step: 'sample', state: 'done', detail: expect.stringContaining('5 stay') },
  ])
  const [entry] = await listAuditEntries(db)
  expect(entry).toMatchObject({
    verb: 'sample removal',
    data: { before: { Drops: 9 }, after: { Drops: 1 } },
  })
})

test('only the typed words take it out', () => {
  for (const phrase of ['sample catalog', ' Sample Catalog '])
    expect(removalInput.safeParse({ goes: '3', phrase }).success).toBe(true)
  for (const phrase of ['', 'sample', 'catalog', 'sample catalogs', undefined])
    expect(removalInput.safeParse({ goes: '3', phrase }).success).toBe(false)
})

test('items are counted in whole sentences', () => {
  expect(removalWords(175, 0)).toBe('175 items were taken out.')
  expect(removalWords(1, 1)).toBe('1 item was taken out. 1 stays, because it was changed, sold or needed.')
  expect(removalWords(0, 2)).toBe(
    '0 items were taken out. 2 stay, because they were changed, sold or needed.',
  )
})
