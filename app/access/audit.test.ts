import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact } from '#app/db/work.server.ts'
import { test } from '#test/db.ts'
import { listActs, recordAct } from './audit.server.ts'

const act = { actor: 'sam', verb: 'pause', subject: 'test-drop', data: { was: 'live' } }

test('acts are read back newest first, at the moment they were done', async ({ db, place }) => {
  await transact(place, (work) => recordAct(work, act))
  await transact(place, (work) => recordAct(work, { ...act, verb: 'resume' }))
  const acts = await listActs(db)
  expect(acts.map(({ verb }) => verb)).toEqual(['resume', 'pause'])
  expect(acts[1]).toMatchObject({ ...act, at: place.now() })
})

test('an act is gone with the transaction that it was done in', async ({ db, place }) => {
  const failing = transact(place, async (work) => {
    await recordAct(work, act)
    throw new Error('the act itself failed')
  })
  await expect(failing).rejects.toThrow('the act itself failed')
  expect(await listActs(db)).toEqual([])
})

for (const statement of ["update audit_log set actor = 'nobody'", 'delete from audit_log'])
  test(`the database refuses: ${statement}`, async ({ db, place }) => {
    await transact(place, (work) => recordAct(work, act))
    await expect(db.execute(sql.raw(statement))).rejects.toMatchObject({
      cause: { message: expect.stringContaining('The audit log only grows') },
    })
    expect(await listActs(db)).toHaveLength(1)
  })
