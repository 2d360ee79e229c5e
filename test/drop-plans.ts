// Plans of drops behind the counter, for tests.
import { secretToken } from '#app/kit/ids.ts'
import { expect } from 'vitest'
import type { DropPlan } from '#app/features/drops/plan-fields.ts'
import { findPlan } from '#app/features/drops/store/plans.server.ts'
import { shopZone } from './moment.ts'
import { givenReference } from './reference.ts'
import type { TestContext } from './db.ts'
import { givenLicensee } from './shop.ts'
import { beginPlan, carryOut, changePlan, type DropDesk } from '#app/features/drop-desk/flows.server.ts'
import type { PlanVerb } from '#app/features/drop-desk/rules.ts'

export const variant = {
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Field',
  description: '',
  caliber: '5.56 NATO',
  barrel: '10.3 in',
  finish: 'gray',
  price: 234_900,
}
/** The address of the plan that tests work on. */
export const slug = 'outlaw-vol-1'

/** A manager who changes drops. */
export const deskOf = (ctx: TestContext, by = 'A. Desk'): DropDesk => ({
  ctx,
  by,
  actor: `${by} <a@example.com>`,
  timeZone: shopZone,
})

/** A plan as somebody sees it who loads its sheet. */
export const seenOf = async (ctx: TestContext, at = slug) => {
  const found = await findPlan(ctx.db, at, { now: ctx.now(), timeZone: shopZone })
  if (!found) throw new Error(`There is no plan ${at}`)
  return found
}

/** Saves a change on the newest revision, as somebody who just loaded the sheet. */
export async function save(ctx: TestContext, change: Partial<DropPlan>, { at = slug, by = 'A. Desk' } = {}) {
  const { plan, revision } = await seenOf(ctx, at)
  return changePlan(deskOf(ctx, by), at, { seen: revision, plan: { ...plan, ...change } })
}

/** Carries out a verb, as somebody who has just seen the newest revision. */
export const press = async (ctx: TestContext, verb: PlanVerb) =>
  carryOut(deskOf(ctx), verb, slug, (await seenOf(ctx)).revision)

/** What makes a blank plan whole. */
export const whole: Partial<DropPlan> = {
  tagline: 'Engine-turned.',
  story: 'A story.',
  totalUnits: 40,
  house: [1, 7, 40],
  depositPrice: 10_000,
  variants: [variant],
  smallPrint: 'As is.',
}

/** A whole plan that is not published. */
export async function givenPlan(ctx: TestContext, change: Partial<DropPlan> = {}) {
  await givenReference(ctx.db)
  await givenLicensee(ctx.db)
  expect(await beginPlan(deskOf(ctx), { formKey: secretToken(), name: 'Outlaw Vol. 1', from: null })).toEqual(
    {
      ok: true,
      slug,
    },
  )
  expect(await save(ctx, { ...whole, ...change })).toMatchObject({ ok: true })
}

/** A published drop that is not open yet. */
export async function givenPublished(ctx: TestContext, change: Partial<DropPlan> = {}) {
  await givenPlan(ctx, change)
  expect(await press(ctx, 'publication')).toMatchObject({ ok: true })
}
