import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect } from 'vitest'
import { listOpenAlerts } from '#app/alerts/alerts.server.ts'
import { type Db, transact } from '#app/db/db.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { type TestContext, test } from '#test/db.ts'
import {
  auditJobs,
  listAuditEntries,
  recordAudit,
  verifyAuditLog,
  type AuditFilter,
  findAuditPage,
  listAuditNames,
  pageQuery,
  checkAuditLog,
  findLastCheck,
} from './audit.server.ts'
import { after } from '#app/kit/clock.ts'
import { rowsRead } from '#test/rows-read.ts'

const act = { actor: 'sam', verb: 'pause', subject: 'test-drop', data: { was: 'live' } }

test('actions are read newest first, with their time', async ({ db, ctx }) => {
  await transact(ctx, (work) => recordAudit(work, act))
  await transact(ctx, (work) => recordAudit(work, { ...act, verb: 'resume' }))
  const acts = await listAuditEntries(db)
  expect(acts.map(({ verb }) => verb)).toEqual(['resume', 'pause'])
  expect(acts[1]).toMatchObject({ ...act, at: ctx.now() })
})

test('an action is rolled back with its transaction', async ({ db, ctx }) => {
  const failing = transact(ctx, async (work) => {
    await recordAudit(work, act)
    throw new Error('the act itself failed')
  })
  await expect(failing).rejects.toThrow('the act itself failed')
  expect(await listAuditEntries(db)).toEqual([])
})

for (const statement of [
  "update audit_log set actor = 'nobody'",
  'delete from audit_log',
  'truncate audit_log',
])
  test(`the database refuses: ${statement}`, async ({ db, ctx }) => {
    await transact(ctx, (work) => recordAudit(work, act))
    await expect(db.execute(sql.raw(statement))).rejects.toMatchObject({
      cause: { message: expect.stringContaining('The audit log only grows') },
    })
    expect(await listAuditEntries(db)).toHaveLength(1)
  })

const tamper = (db: Db, statement: string) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql.raw(statement))
  })

async function givenActs(ctx: TestContext, count: number) {
  for (let at = 1; at <= count; at++)
    await transact(ctx, (work) => recordAudit(work, { ...act, subject: `drop-${at}` }))
}

test('an untouched log is intact, and has a head', async ({ db, ctx }) => {
  expect(await verifyAuditLog(db)).toEqual({ ok: true, head: null })
  await givenActs(ctx, 3)
  const [newest] = await listAuditEntries(db, 1)
  const head = { id: 3, hash: newest?.hash ?? '' }
  expect(head.hash).toMatch(/^[0-9a-f]{64}$/)
  expect(await verifyAuditLog(db, head)).toEqual({ ok: true, head })
})

test.for([
  ['who did it', "update audit_log set actor = 'nobody' where id = 2", 2],
  ['when', "update audit_log set at = at + interval '1 microsecond' where id = 2", 2],
  ['what', "update audit_log set verb = 'resume' where id = 2", 2],
  ['on what', "update audit_log set subject = 'other' where id = 2", 2],
  ['what came of it', 'update audit_log set data = \'{"was": "paused"}\' where id = 2', 2],
  ['a row that is taken out', 'delete from audit_log where id = 2', 3],
  ['the first row that is taken out', 'delete from audit_log where id = 1', 2],
  [
    'a row that is taken out, with the next one chained anew',
    `with gone as (delete from audit_log where id = 2 returning previous_hash)
      update audit_log set previous_hash = gone.previous_hash,
        hash = audit_row_hash(gone.previous_hash, id, at, actor, verb, subject, data) from gone where id = 3`,
    3,
  ],
  ['the hash of a row', "update audit_log set hash = repeat('a', 64) where id = 3", 3],
  ['what a row says of the one before', "update audit_log set previous_hash = 'x' where id = 2", 2],
  [
    'a changed row whose own hash was worked out again',
    `update audit_log set actor = 'nobody', hash =
      audit_row_hash(previous_hash, id, at, 'nobody', verb, subject, data) where id = 2`,
    3,
  ],
] as const)('the chain shows a change of %s', async ([, statement, brokenAt], { db, ctx }) => {
  await givenActs(ctx, 3)
  await tamper(db, statement)
  expect(await verifyAuditLog(db)).toEqual({ ok: false, brokenAt })
})

