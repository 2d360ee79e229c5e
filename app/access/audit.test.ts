import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect } from 'vitest'
import { listOpenAlerts } from '#app/alerts/alerts.server.ts'
import { type Db, transact } from '#app/db/db.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { auditJobs, listAuditEntries, recordAudit, verifyAuditLog } from './audit.server.ts'

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
