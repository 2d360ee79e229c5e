import { describe, expect } from 'vitest'
import { type Db, transact } from '#app/db/db.server.ts'
import { addBuilds } from '#db/sample/load.ts'
import { sampleTrustPackages } from '#db/sample/data/goods.ts'
import { givenReference } from '#test/reference.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenPaymentContext, reservationForm, holdLines, startLines } from '#test/shop.ts'
import { givenSubmittedBuild, paidSlot } from '#test/world.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { trustPackages } from '../../trust/tables.ts'
import { chooseDealer } from '#app/features/orders/store/buyer.server.ts'
import { findOrder } from '#app/features/orders/store/read.server.ts'
import type { Sellables } from '#app/features/orders/store/lines.server.ts'
import { startOrder } from '#app/features/checkout/store/start.server.ts'
import { applyRetention } from '#app/retention/retention.server.ts'
import { buildDecisions } from '../tables.ts'
import { type SubmissionInput, readCatalog, findSavedBuild, saveBuild } from '../store.server.ts'
import { type Catalog, emptySelection, priceBuild, type Selection } from '../rules.ts'
import {
  buildSlot,
  deleteOldSubmissions,
  deleteSubmissionsOf,
  findSubmission,
  listSubmissionsOf,
  submitBuild,
} from './submissions.server.ts'

const onSale = { build_slot: buildSlot } satisfies Sellables
const chosen: Selection = {
  ...emptySelection('ar15'),
  parts: {
    lower: 'forged-lower',
    upper: 'upper-556',
    barrel: 'barrel-10-3',
    stock: 'sopmod-stock',
    handguard: 'quad-rail',
  },
  accessories: ['weapon-light', 'weapon-light'],
}

function formOf(shownCents: number, more: Partial<SubmissionInput> = {}): SubmissionInput {
  const person = { name: 'Jordan Buyer', email: 'buyer@example.com', phone: null, state: 'FL' }
  return { formKey: crypto.randomUUID(), ...person, shownCents, ...more }
}

async function givenCatalog(db: Db, ctx: TestContext): Promise<Catalog> {
  await givenReference(db)
  await addBuilds(db, ctx.now())
  await db.insert(trustPackages).values(sampleTrustPackages)
  return readCatalog(db, ctx.now())
}

describe('saving', () => {
  test('stores the selection at the catalog price with one link for each build', async ({ db, ctx }) => {
    const catalog = await givenCatalog(db, ctx)
    const code = await transact(ctx, (work) => saveBuild(work, chosen, catalog))
    expect(code).toMatch(/^[0-9A-Z]{8}$/)
    expect(await transact(ctx, (work) => saveBuild(work, chosen, catalog))).toBe(code)
    const saved = await findSavedBuild(db, code)
    expect(saved).toMatchObject({ selection: chosen, price: { totalCents: 352_200, itemCount: 7 } })
    expect(await findSavedBuild(db, 'NOSUCH22')).toBeUndefined()
  })

  test('a price change gives a new link and leaves the first unchanged', async ({ db, ctx }) => {
    const catalog = await givenCatalog(db, ctx)
    const dearer = {
      ...catalog,
      parts: catalog.parts.map((part) => ({ ...part, priceCents: part.priceCents + 100 })),
    }
    const first = await transact(ctx, (work) => saveBuild(work, chosen, catalog))
    const second = await transact(ctx, (work) => saveBuild(work, chosen, dearer))
    expect(second).not.toBe(first)
    expect((await findSavedBuild(db, first))?.price.totalCents).toBe(352_200)
    expect((await findSavedBuild(db, second))?.price.totalCents).toBe(352_900)
  })
})

