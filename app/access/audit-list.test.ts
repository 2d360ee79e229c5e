import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact } from '#app/db/db.server.ts'
import { after } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { rowsRead } from '#test/rows-read.ts'
import {
  type AuditFilter,
  findAuditPage,
  listAuditNames,
  pageQuery,
  checkAuditLog,
  findLastCheck,
  recordAudit,
} from './audit.server.ts'

const act = { actor: 'Ada <ada@example.com>', verb: 'pause', subject: 'noir', data: {} }

async function givenActs(ctx: TestContext, count: number) {
  const begun = ctx.now()
  for (let at = 0; at < count; at++) {
    // Several in one instant: a page must not lose or repeat one of them.
    ctx.setNow(after(begun, Math.floor(at / 3) * 60_000))
    const own = { ...act, verb: at % 2 ? 'pause' : 'resume', subject: `drop-${at}` }
    await transact(ctx, (work) => recordAudit(work, own))
  }
  return begun
}

test('pages follow one another without losing or repeating an entry', async ({ db, ctx }) => {
  await givenActs(ctx, 11)
  const seen: number[] = []
  let before
  do {
    const page = await findAuditPage(db, {}, { before, max: 4 })
    seen.push(...page.entries.map(({ id }) => id))
    before = page.next
  } while (before)
  expect(seen).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  expect((await findAuditPage(db, {}, { max: 11 })).next).toBeUndefined()
})

test('each field of the filter narrows, and the end of a time is not in it', async ({ db, ctx }) => {
  const begun = await givenActs(ctx, 6)
  await transact(ctx, (work) => recordAudit(work, { ...act, actor: 'root', subject: 'outlaw' }))
  const ids = async (filter: AuditFilter) =>
    (await findAuditPage(db, filter, { max: 50 })).entries.map(({ id }) => id)
  expect(await ids({ actor: 'root' })).toEqual([7])
  expect(await ids({ verb: 'resume' })).toEqual([5, 3, 1])
  expect(await ids({ subject: 'drop-1' })).toEqual([2])
  expect(await ids({ until: after(begun, 60_000) })).toEqual([3, 2, 1])
  expect(await ids({ from: after(begun, 60_000), verb: 'resume' })).toEqual([5])
  expect(await ids({ actor: 'root', verb: 'resume' })).toEqual([])
  expect(await listAuditNames(db)).toEqual({ actors: [act.actor, 'root'], verbs: ['pause', 'resume'] })
})

test('a filter reads no more of a long log than it shows', { timeout: 60_000 }, async ({ db, ctx }) => {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    for (let last = 10_000; last <= 60_000; last += 10_000)
      await tx.execute(sql`
        insert into audit_log (id, at, actor, verb, subject, data, previous_hash, hash) overriding system value
        select n, ${ctx.now().toISOString()}::timestamptz - (60000 - n) * interval '1 minute', 'member ' || n % 9,
          'verb ' || n % 40, 'O' || n % 5000, '{}', '', '' from generate_series(${last - 9_999}::int, ${last}::int) n`)
  })
  await db.execute(sql`analyze audit_log`)
  const month = { from: after(ctx.now(), -40 * 86_400_000), until: after(ctx.now(), -20 * 86_400_000) }
  for (const filter of [
    {},
    { actor: 'member 3' },
    { verb: 'verb 7' },
    { actor: 'member 3', verb: 'verb 7' },
    { subject: 'O77' },
    { actor: 'nobody' },
    month,
    { ...month, actor: 'member 3' },
  ] satisfies AuditFilter[]) {
    const { rows } = await db.execute<{ 'QUERY PLAN': string }>(
      sql`explain ${pageQuery(db, filter, { max: 51 }).getSQL()}`,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    // The few entries on one subject may be sorted; whatever is long is read in its order.
    const isLong = 'subject' in filter ? /Seq Scan/ : /Seq Scan|Sort/
    expect([filter, isLong.test(plan)]).toEqual([filter, false])
  }
  const reads = await rowsRead(db, async (tx) => {
    const { actors, verbs } = await listAuditNames(tx)
    expect([actors.length, verbs.length]).toEqual([9, 40])
  })
  expect(reads.get('audit_log'), 'an entry or two for each name').toBeLessThanOrEqual(2 * (9 + 40))
})

test('the latest check is stored with what it found', async ({ db, ctx }) => {
  expect(await findLastCheck(db)).toBeUndefined()
  await givenActs(ctx, 2)
  await checkAuditLog(db, ctx.now())
  expect(await findLastCheck(db)).toMatchObject({
    isIntact: true,
    row: 2,
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`update audit_log set verb = 'nothing' where id = 1`)
  })
  await checkAuditLog(db, ctx.now())
  expect(await findLastCheck(db)).toMatchObject({ isIntact: false, row: 1, hash: null })
})