test('rows cut off at the end are detected with a stored head', async ({ db, ctx }) => {
  await givenActs(ctx, 3)
  const [newest] = await listAuditEntries(db, 1)
  const head = { id: 3, hash: newest?.hash ?? '' }
  await tamper(db, 'delete from audit_log where id = 3')
  expect(await verifyAuditLog(db)).toMatchObject({ ok: true })
  expect(await verifyAuditLog(db, head)).toEqual({ ok: false, brokenAt: 3 })
  await givenActs(ctx, 1)
  expect(await verifyAuditLog(db, head)).toEqual({ ok: false, brokenAt: 3 })
})

test('concurrent actions form one chain', async ({ db, ctx }) => {
  await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
      transact(ctx, async (work) => {
        await recordAudit(work, { ...act, subject: `first ${at}` })
        await recordAudit(work, { ...act, subject: `second ${at}` })
      }),
    ),
  )
  expect(await verifyAuditLog(db)).toMatchObject({ ok: true, head: { id: 24 } })
})

test('a rolled-back action leaves no gap', async ({ db, ctx }) => {
  await givenActs(ctx, 1)
  const failing = transact(ctx, async (work) => {
    await recordAudit(work, act)
    throw new Error('undone')
  })
  await expect(failing).rejects.toThrow('undone')
  await givenActs(ctx, 1)
  expect(await verifyAuditLog(db)).toMatchObject({ ok: true, head: { id: 2 } })
})

test('the log is verified daily: its head is logged, and a change raises an alert until it is mended', async ({
  db,
  ctx,
}) => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const verify = () => auditJobs[0]?.run({ ...ctx, log } as unknown as Shop, {})
  await givenActs(ctx, 2)
  const [newest] = await listAuditEntries(db, 1)
  await verify()
  expect(lines[0]).toContain(newest?.hash)
  expect(await listOpenAlerts(db)).toEqual([])
  await tamper(db, "update audit_log set actor = 'nobody' where id = 1")
  await verify()
  expect(await listOpenAlerts(db)).toMatchObject([{ kind: 'audit_log_broken' }])
  await tamper(db, "update audit_log set actor = 'sam' where id = 1")
  await verify()
  expect(await listOpenAlerts(db)).toEqual([])
})

const pause = { actor: 'Ada <ada@example.com>', verb: 'pause', subject: 'noir', data: {} }

async function givenPauses(ctx: TestContext, count: number) {
  const begun = ctx.now()
  for (let at = 0; at < count; at++) {
    // Several in one instant: a page must not lose or repeat one of them.
    ctx.setNow(after(begun, Math.floor(at / 3) * 60_000))
    const own = { ...pause, verb: at % 2 ? 'pause' : 'resume', subject: `drop-${at}` }
    await transact(ctx, (work) => recordAudit(work, own))
  }
  return begun
}

test('pages follow one another without losing or repeating an entry', async ({ db, ctx }) => {
  await givenPauses(ctx, 11)
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
  const begun = await givenPauses(ctx, 6)
  await transact(ctx, (work) => recordAudit(work, { ...pause, actor: 'root', subject: 'outlaw' }))
  const ids = async (filter: AuditFilter) =>
    (await findAuditPage(db, filter, { max: 50 })).entries.map(({ id }) => id)
  expect(await ids({ actor: 'root' })).toEqual([7])
  expect(await ids({ verb: 'resume' })).toEqual([5, 3, 1])
  expect(await ids({ subject: 'drop-1' })).toEqual([2])
  expect(await ids({ until: after(begun, 60_000) })).toEqual([3, 2, 1])
  expect(await ids({ from: after(begun, 60_000), verb: 'resume' })).toEqual([5])
  expect(await ids({ actor: 'root', verb: 'resume' })).toEqual([])
  expect(await listAuditNames(db)).toEqual({ actors: [pause.actor, 'root'], verbs: ['pause', 'resume'] })
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
  await givenPauses(ctx, 2)
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