describe('submitting', () => {
  test('stores the catalog price and emails the sender and staff once', async ({ db, ctx }) => {
    const catalog = await givenCatalog(db, ctx)
    const form = formOf(352_200)
    const send = () => transact(ctx, (work) => submitBuild(work, catalog, chosen, form))
    const sent = await send()
    expect(await send()).toEqual(sent)
    if (!sent.ok) throw new Error('It was refused')
    const stored = await findSubmission(db, sent.id)
    expect(stored).toMatchObject({
      totalCents: 352_200,
      slotState: 'open',
      verdict: 'allowed',
    })
    expect(ctx.queued.map(({ job }) => job)).toEqual(['mail-build-submitted', 'mail-build-to-staff'])
  })

  test('a braced build is a handgun', async ({ db, ctx }) => {
    const catalog = await givenCatalog(db, ctx)
    const form = formOf(priceBuild(braced, catalog).totalCents)
    const sent = await transact(ctx, (work) => submitBuild(work, catalog, braced, form))
    if (!sent.ok) throw new Error(sent.why)
    expect(await findSubmission(db, sent.id)).toMatchObject({
      itemClass: 'handgun',
      totalCents: form.shownCents,
    })
  })

  test('a wrong price, an unknown part and an unbuildable build are refused', async ({ db, ctx }) => {
    const catalog = await givenCatalog(db, ctx)
    const whyOf = async (selection: Selection, shownCents: number) => {
      const sent = await transact(ctx, (work) => submitBuild(work, catalog, selection, formOf(shownCents)))
      return sent.ok ? 'taken' : sent.why
    }
    expect(await whyOf(chosen, 100)).toBe('price_changed')
    const forged = { ...chosen, parts: { ...chosen.parts, optics: 'free-scope' } }
    expect(await whyOf(forged, priceBuild(forged, catalog).totalCents)).toBe('part_missing')
    expect(await whyOf(emptySelection('ar15'), 189_900)).toBe('nothing_chosen')
    const { stock: _, ...stockless } = chosen.parts
    for (const parts of [stockless, { ...chosen.parts, upper: 'upper-300' }]) {
      const selection = { ...chosen, parts }
      expect(await whyOf(selection, priceBuild(selection, catalog).totalCents)).toBe('not_buildable')
    }
    expect(ctx.queued).toEqual([])
  })

  test('a state that does not allow short-barreled rifles is refused with its reasons', async ({
    db,
    ctx,
  }) => {
    const catalog = await givenCatalog(db, ctx)
    const form = formOf(352_200, { state: 'CA' })
    const sent = await transact(ctx, (work) => submitBuild(work, catalog, chosen, form))
    expect(sent).toMatchObject({ ok: false, why: 'refused_by_state', verdict: { outcome: 'refused' } })
  })
})

/** A braced AR-9: what its parts make it in law is for the server to find out. */
const braced: Selection = {
  ...emptySelection('ar9'),
  parts: {
    lower: 'lower-9mm',
    upper: 'upper-9mm',
    barrel: 'barrel-5-5',
    stock: 'brace',
    handguard: 'slim-handguard',
  },
}

async function givenSlot(ctx: TestContext, selection: Selection, state: string) {
  const catalog = await givenCatalog(ctx.db, ctx)
  const form = formOf(priceBuild(selection, catalog).totalCents, { state })
  const sent = await transact(ctx, (work) => submitBuild(work, catalog, selection, form))
  if (!sent.ok) throw new Error(sent.why)
  const lines = [{ kind: 'build_slot' as const, ref: { submission: sent.id } }]
  const started = await holdLines(ctx, lines, onSale)
  return { submissionId: sent.id, orderId: started.orderId }
}

describe('a braced build', () => {
  const inFlorida = {
    dealer: 'now' as const,
    dealerName: 'Sample Arms',
    dealerCity: 'Miami',
    dealerState: 'FL',
  }

  test('is a handgun on its submission and on its order line, with its caliber and barrel', async ({
    db,
    ctx,
  }) => {
    const { submissionId, orderId } = await givenSlot(ctx, braced, 'FL')
    const firearm = { model: 'AR-9', caliber: '9×19 mm', barrel: '5.5 in' }
    expect(await findSubmission(db, submissionId)).toMatchObject({ itemClass: 'handgun', firearm })
    expect((await findOrder(db, orderId))?.lines).toMatchObject([{ itemClass: 'handgun', firearm }])
  })

  test('is not sold to a Texan through a dealer in Florida, and nothing is charged', async ({ db, ctx }) => {
    const { orderId } = await givenSlot(ctx, braced, 'TX')
    const form = reservationForm({ state: 'TX', ...inFlorida })
    expect(await payOrder(givenPaymentContext(ctx), onSale, orderId, form)).toMatchObject({
      ok: false,
      why: 'refused_by_state',
      verdict: { reasons: [{ rule: 'handgun', status: 'other_state', state: 'FL', home: 'Texas' }] },
    })
    expect(await findOrder(db, orderId)).toMatchObject({ state: 'held', capturedCents: 0 })
  })

  test('gets no dealer of another state after the deposit either', async ({ db, ctx }) => {
    const { orderId } = await givenSlot(ctx, braced, 'TX')
    const paid = await payOrder(givenPaymentContext(ctx), onSale, orderId, reservationForm({ state: 'TX' }))
    expect(paid).toMatchObject({ isPaid: true })
    const choose = (dealerState: string) =>
      transact(ctx, (work) => {
        const dealer = { dealerName: 'Sample Arms', dealerCity: 'Miami', dealerState }
        return chooseDealer(work, onSale, orderId, dealer)
      })
    expect(await choose('FL')).toMatchObject({ why: 'refused_by_state' })
    expect(await findOrder(db, orderId)).toMatchObject({ dealerState: null })
    expect(await choose('TX')).toEqual({ ok: true })
  })
})

