import { expect } from 'vitest'
import { type AppContext, transact } from '#app/db/db.server.ts'
import { after, day } from '#app/kit/clock.ts'
import { refuse } from '#app/kit/refusal.ts'
import { test } from '#test/db.ts'
import { forgetForms, makeOnce } from './act.server.ts'
import { formCreations } from './tables.ts'
import { changeOf, differenceOf } from './difference.ts'

function maker(ctx: AppContext) {
  let made = 0
  const press = (key: string, typed: unknown = 'typed') =>
    transact(ctx, (work) => makeOnce(work, { key, typed }, async () => ({ ok: true, id: String(++made) })))
  return press
}

test('a form that is sent again, also at the same moment, gets the first answer', async ({ ctx }) => {
  const press = maker(ctx)
  const answers = await Promise.all(Array.from({ length: 4 }, () => press('one')))
  expect([...answers, await press('one')]).toEqual(Array.from({ length: 5 }, () => ({ ok: true, id: '1' })))
})

test('another form, and the same with other words, makes another', async ({ ctx }) => {
  const press = maker(ctx)
  expect([await press('one'), await press('two'), await press('one', 'other')]).toEqual(
    ['1', '2', '3'].map((id) => ({ ok: true, id })),
  )
})

test('what is refused, or fails, leaves nothing and may be tried again', async ({ ctx, db }) => {
  const form = { key: 'one', typed: '' }
  const refused = await transact(ctx, (work) => makeOnce(work, form, async () => refuse('not_yet')))
  expect(refused).toMatchObject({ ok: false })
  const failed = transact(ctx, (work) => makeOnce(work, form, () => Promise.reject(new Error('Gone'))))
  await expect(failed).rejects.toThrow('Gone')
  expect(await db.$count(formCreations)).toBe(0)
  expect(await maker(ctx)('one', '')).toEqual({ ok: true, id: '1' })
})

test('forms that were sent a week ago are forgotten', async ({ ctx, db }) => {
  const press = maker(ctx)
  const begun = ctx.now()
  await press('old')
  ctx.setNow(after(begun, 1))
  await press('young')
  ctx.setNow(after(begun, 7 * day))
  await forgetForms(db, ctx.now())
  expect(await db.$count(formCreations)).toBe(1)
  expect(await press('young')).toEqual({ ok: true, id: '2' })
})

test('a change names only what differs, and times as instants', () => {
  const at = new Date('2026-11-20T12:00:00Z')
  expect(changeOf({ price: 100, name: 'A', at }, { price: 120, name: 'A', at: null })).toEqual({
    before: { price: 100, at: '2026-11-20T12:00:00.000Z' },
    after: { price: 120, at: null },
  })
  expect(changeOf(undefined, { name: 'A' })).toEqual({ before: {}, after: { name: 'A' } })
  expect(changeOf({ name: 'A' }, undefined)).toEqual({ before: { name: 'A' }, after: {} })
  expect(changeOf({ tags: ['a'] }, { tags: ['a'] })).toEqual({ before: {}, after: {} })
})

test('an entry has its values before, its values after, and its other facts', () => {
  expect(
    differenceOf({ before: { price: 100, gone: 'x' }, after: { price: 120, isOpen: true }, reason: 'sale' }),
  ).toEqual([
    { field: 'price', before: '100', after: '120' },
    { field: 'gone', before: 'x', after: undefined },
    { field: 'isOpen', before: undefined, after: 'yes' },
    { field: 'reason', after: 'sale' },
  ])
  expect(differenceOf({ before: 'live', after: 'paused' })).toEqual([
    { field: 'state', before: 'live', after: 'paused' },
  ])
  expect(differenceOf({ was: null, codes: ['a', 'b'] })).toEqual([
    { field: 'was', after: '–' },
    { field: 'codes', after: '["a","b"]' },
  ])
  expect(differenceOf({})).toEqual([])
})
