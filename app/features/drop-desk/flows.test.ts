import { secretToken } from '#app/kit/ids.ts'
import { expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { transact } from '#app/db/db.server.ts'
import { findDrop } from '#app/features/drops/store/drops.server.ts'
import { listPlans, listOpenPoints } from '#app/features/drops/store/plans.server.ts'
import { dropDrafts, dropUnits, dropWaitlists } from '#app/features/drops/tables.ts'
import { addPhoto, listSubjectPhotos } from '#app/features/photos/store/library.server.ts'
import { givenReference } from '#test/reference.ts'
import { test } from '#test/db.ts'
import { givenWaiter } from '#test/goods.ts'
import { givenDrop } from '#test/shop.ts'
import { beginPlan, carryOut, changePlan } from './flows.server.ts'
import { slug, deskOf, seenOf, press, givenPlan, givenPublished, save } from '#test/drop-plans.ts'
import { shopZone } from '#test/moment.ts'

test('a new plan is blank, and only staff see it', async ({ db, ctx }) => {
  await givenReference(db)
  await givenDrop(db, { dropNumber: 6 })
  expect(await beginPlan(deskOf(ctx), { formKey: secretToken(), name: 'Outlaw Vol. 1', from: null })).toEqual(
    {
      ok: true,
      slug,
    },
  )
  expect((await seenOf(ctx)).plan).toMatchObject({
    name: 'Outlaw Vol. 1',
    slug,
    dropNumber: 7,
    totalUnits: null,
  })
  expect(await findDrop(db, slug, ctx.now())).toBeUndefined()
  expect((await listPlans(db, ctx.now())).map((row) => row.slug)).toEqual([slug, 'test-drop'])
  expect(await beginPlan(deskOf(ctx), { formKey: secretToken(), name: 'Outlaw Vol. 1', from: null })).toEqual(
    {
      ok: false,
      why: 'slug_taken',
    },
  )
  expect(await beginPlan(deskOf(ctx), { formKey: secretToken(), name: 'Nowhere', from: 'nowhere' })).toEqual({
    ok: false,
    why: 'plan_not_found',
  })
})

test('a copy of a drop that was there before plans has all of it but number, address and dates', async ({
  db,
  ctx,
}) => {
  await givenDrop(db, {
    name: 'Noir Vol. 2',
    caliber: '9 mm',
    barrel: '8 in',
    launchDate: ctx.now(),
    totalUnits: 12,
  })
  expect(
    await beginPlan(deskOf(ctx), { formKey: secretToken(), name: 'Noir Vol. 3', from: 'test-drop' }),
  ).toEqual({
    ok: true,
    slug: 'noir-vol-3',
  })
  const { plan } = await seenOf(ctx, 'noir-vol-3')
  expect(plan).toMatchObject({ name: 'Noir Vol. 3', totalUnits: 12, launchAt: '', dropNumber: 2 })
  const [act] = await listAuditEntries(db, 1)
  expect(act?.data).toMatchObject({ copiedFrom: 'Noir Vol. 2' })
})

test('publishing needs the whole list, and then shows the drop with every unit and those set aside', async ({
  db,
  ctx,
}) => {
  await givenPlan(ctx, { tagline: '', launchAt: '2031-12-01 12:00' })
  expect(await press(ctx, 'publication')).toEqual({ ok: false, why: 'not_ready', points: ['story'] })
  expect(await findDrop(db, slug, ctx.now())).toBeUndefined()
  await save(ctx, { tagline: 'Engine-turned.' })
  expect(await press(ctx, 'publication')).toMatchObject({ ok: true })
  expect(await findDrop(db, slug, ctx.now())).toMatchObject({
    status: 'coming_soon',
    name: 'Outlaw Vol. 1',
    basePrice: 234_900,
    caliber: '5.56 NATO',
    launchDate: new Date('2031-12-01T17:00:00Z'),
    house: [1, 7, 40],
    counts: { total: 40, open: 37, taken: 3 },
  })
  expect(ctx.announced).toContain(`drop:${slug}`)
  expect(await press(ctx, 'publication')).toEqual({ ok: false, why: 'already_published' })
  expect(await db.select().from(dropDrafts)).toEqual([])
  expect(await seenOf(ctx)).toMatchObject({ revision: 4, changedBy: 'A. Desk', plan: { totalUnits: 40 } })
})

test('variants stay in the order in which staff entered them, through publishing, a later one and a change', async ({
  db,
  ctx,
}) => {
  const entered = (name: string) => ({
    id: crypto.randomUUID(),
    name,
    description: '',
    caliber: '5.56 NATO',
    barrel: '10.3 in',
    finish: name,
    price: 234_900,
  })
  const variants = [entered('Smoke'), entered('Ash'), entered('Mica')]
  await givenPublished(ctx, { variants })
  const names = async () => {
    const drop = await findDrop(db, slug, ctx.now())
    return drop?.variants.map(({ name }) => name)
  }
  expect(await names()).toEqual(['Smoke', 'Ash', 'Mica'])
  expect((await seenOf(ctx)).plan.variants.map(({ name }) => name)).toEqual(['Smoke', 'Ash', 'Mica'])
  const [first, ...others] = variants
  const renamed = [{ ...(first as (typeof variants)[0]), name: 'Zinc' }, ...others, entered('Alder')]
  expect(await save(ctx, { variants: renamed })).toMatchObject({ ok: true })
  expect(await names()).toEqual(['Zinc', 'Ash', 'Mica', 'Alder'])
})

test('an address and a number that another drop has are open points', async ({ db, ctx }) => {
  await givenPlan(ctx)
  await givenDrop(db, { slug: 'other', dropNumber: 1 })
  const found = await seenOf(ctx)
  const open = await listOpenPoints(db, found, { now: ctx.now(), timeZone: shopZone })
  expect(open).toEqual(['drop_number'])
  expect(await save(ctx, { slug: 'other' })).toEqual({ ok: false, why: 'slug_taken' })
})

test('photographs follow a draft to its new address', async ({ db, ctx }) => {
  await givenPlan(ctx)
  const photo = { hash: 'a'.repeat(32), width: 640, height: 480, color: '#888888', alt: 'A', addedBy: 'sam' }
  await transact(ctx, (work) => addPhoto(work, { ...photo, subject: { kind: 'drop', key: slug } }))
  expect(await save(ctx, { slug: 'outlaw-anew' })).toMatchObject({ ok: true, slug: 'outlaw-anew' })
  const hashesAt = async (key: string) =>
    (await listSubjectPhotos(db, { kind: 'drop', key })).map((shown) => shown.photo.hash)
  expect(await hashesAt('outlaw-anew')).toEqual([photo.hash])
  expect(await hashesAt(slug)).toEqual([])
})

test('launch, pause, resume and end follow one another, each with a revision and its row of the audit log', async ({
  db,
  ctx,
}) => {
  await givenPublished(ctx)
  expect(await press(ctx, 'pause')).toMatchObject({ ok: true })
  expect(await press(ctx, 'resumption')).toMatchObject({ ok: true })
  expect(await press(ctx, 'launch')).toMatchObject({ ok: true })
  expect(await press(ctx, 'launch')).toEqual({ ok: false, why: 'not_coming_soon' })
  expect(await press(ctx, 'discard')).toEqual({ ok: false, why: 'already_published' })
  expect(await press(ctx, 'end')).toMatchObject({ ok: true })
  expect(await press(ctx, 'end')).toEqual({ ok: false, why: 'archived' })
  const acts = await listAuditEntries(db)
  expect(acts.map(({ verb }) => verb).toReversed()).toEqual([
    'drop-create',
    'drop-save',
    'drop-publication',
    'drop-pause',
    'drop-resumption',
    'drop-launch',
    'drop-end',
  ])
  expect((await seenOf(ctx)).revision).toBe(acts.length)
})

test('numbers that are added to a sold-out drop, or set free there, are for who waits', async ({
  db,
  ctx,
}) => {
  await givenPublished(ctx)
  await press(ctx, 'launch')
  await givenWaiter(db, `returned-units:${slug}`, 'waiter@example.com', ctx.now())
  const count = async () => (await findDrop(db, slug, ctx.now()))?.counts
  const { plan } = await seenOf(ctx)
  const change = (to: Partial<typeof plan>) => save(ctx, to)
  expect(await change({ totalUnits: 41, house: plan.house.slice(1) })).toMatchObject({ ok: true })
  expect(await count(), 'while numbers are left').toMatchObject({ open: 39, held: 0 })
  const sellOut = () => db.update(dropUnits).set({ state: 'taken' })
  await sellOut()
  await change({ totalUnits: 42 })
  expect(await count()).toMatchObject({ open: 0, held: 1 })
  await sellOut()
  await db.delete(dropWaitlists)
  await change({ house: plan.house.slice(2) })
  expect(await count()).toMatchObject({ open: 0, held: 1 })
})

test('a draft cannot be launched, and can be discarded with its places of photographs', async ({ ctx }) => {
  await givenPlan(ctx)
  for (const verb of ['launch', 'pause', 'resumption', 'end'] as const)
    expect(await press(ctx, verb)).toEqual({ ok: false, why: 'not_published' })
  const photo = {
    hash: 'a'.repeat(32),
    width: 800,
    height: 600,
    color: '#123456',
    alt: 'It',
    addedBy: 'desk',
  }
  const subject = { kind: 'drop' as const, key: slug }
  await transact(ctx, (work) => addPhoto(work, { ...photo, subject }))
  expect(await press(ctx, 'discard')).toMatchObject({ ok: true })
  expect(await listPlans(ctx.db, ctx.now())).toEqual([])
  expect(await listSubjectPhotos(ctx.db, subject)).toEqual([])
})

test('the audit log has each changed field before and after', async ({ db, ctx }) => {
  await givenPlan(ctx)
  await save(ctx, { totalUnits: 45, house: [1] })
  const [newest] = await listAuditEntries(db, 1)
  expect(newest).toMatchObject({
    actor: 'A. Desk <a@example.com>',
    verb: 'drop-save',
    subject: slug,
    data: {
      revision: 3,
      'totalUnits before': '40',
      'totalUnits after': '45',
      'house before': '1, 7, 40',
      'house after': '1',
    },
  })
})

test('whoever saves over a newer revision is told what is saved now, and nothing is written', async ({
  ctx,
}) => {
  await givenPlan(ctx)
  const { plan, revision } = await seenOf(ctx)
  const mine = { ...plan, totalUnits: 50, tagline: 'Mine' }
  const theirs = { ...plan, totalUnits: 45 }
  const saving = { seen: revision }
  await changePlan(deskOf(ctx, 'First'), slug, { ...saving, plan: theirs })
  const refused = await changePlan(deskOf(ctx, 'Second'), slug, { ...saving, plan: mine })
  expect(refused).toEqual({ ok: false, why: 'changed', now: theirs })
  expect((await seenOf(ctx)).plan).toEqual(theirs)
  expect(await changePlan(deskOf(ctx, 'First'), slug, { ...saving, plan: theirs }), 'pressed twice').toEqual({
    ok: true,
    slug,
    revision: revision + 1,
    changes: [],
  })
  const again = { seen: revision + 1, plan: mine }
  expect(await changePlan(deskOf(ctx, 'Second'), slug, again)).toMatchObject({ ok: true })
  expect((await seenOf(ctx)).plan).toEqual(mine)
})

test('of two who save at the same moment one is stored', async ({ ctx }) => {
  await givenPlan(ctx)
  const { plan, revision } = await seenOf(ctx)
  const saved = await Promise.all(
    ['One', 'Other'].map((tagline) =>
      changePlan(deskOf(ctx, tagline), slug, {
        seen: revision,
        plan: { ...plan, tagline },
      }),
    ),
  )
  expect(saved.filter(({ ok }) => ok)).toHaveLength(1)
  expect(saved.find(({ ok }) => !ok)).toMatchObject({ why: 'changed' })
})

test('a verb on an old revision changes nothing', async ({ ctx }) => {
  await givenPublished(ctx)
  const { revision } = await seenOf(ctx)
  await save(ctx, { tagline: 'Other' }, { by: 'First' })
  expect(await carryOut(deskOf(ctx), 'launch', slug, revision)).toMatchObject({
    ok: false,
    why: 'changed',
    now: { tagline: 'Other' },
  })
  expect(await findDrop(ctx.db, slug, ctx.now())).toMatchObject({ status: 'coming_soon' })
})

test('of two verbs at the same moment one passes', async ({ ctx }) => {
  await givenPublished(ctx)
  const { revision } = await seenOf(ctx)
  const both = await Promise.all(
    (['launch', 'end'] as const).map((verb) => carryOut(deskOf(ctx), verb, slug, revision)),
  )
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(both.find(({ ok }) => !ok)).toMatchObject({ why: 'changed' })
})

test('what a verb did is a revision too, over which nothing is saved unseen', async ({ ctx }) => {
  await givenPublished(ctx)
  const { revision, plan } = await seenOf(ctx)
  const mine = { ...plan, launchAt: '2031-12-01 12:00' }
  expect(await press(ctx, 'launch')).toMatchObject({ ok: true })
  const save = (seen: number) => changePlan(deskOf(ctx), slug, { seen, plan: mine })
  expect(await save(revision)).toMatchObject({ why: 'changed' })
  expect(await seenOf(ctx)).toMatchObject({ changedBy: 'A. Desk', revision: revision + 1 })
})