describe('the slot', () => {
  test('is held for one order, paid, and then unavailable', async ({ db, ctx }) => {
    const catalog = await givenCatalog(db, ctx)
    const sent = await transact(ctx, (work) => submitBuild(work, catalog, chosen, formOf(352_200)))
    if (!sent.ok) throw new Error('It was refused')
    const lines = [{ kind: 'build_slot' as const, ref: { submission: sent.id } }]
    const start = () => startLines(ctx, lines, onSale)
    const started = await start()
    if (!started.ok) throw new Error('It was not started')
    expect(await start()).toEqual({ ok: false, why: 'slot_held' })
    const paid = await payOrder(givenPaymentContext(ctx), onSale, started.orderId, reservationForm())
    expect(paid).toMatchObject({ ok: true, isPaid: true })
    expect(await findSubmission(db, sent.id)).toMatchObject({ slotState: 'taken', orderId: started.orderId })
    expect(await start()).toEqual({ ok: false, why: 'slot_taken' })
  })

  test('an unknown submission is refused', async ({ ctx }) => {
    const lines = [{ kind: 'build_slot' as const, ref: { submission: '2345678ABC' } }]
    const requested = { key: crypto.randomUUID(), lines }
    expect(await transact(ctx, (work) => startOrder(work, onSale, requested))).toEqual({
      ok: false,
      why: 'submission_not_found',
    })
  })
})

test('a submission is deleted after two years unless it has an order', async ({ db, ctx }) => {
  const catalog = await givenCatalog(db, ctx)
  const { totalCents } = priceBuild(chosen, catalog)
  const submit = () => transact(ctx, (work) => submitBuild(work, catalog, chosen, formOf(totalCents)))
  const [bare, ordered] = [await submit(), await submit()]
  if (!bare.ok || !ordered.ok) throw new Error('A build was not taken')
  const lines = [{ kind: 'build_slot' as const, ref: { submission: ordered.id } }]
  await transact(ctx, (work) => startOrder(work, onSale, { key: 'k'.repeat(20), lines }))
  const years = (count: number) => ctx.setNow(new Date(Date.UTC(2026 + count, 10, 21)))
  years(1)
  expect(await applyRetention(ctx, 'builds', deleteOldSubmissions)).toBe(0)
  years(3)
  expect(await applyRetention(ctx, 'builds', deleteOldSubmissions)).toBe(1)
  expect(await findSubmission(db, bare.id)).toBeUndefined()
  expect(await findSubmission(db, ordered.id)).toBeDefined()
})

test('the submissions of an address are deleted with their decisions; those of others, and those with an order, stay', async ({
  ctx,
  db,
}) => {
  const own = await givenSubmittedBuild(ctx, { email: 'Jordan@example.com' })
  await own.approve()
  const ordered = await givenSubmittedBuild(ctx, { email: 'jordan@example.com' })
  await ordered.approve()
  await paidSlot(ctx, ordered)
  const other = await givenSubmittedBuild(ctx, { email: 'other@example.com' })
  const held = async (email: string) => (await listSubmissionsOf(db, email)).map(({ id }) => id)
  const forget = () => transact(ctx, (work) => deleteSubmissionsOf(work, 'JORDAN@example.com'))
  expect((await held('jordan@example.com')).toSorted()).toEqual(
    [own.submissionId, ordered.submissionId].toSorted(),
  )
  expect(await forget()).toBe(1)
  expect(await held('jordan@example.com')).toEqual([ordered.submissionId])
  expect(await held('other@example.com')).toEqual([other.submissionId])
  expect((await db.select().from(buildDecisions)).map(({ submissionId }) => submissionId)).toEqual([
    ordered.submissionId,
  ])
  expect(await forget()).toBe(0)
})
