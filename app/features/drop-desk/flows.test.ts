import { secretToken } from '#app/kit/ids.ts'
import { expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { transact } from '#app/db/work.server.ts'
import { findDrop, listVariants } from '#app/features/drops/store.server.ts'
import { openDrop } from '#app/features/drops/store/operate.server.ts'
import { listPlans, listPublishChecks } from '#app/features/drops/store/plans.server.ts'
import { dropPlanRevisions, dropVersions } from '#app/features/drops/plan-tables.ts'
import { dropUnits, dropWaitlists } from '#app/features/drops/tables.ts'
import { addPhoto, listSubjectPhotos } from '#app/features/photos/store/library.server.ts'
import { addUpload, findUpload, finishUpload } from '#app/features/photos/store/uploads.server.ts'
import { givenReference } from '#test/reference.ts'
import { test } from '#test/db.ts'
import { givenWaiter } from '#test/waiters.ts'
import { givenDrop } from '#test/shop.ts'
import { beginPlan, carryOut, changePlan } from './flows.server.ts'
import { slug, deskOf, seenOf, press, givenPlan, givenPublished, save } from '#test/drop-plans.ts'
import { shopZone } from '#test/moment.ts'

test('a new plan is blank, and only staff see it', async ({ db, ctx }) => {
  await givenReference(db)
  await givenDrop(db, { dropNumber: 6 })
  expect(await beginPlan(deskOf(ctx), { formKey: secretToken(), name: 'Outlaw', from: null })).toEqual({
    ok: true,
    slug,
  })
  expect((await seenOf(ctx)).plan).toMatchObject({
    name: 'Outlaw',
    volume: 1,
    slug,
    dropNumber: 7,
    units: null,
  })
  expect(await findDrop(db, slug, ctx.now())).toBeUndefined()
  expect((await listPlans(db, ctx.now())).map((row) => row.slug)).toEqual([slug, 'test-drop'])
  expect(await beginPlan(deskOf(ctx), { formKey: secretToken(), name: 'Outlaw', from: null })).toEqual({
    ok: false,
    why: 'slug_taken',
  })
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
  expect(await beginPlan(deskOf(ctx), { formKey: secretToken(), name: 'Noir', from: 'test-drop' })).toEqual({
    ok: true,
    slug: 'noir-vol-3',
  })
  const { plan, copiedFrom } = await seenOf(ctx, 'noir-vol-3')
  expect(plan).toMatchObject({ name: 'Noir', volume: 3, units: 12, launchAt: '', dropNumber: 2 })
  expect(copiedFrom).toBe('Noir Vol. 2')
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
  expect(await db.select().from(dropVersions)).toMatchObject([
    { version: 1, by: 'A. Desk', facts: { units: 40 } },
  ])
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
    priceCents: 234_900,
  })
  const variants = [entered('Smoke'), entered('Ash'), entered('Mica')]
  await givenPublished(ctx, { variants })
  const names = async () => {
    const drop = await findDrop(db, slug, ctx.now())
    return (await listVariants(db, drop?.id ?? '')).map(({ name }) => name)
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
  const checks = await listPublishChecks(db, found, { now: ctx.now(), timeZone: shopZone })
  expect(checks.filter(({ isDone }) => !isDone).map(({ point }) => point)).toEqual(['drop_number'])
  expect(await save(ctx, { slug: 'other' })).toEqual({ ok: false, why: 'slug_taken' })
})

test('photographs follow a draft to its new address: those in the library, and one whose files are being made', async ({
  db,
  ctx,
}) => {
  await givenPlan(ctx)
  const [shown, waiting] = ['a'.repeat(32), 'b'.repeat(32)]
  const upload = (hash: string) =>
    transact(ctx, async (work) => {
      const picture = { hash, width: 640, height: 480, color: '#888888', total: 1, film: null, by: 'sam' }
      const id = await addUpload(work, { alt: 'The rifle', subject: { kind: 'drop', key: slug } }, picture)
      const found = await findUpload(work.tx, id)
      if (!found) throw new Error('Nothing was noted')
      return found
    })
  const ready = await upload(shown)
  await transact(ctx, (work) => addPhoto(work, ready))
  await finishUpload(db, ready.id, ctx.now())
  const begun = await upload(waiting)
  expect(await save(ctx, { slug: 'outlaw-anew' })).toMatchObject({ ok: true, slug: 'outlaw-anew' })
  // Its job read it before the address changed.
  await transact(ctx, (work) => addPhoto(work, begun))
  const hashesAt = async (key: string) =>
    (await listSubjectPhotos(db, { kind: 'drop', key })).map(({ photo }) => photo.hash)
  expect(await hashesAt('outlaw-anew')).toEqual([shown, waiting])
  expect(await hashesAt(slug)).toEqual([])
})

