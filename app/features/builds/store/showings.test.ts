import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { transact } from '#app/db/work.server.ts'
import type { Ending, Stage } from '#app/features/orders/rules.ts'
import { orderLines } from '#app/features/orders/tables.ts'
import { after, minute, second } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenSubmittedBuild, paidSlot } from '#test/submitted-build.ts'
import { showingSentence } from '../rules/showing.ts'
import { buildShowings } from '../showing-tables.ts'
import {
  findShowingState,
  hideShowing,
  listShowings,
  listShownBuilds,
  listShownStates,
  withdrawShowing,
} from './showings.server.ts'
import { deleteSubmissionsOf } from './submissions.server.ts'

const shownNow = async (ctx: TestContext) => {
  ctx.setNow(after(ctx.now(), 2 * second))
  return listShownBuilds(ctx.db, ctx.now())
}

/** A build whose deposit is paid. Its reservation is put at a stage without the gates of the way there. */
async function givenReserved(ctx: TestContext, options: { isShowing?: boolean; email?: string } = {}) {
  const build = await givenSubmittedBuild(ctx, options)
  await build.approve()
  await build.accept()
  const orderId = await paidSlot(ctx, build)
  const moveTo = (stage: Stage | Ending) =>
    ctx.db.update(orderLines).set({ stage }).where(eq(orderLines.orderId, orderId))
  return { ...build, orderId, moveTo }
}

test('a consent is stored with its sentence and moment, and nothing without one', async ({ ctx, db }) => {
  const withConsent = await givenSubmittedBuild(ctx, { isShowing: true })
  const without = await givenSubmittedBuild(ctx, { email: 'other@example.com' })
  expect(await db.select().from(buildShowings)).toEqual([
    {
      submissionId: withConsent.submissionId,
      sentence: showingSentence,
      consentedAt: ctx.now(),
      withdrawnAt: null,
      hiddenAt: null,
    },
  ])
  expect(await findShowingState(db, withConsent.submissionId)).toBe('waiting')
  expect(await findShowingState(db, without.submissionId)).toBe('not_consented')
  const held = await listShowings(db, [withConsent.submissionId, without.submissionId])
  expect([...held.keys()]).toEqual([withConsent.submissionId])
})

test('a build is shown once it is built, without any data of its buyer', async ({ ctx, db }) => {
  const build = await givenReserved(ctx, { isShowing: true })
  for (const stage of ['agreed', 'in_build'] as const) {
    await build.moveTo(stage)
    expect(await shownNow(ctx)).toEqual([])
  }
  await build.moveTo('built')
  const [shown, ...rest] = await shownNow(ctx)
  expect(rest).toEqual([])
  expect(shown?.selection.parts.barrel).toBe('barrel-10-3')
  expect(JSON.stringify(shown)).not.toMatch(/Jordan|buyer@example|FL/)
  expect(await listShownStates(db, [build.submissionId])).toEqual(new Map([[build.submissionId, 'shown']]))
})

test('without consent nothing is shown, and two buyers of one build show it once', async ({ ctx }) => {
  const without = await givenReserved(ctx)
  await without.moveTo('picked_up')
  expect(await shownNow(ctx)).toEqual([])
  for (const email of ['first@example.com', 'second@example.com']) {
    const build = await givenReserved(ctx, { isShowing: true, email })
    await build.moveTo('built')
  }
  expect(await shownNow(ctx)).toHaveLength(1)
})

test('a consent taken back hides the build at once, the first time counts, and others stay', async ({
  ctx,
  db,
}) => {
  const build = await givenReserved(ctx, { isShowing: true })
  await build.moveTo('built')
  const withdraw = () => transact(ctx, (work) => withdrawShowing(work, build.submissionId))
  expect(await withdraw()).toEqual({ ok: true })
  const first = ctx.now()
  expect(await shownNow(ctx)).toEqual([])
  ctx.setNow(after(ctx.now(), minute))
  expect(await withdraw()).toEqual({ ok: true })
  expect(await db.select({ at: buildShowings.withdrawnAt }).from(buildShowings)).toEqual([{ at: first }])
  expect(await findShowingState(db, build.submissionId)).toBe('withdrawn')
  const never = await givenSubmittedBuild(ctx, { email: 'never@example.com' })
  expect(await transact(ctx, (work) => withdrawShowing(work, never.submissionId))).toMatchObject({
    why: 'not_consented',
  })
})

test('staff take a build off the page and put it back; without a consent there is nothing to hide', async ({
  ctx,
  db,
}) => {
  const build = await givenReserved(ctx, { isShowing: true })
  await build.moveTo('built')
  const hide = (isHidden: boolean) => transact(ctx, (work) => hideShowing(work, build.submissionId, isHidden))
  expect(await hide(true)).toEqual({ ok: true, wasHidden: false })
  expect(await hide(true)).toEqual({ ok: true, wasHidden: true })
  expect(await shownNow(ctx)).toEqual([])
  expect(await findShowingState(db, build.submissionId)).toBe('hidden')
  expect(await listShownStates(db, [build.submissionId])).toEqual(new Map())
  expect(await hide(false)).toEqual({ ok: true, wasHidden: true })
  expect(await shownNow(ctx)).toHaveLength(1)
  await transact(ctx, (work) => withdrawShowing(work, build.submissionId))
  expect(await hide(false)).toMatchObject({ why: 'not_consented' })
})

test('a returned firearm is not shown', async ({ ctx, db }) => {
  const build = await givenReserved(ctx, { isShowing: true })
  await build.moveTo('built')
  await db.update(orderLines).set({ returnedAt: ctx.now() }).where(eq(orderLines.orderId, build.orderId))
  expect(await shownNow(ctx)).toEqual([])
})

test('the consent goes with the personal data of its submission', async ({ ctx, db }) => {
  await givenSubmittedBuild(ctx, { isShowing: true })
  await transact(ctx, (work) => deleteSubmissionsOf(work, 'buyer@example.com'))
  expect(await db.select().from(buildShowings)).toEqual([])
})
