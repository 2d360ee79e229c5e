import { describe, expect } from 'vitest'
import { transact } from '#app/db/work.server.ts'
import type { Db } from '#app/db/db.server.ts'
import { addBuilds } from '#db/sample/builds.ts'
import { sampleTrustPackages } from '#db/sample/data/trust-packages.ts'
import { loadReference } from '#db/sample/load.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenPaymentContext, reservationForm } from '#test/shop.ts'
import { payOrder } from '#app/features/checkout/flows.server.ts'
import { trustPackages } from '../../trust/tables.ts'
import type { Sellables } from '#app/features/orders/store.server.ts'
import { startOrder } from '#app/features/checkout/store.server.ts'
import type { SubmissionInput } from '../input.ts'
import { type Catalog, emptySelection, priceBuild, type Selection } from '../rules.ts'
import { buildSlot } from './build-slot.server.ts'
import { readCatalog } from './catalog.server.ts'
import { findSavedBuild, saveBuild } from './saved-builds.server.ts'
import { findSubmission, deleteOldSubmissions, submitBuild } from './submissions.server.ts'

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
  return { formKey: crypto.randomUUID(), ...person, trust: undefined, shownCents, ...more }
}

async function givenCatalog(db: Db, ctx: TestContext): Promise<Catalog> {
  await loadReference(db)
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
  test('stores the catalog price with the trust pack and mails the sender and staff once', async ({
    db,
    ctx,
  }) => {
    const catalog = await givenCatalog(db, ctx)
    const form = formOf(352_200, { trust: 'yes' })
    const send = () => transact(ctx, (work) => submitBuild(work, catalog, chosen, form))
    const sent = await send()
    expect(await send()).toEqual(sent)
    if (!sent.ok) throw new Error('It was refused')
    const stored = await findSubmission(db, sent.id)
    expect(stored).toMatchObject({
      totalCents: 354_100,
      hasTrustPack: true,
      slotState: 'open',
      verdict: 'allowed',
    })
    expect(ctx.queued.map(({ job }) => job)).toEqual(['mail-build-submitted', 'mail-build-to-desk'])
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

describe('the slot', () => {
  test('is held for one order, paid, and then unavailable', async ({ db, ctx }) => {
    const catalog = await givenCatalog(db, ctx)
    const sent = await transact(ctx, (work) => submitBuild(work, catalog, chosen, formOf(352_200)))
    if (!sent.ok) throw new Error('It was refused')
    const lines = [{ kind: 'build_slot' as const, ref: { submission: sent.id } }]
    const start = () => transact(ctx, (work) => startOrder(work, onSale, { key: crypto.randomUUID(), lines }))
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
  expect(await transact(ctx, deleteOldSubmissions)).toBe(0)
  years(3)
  expect(await transact(ctx, deleteOldSubmissions)).toBe(1)
  expect(await findSubmission(db, bare.id)).toBeUndefined()
  expect(await findSubmission(db, ordered.id)).toBeDefined()
})
