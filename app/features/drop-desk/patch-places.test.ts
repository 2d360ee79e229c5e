import { expect } from 'vitest'
import { listPatches } from '#app/features/drops/store/patches.server.ts'
import {
  blankPlan,
  type DropPlan,
  formValues,
  patchesInOrder,
  readPlan,
} from '#app/features/drops/plan-fields.ts'
import { drops } from '#app/features/drops/tables.ts'
import { deskOf, givenPublished, seenOf, slug, patch } from '#test/drop-plans.ts'
import { type TestContext, test } from '#test/db.ts'
import { changePlan } from './flows.server.ts'

const sentValues = (plan: DropPlan) =>
  Object.fromEntries(
    Object.entries(formValues(plan)).filter(
      ([field, value]) => value !== '' || !field.endsWith('.opensEarly'),
    ),
  )

const idOf = (digit: number) => `${String(digit).repeat(8)}-2222-4222-8222-222222222222`
const row = (digit: number, name: string, position: string) => ({
  [`patches.${idOf(digit)}.name`]: name,
  [`patches.${idOf(digit)}.priceCents`]: '18',
  [`patches.${idOf(digit)}.quantity`]: '100',
  [`patches.${idOf(digit)}.position`]: position,
})

async function type(ctx: TestContext, change: Record<string, string>) {
  const { plan, revision } = await seenOf(ctx)
  const read = readPlan({ ...sentValues(plan), ...change })
  if (!read.ok) return read
  return changePlan(deskOf(ctx), slug, { seen: revision, plan: read.plan, isConfirmed: false })
}

async function shown({ db, now }: TestContext) {
  const [drop] = await db.select({ id: drops.id }).from(drops)
  return (await listPatches(db, drop?.id ?? '', now())).map(({ name }) => name)
}

test('a new patch comes last, and patches are ordered on the sheet of their drop', async ({ ctx }) => {
  await givenPublished(ctx, { patches: [{ ...patch, name: 'Field' }] })
  expect(await type(ctx, { ...row(3, 'Night', ''), ...row(4, 'Ash', '') })).toMatchObject({ ok: true })
  expect(await shown(ctx)).toEqual(['Field', 'Night', 'Ash'])
  expect(await type(ctx, { [`patches.${idOf(4)}.position`]: '0' })).toMatchObject({
    ok: true,
    changes: [{ field: `patches.${idOf(4)}.position`, before: '3', after: '0' }],
  })
  expect(await shown(ctx)).toEqual(['Ash', 'Field', 'Night'])
  expect(patchesInOrder((await seenOf(ctx)).plan).map(({ name }) => name)).toEqual(['Ash', 'Field', 'Night'])
})

test('a place is a whole number, and two patches without one follow the last in the order of the sheet', () => {
  const typed = sentValues({ ...blankPlan, slug })
  expect(readPlan({ ...typed, ...row(3, 'Night', 'first') })).toEqual({
    ok: false,
    errors: { [`patches.${idOf(3)}.position`]: ['Use a whole number from 0 to 99,999.'] },
  })
  const read = readPlan({ ...typed, ...row(3, 'Night', ''), ...row(4, 'Ash', '7'), ...row(5, 'Dawn', '') })
  expect(read.ok && read.plan.patches.map(({ name, position }) => [name, position])).toEqual([
    ['Night', 8],
    ['Ash', 7],
    ['Dawn', 9],
  ])
})