test('launch, pause, resume and end follow one another, each with its revision and its row of the audit log', async ({
  db,
  ctx,
}) => {
  await givenPublished(ctx)
  expect(await press(ctx, 'pause')).toMatchObject({ ok: true })
  expect(await press(ctx, 'resumption')).toMatchObject({ ok: true })
  expect(await press(ctx, 'launch')).toMatchObject({ ok: true })
  expect(await press(ctx, 'launch')).toEqual({ ok: false, why: 'not_coming_soon' })
  expect(await press(ctx, 'archive')).toEqual({ ok: false, why: 'still_open' })
  expect(await press(ctx, 'end')).toMatchObject({ ok: true })
  expect(await press(ctx, 'end')).toEqual({ ok: false, why: 'archived' })
  expect(await press(ctx, 'archive')).toMatchObject({ ok: true })
  expect((await seenOf(ctx)).archivedAt).toEqual(ctx.now())
  expect(await press(ctx, 'return')).toMatchObject({ ok: true })
  expect(await press(ctx, 'return')).toEqual({ ok: false, why: 'not_put_away' })
  const acts = await listAuditEntries(db)
  expect(acts.map(({ verb }) => verb).toReversed()).toEqual([
    'drop-create',
    'drop-save',
    'drop-publication',
    'drop-pause',
    'drop-resumption',
    'drop-launch',
    'drop-end',
    'drop-archive',
    'drop-return',
  ])
  const revisions = await db.select().from(dropPlanRevisions).orderBy(dropPlanRevisions.revision)
  expect(revisions.map(({ change }) => change)).toEqual([
    'created',
    'saved',
    'published',
    'paused',
    'resumed',
    'launched',
    'ended',
    'put away',
    'taken back',
  ])
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
  const change = (to: Partial<typeof plan>) => save(ctx, to, { mayMakeVersion: true })
  expect(await change({ units: 41, house: plan.house.slice(1) })).toMatchObject({ ok: true })
  expect(await count(), 'while numbers are left').toMatchObject({ open: 39, held: 0 })
  const sellOut = () => db.update(dropUnits).set({ state: 'taken' })
  await sellOut()
  await change({ units: 42 })
  expect(await count()).toMatchObject({ open: 0, held: 1 })
  await sellOut()
  await db.delete(dropWaitlists)
  await change({ house: plan.house.slice(2) })
  expect(await count()).toMatchObject({ open: 0, held: 1 })
})

test('a draft cannot be launched, and can be archived', async ({ ctx }) => {
  await givenPlan(ctx)
  for (const verb of ['launch', 'pause', 'resumption', 'end'] as const)
    expect(await press(ctx, verb)).toEqual({ ok: false, why: 'not_published' })
  expect(await press(ctx, 'archive')).toMatchObject({ ok: true })
})

test('the audit log has each changed field before and after', async ({ db, ctx }) => {
  await givenPlan(ctx)
  await save(ctx, { units: 45, house: [1] })
  const [newest] = await listAuditEntries(db, 1)
  expect(newest).toMatchObject({
    actor: 'A. Desk <a@example.com>',
    verb: 'drop-save',
    subject: slug,
    data: {
      revision: 3,
      'units before': '40',
      'units after': '45',
      'house before': '1, 7, 40',
      'house after': '1',
    },
  })
})

test('when two people save at once, both changes are stored', async ({ ctx }) => {
  await givenPlan(ctx)
  const { plan, revision } = await seenOf(ctx)
  const first = { seen: revision, plan: { ...plan, units: 45 }, mayMakeVersion: false }
  const second = { seen: revision, plan: { ...plan, tagline: 'Other' }, mayMakeVersion: false }
  expect(await changePlan(deskOf(ctx, 'First'), slug, first)).toMatchObject({ ok: true, taken: [] })
  expect(await changePlan(deskOf(ctx, 'Second'), slug, second)).toMatchObject({
    ok: true,
    changes: [{ field: 'tagline' }],
    taken: [{ field: 'units', before: '40', after: '45' }],
  })
  expect((await seenOf(ctx)).plan).toMatchObject({ units: 45, tagline: 'Other' })
})

test('two people change one field: the second is notified what the first did, and nothing is written', async ({
  ctx,
}) => {
  await givenPlan(ctx)
  const { plan, revision } = await seenOf(ctx)
  const of = (units: number, tagline: string) => ({
    seen: revision,
    plan: { ...plan, units, tagline },
    mayMakeVersion: false,
  })
  await changePlan(deskOf(ctx, 'First'), slug, of(45, plan.tagline))
  const refused = await changePlan(deskOf(ctx, 'Second'), slug, of(50, 'Mine'))
  expect(refused).toMatchObject({
    ok: false,
    why: 'conflict',
    by: 'First',
    revision: revision + 1,
    conflicts: [{ field: 'units', base: '40', theirs: '45', mine: '50' }],
    merged: { units: 50, tagline: 'Mine' },
  })
  expect((await seenOf(ctx)).plan).toMatchObject({ units: 45, tagline: 'Engine-turned.' })
  if (refused.ok || refused.why !== 'conflict') return
  const again = { seen: refused.revision, plan: refused.merged, mayMakeVersion: false }
  expect(await changePlan(deskOf(ctx, 'Second'), slug, again)).toMatchObject({ ok: true })
  expect((await seenOf(ctx)).plan).toMatchObject({ units: 50, tagline: 'Mine' })
})

test('a verb on an old revision changes nothing and says what changed', async ({ ctx }) => {
  await givenPublished(ctx)
  const { revision } = await seenOf(ctx)
  await save(ctx, { tagline: 'Other' }, { by: 'First' })
  expect(await carryOut(deskOf(ctx), 'launch', slug, revision)).toMatchObject({
    ok: false,
    why: 'changed',
    by: 'First',
    changes: [{ field: 'tagline' }],
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

test('what the command line did becomes a revision before anything is compared', async ({ db, ctx }) => {
  await givenPublished(ctx)
  const { revision, plan } = await seenOf(ctx)
  await transact(ctx, (work) => openDrop(work, slug))
  const mine = { ...plan, launchAt: '2031-12-01 12:00' }
  expect(
    await changePlan(deskOf(ctx), slug, { seen: revision, plan: mine, mayMakeVersion: false }),
  ).toMatchObject({
    why: 'conflict',
    by: 'command line',
    conflicts: [{ field: 'launchAt', mine: '2031-12-01 12:00' }],
  })
  expect(await db.$count(dropPlanRevisions)).toBe(revision + 1)
})
