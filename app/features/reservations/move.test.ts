import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect } from 'vitest'
import { type Stage, stages } from '#app/features/orders/rules.ts'
import { isBack, pathOf } from '#app/features/orders/stages.ts'
import { orderLines } from '#app/features/orders/tables.ts'
import { listEvents } from '#app/features/orders/store/read.server.ts'
import { emptyDatabase, type TestContext, test } from '#test/db.ts'
import { givenReservation, testDay, stagesUpTo, givenPaid } from '#test/world.ts'
import { type GateName, gateNames } from './rules.ts'
import { findStageMedians, findStageSpread, listMoves, shipmentsOf } from './store/move.server.ts'
import { stageDates } from './tables.ts'
import { transact } from '#app/db/db.server.ts'
import type { StateRuleInput } from '#app/features/compliance/rules.ts'
import { findStateRule, recordStateRule } from '#app/features/compliance/store/state-rules.server.ts'
import { listOpenReviews, recheckOrders, listReviews } from '#app/features/orders/store/review.server.ts'
import { ordersOnSale } from '#test/shop.ts'
import { approveReview, declineReview, requestDocument } from './store/documents.server.ts'
import { makeLink } from '#app/features/orders/store/links.server.ts'
import { after, day } from '#app/kit/clock.ts'
import { jobsOfOrders } from '#test/jobs.ts'
import { dealerJobs } from '#app/features/dealers/jobs.server.ts'
import { dealers } from '#app/features/dealers/tables.ts'
import { answerOf, givenShop, visit } from '#test/visit.ts'
import { loader } from './routes/progress.tsx'

/** What the order of an NFA item needs, written out by hand: the test's own reading of the order's life. */
const needed: Record<Exclude<Stage, 'reserved'>, GateName[]> = {
  agreed: ['review', 'agreement'],
  balance_paid: ['review', 'agreement', 'balance'],
  in_build: ['review', 'agreement', 'balance'],
  built: ['review', 'agreement', 'balance'],
  form3_filed: ['review', 'agreement', 'balance', 'dealer_accepted', 'dealer_papers'],
  form3_approved: ['review', 'agreement', 'balance', 'dealer_accepted'],
  shipped: ['review', 'agreement', 'balance', 'dealer_accepted', 'dealer_papers'],
  at_dealer: ['review', 'agreement', 'balance', 'dealer_accepted'],
  form4_filed: ['review', 'agreement', 'balance', 'dealer_accepted'],
  form4_approved: ['review', 'agreement', 'balance', 'dealer_accepted'],
  picked_up: ['review', 'agreement', 'balance', 'dealer_accepted'],
}

const moves = Object.entries(needed) as [keyof typeof needed, GateName[]][]

test.for(gateNames)('no move on the whole path passes %s while it holds', async (gate, { ctx }) => {
  const { move, gates, stageNow } = await givenReservation(ctx)
  let refused = 0
  for (const [to, names] of moves) {
    const before = await stageNow()
    if (names.includes(gate)) {
      await gates[gate].close()
      expect([to, await move(to)]).toEqual([to, { ok: false, why: 'gates', gates: [gate] }])
      expect(await stageNow()).toBe(before)
      await gates[gate].open()
      refused++
    }
    expect([to, await move(to)]).toEqual([to, expect.objectContaining({ ok: true, from: before })])
  }
  expect(refused).toBeGreaterThan(0)
})

test.for(['rifle', 'handgun', 'receiver'] as const)(
  'a %s goes without forms, and its dealer’s papers are checked when it is shipped',
  async (itemClass, { ctx }) => {
    const { move, gates, stageNow } = await givenReservation(ctx)
    await ctx.db.update(orderLines).set({ itemClass }).where(eq(orderLines.position, 0))
    // What a rule of the state says of the class is the review's matter.
    const past = { overrideReason: 'test' }
    for (const stage of ['agreed', 'balance_paid', 'in_build', 'built'] as const) await move(stage, past)
    expect(await move('form3_filed', past)).toEqual({ ok: false, why: 'no_such_move' })
    await gates.dealer_papers.close()
    expect(await move('shipped')).toMatchObject({ gates: expect.arrayContaining(['dealer_papers']) })
    await gates.dealer_papers.open()
    for (const stage of ['shipped', 'at_dealer', 'picked_up'] as const) await move(stage, past)
    expect(await stageNow()).toBe('picked_up')
  },
)

test('each move stores its day, its actor and the details', async ({ ctx }) => {
  const { move, orderId } = await givenReservation(ctx)
  await move('agreed', { note: 'by phone' })
  expect(await ctx.db.select().from(stageDates)).toMatchObject([
    {
      orderId,
      position: 0,
      stage: 'agreed',
      onDay: testDay,
      setBy: 'sam',
      note: 'by phone',
      overrideReason: null,
    },
  ])
  const events = await listEvents(ctx.db, orderId)
  expect(events.at(-1)).toMatchObject({
    kind: 'stage',
    data: { from: 'reserved', to: 'agreed', on: testDay, by: 'sam' },
  })
})

test('a move happens today or before, and not before the last one', async ({ ctx }) => {
  const { move, orderId } = await givenReservation(ctx)
  expect(await move('agreed', { onDay: '2026-11-21' })).toEqual({ ok: false, why: 'day_to_come' })
  expect(await move('agreed', { onDay: '2026-11-19' })).toEqual({ ok: false, why: 'day_too_early' })
  ctx.setNow(new Date('2026-11-27T12:00:00Z'))
  expect(await move('agreed', { onDay: '2026-11-24' })).toMatchObject({ ok: true, onDay: '2026-11-24' })
  expect(await move('balance_paid', { onDay: '2026-11-23' })).toEqual({ ok: false, why: 'day_too_early' })
  expect(await move('balance_paid', { onDay: '2026-11-24' })).toMatchObject({ ok: true })
  const lines = await ctx.db.select().from(orderLines).where(eq(orderLines.orderId, orderId))
  expect(lines.flatMap(({ stageOn }) => stageOn ?? [])).toEqual(['2026-11-24'])
})

test('the dealer’s papers have to be valid on the day of the move, not on that of its entry', async ({
  ctx,
}) => {
  const { move, gates } = await givenReservation(ctx)
  for (const stage of stagesUpTo('built')) await move(stage)
  ctx.setNow(new Date('2027-03-20T12:00:00Z'))
  // The eZ Check of November is too old in March; it was not when the form was filed.
  expect(await move('form3_filed')).toMatchObject({
    why: 'gates',
    gates: expect.arrayContaining(['dealer_papers']),
  })
  await gates.review.open()
  expect(await move('form3_filed', { onDay: '2026-12-01' })).not.toMatchObject({
    gates: expect.arrayContaining(['dealer_papers']),
  })
})

test('back goes one stage, with a reason, whatever the gates say', async ({ ctx }) => {
  const { move, gates } = await givenReservation(ctx)
  for (const stage of stagesUpTo('form3_filed')) await move(stage)
  await gates.review.close()
  expect(await move('built')).toEqual({ ok: false, why: 'reason_missing' })
  expect(await move('in_build', { backReason: 'returned' })).toEqual({ ok: false, why: 'no_such_move' })
  expect(await move('built', { backReason: 'Form 3 returned for correction' })).toMatchObject({ ok: true })
  expect((await ctx.db.select().from(stageDates)).at(-1)).toMatchObject({
    stage: 'built',
    backReason: 'Form 3 returned for correction',
  })
})

test('a move back from the dealer to shipped asks for no shipping details, and mails no dealer', async ({
  ctx,
}) => {
  const { move, orderId } = await givenReservation(ctx)
  for (const stage of stagesUpTo('at_dealer')) await move(stage)
  const sent = shipmentsOf(await listMoves(ctx.db, orderId))
  ctx.queued.length = 0
  const untracked = { carrier: undefined, tracking: undefined }
  expect(await move('shipped', { backReason: 'Entered too early', ...untracked })).toMatchObject({ ok: true })
  expect(ctx.queued.map(({ job }) => job)).not.toContain('mail-dealer-shipped')
  expect(shipmentsOf(await listMoves(ctx.db, orderId))).toEqual(sent)
  await move('form3_approved', { backReason: 'Never left' })
  expect(await move('shipped', untracked)).toMatchObject({ ok: false, why: 'shipment_missing' })
})

test('back at the start the terms have to be accepted again', async ({ ctx }) => {
  const { move } = await givenReservation(ctx)
  await move('agreed')
  await move('reserved', { backReason: 'other barrel' })
  expect(await move('agreed')).toEqual({ ok: false, why: 'gates', gates: ['agreement'] })
})

test('an override goes past gates, never past the path, and its reason stays', async ({ ctx }) => {
  const { move, gates } = await givenReservation(ctx)
  await gates.balance.close()
  await move('agreed')
  expect(await move('in_build', { overrideReason: 'trade show' })).toEqual({ ok: false, why: 'no_such_move' })
  expect(await move('balance_paid', { overrideReason: 'trade show' })).toMatchObject({
    ok: true,
    overridden: ['balance'],
  })
  await gates.balance.open()
  await move('in_build', { overrideReason: 'not needed' })
  const rows = await ctx.db.select().from(stageDates)
  expect(rows.map(({ overrideReason }) => overrideReason)).toEqual([null, 'trade show', null])
})

const acts = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constant({ act: 'next' as const }) },
    {
      weight: 1,
      arbitrary: fc.record({ act: fc.constant('move' as const), to: fc.constantFrom(...stages) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        act: fc.constantFrom('open' as const, 'close' as const),
        gate: fc.constantFrom(...gateNames),
      }),
    },
  ),
  { minLength: 10, maxLength: 40 },
)

test('no sequence of moves gets an order past a gate that holds it', { timeout: 240_000 }, async ({
  ctx,
}) => {
  const run = async (sequence: typeof acts extends fc.Arbitrary<infer Acts> ? Acts : never) => {
    await emptyDatabase()
    await playOut(ctx, sequence)
  }
  await fc.assert(fc.asyncProperty(acts, run), { numRuns: 5 })
})

async function playOut(
  ctx: TestContext,
  sequence: readonly (
    | { act: 'next' }
    | { act: 'move'; to: Stage }
    | { act: 'open' | 'close'; gate: GateName }
  )[],
) {
  const { move, gates, stageNow } = await givenReservation(ctx)
  const open = new Set<GateName>(gateNames)
  let at: Stage = 'reserved'
  for (const each of sequence) {
    if (each.act === 'open' || each.act === 'close') {
      await gates[each.gate][each.act]()
      if (each.act === 'open') open.add(each.gate)
      else open.delete(each.gate)
      continue
    }
    const path = pathOf('sbr')
    const to: Stage = each.act === 'move' ? each.to : (path[path.indexOf(at) + 1] ?? at)
    const moved = await move(to, { backReason: 'test' })
    if (moved.ok) {
      expect(Math.abs(stages.indexOf(to) - stages.indexOf(at))).toBe(1)
      expect(at).not.toBe('picked_up')
      if (!isBack(at, to) && to !== 'reserved') for (const gate of needed[to]) expect(open).toContain(gate)
      if (to === 'reserved') open.delete('agreement')
      at = to
    }
    expect(await stageNow()).toBe(at)
  }
}

async function inReview(ctx: TestContext) {
  const reserved = await givenReservation(ctx)
  await reserved.gates.review.close()
  const { orderId } = reserved
  const said = { orderId, note: 'Permit seen', by: 'sam' }
  const run = <Result>(task: (work: Parameters<Parameters<typeof transact>[1]>[0]) => Promise<Result>) =>
    transact(ctx, task)
  return {
    ...reserved,
    approve: (note = said.note) => run((work) => approveReview(work, ordersOnSale, { ...said, note })),
    decline: () => run((work) => declineReview(work, ordersOnSale, said)),
    ask: (dueOn = '2026-12-01') =>
      run((work) =>
        requestDocument(work, ordersOnSale, {
          ...said,
          note: 'Your permit.',
          dueOn,
          documents: ['permit'],
          today: '2026-11-20',
        }),
      ),
    change: async (values: Partial<StateRuleInput>) => {
      const { local: _, version: __, ...before } = (await findStateRule(ctx.db, 'MD')) ?? {}
      await run((work) => recordStateRule(work, { ...(before as StateRuleInput), ...values }))
      return run((work) => recheckOrders(work, ['MD'], ''))
    },
  }
}

test('an approval opens the gate, with its note, name and the versions of the rules', async ({ ctx }) => {
  const { approve, move, orderId } = await inReview(ctx)
  expect(await move('agreed')).toEqual({ ok: false, why: 'gates', gates: ['review'] })
  expect(await listOpenReviews(ctx.db)).toHaveLength(1)
  expect(await approve(' ')).toEqual({ ok: false, why: 'note_missing' })
  expect(await approve()).toEqual({ ok: true, was: 'waiting' })
  expect(await listReviews(ctx.db, orderId)).toMatchObject([
    {
      decision: 'approved',
      note: 'Permit seen',
      decidedBy: 'sam',
      at: ctx.now(),
      rules: expect.arrayContaining([expect.objectContaining({ id: 'MD', version: 1 })]),
    },
  ])
  expect(await listOpenReviews(ctx.db)).toEqual([])
  expect(await approve()).toEqual({ ok: false, why: 'nothing_to_decide' })
  expect(await move('agreed')).toMatchObject({ ok: true })
  expect(ctx.queued).toContainEqual({
    job: 'mail-order-review',
    payload: expect.objectContaining({ orderId }),
  })
})

test('a rule that changes opens the review again', async ({ ctx }) => {
  const { approve, move, change, orderId } = await inReview(ctx)
  await approve()
  await move('agreed')
  expect(await change({ note: 'A new law.' })).toMatchObject({ changed: [orderId] })
  expect((await listEvents(ctx.db, orderId)).at(-1)).toMatchObject({ kind: 'review_reopened' })
  expect(await listOpenReviews(ctx.db)).toMatchObject([{ orderId }])
  expect(await move('balance_paid')).toEqual({ ok: false, why: 'gates', gates: ['review'] })
  expect(await approve()).toEqual({ ok: true, was: 'waiting' })
  expect(await move('balance_paid')).toMatchObject({ ok: true })
})

test('what the rules refuse cannot be approved', async ({ ctx }) => {
  const { approve, move, change } = await inReview(ctx)
  await change({ sbr: 'prohibited' })
  expect(await approve()).toEqual({ ok: false, why: 'refused_by_rules' })
  expect(await move('agreed')).toEqual({ ok: false, why: 'gates', gates: ['review'] })
})

test('a requested document holds the order until it is decided', async ({ ctx }) => {
  const { ask, approve, move, orderId } = await inReview(ctx)
  expect(await ask('2026-11-20')).toEqual({ ok: false, why: 'due_in_past' })
  expect(await ask()).toEqual({ ok: true, was: 'waiting' })
  expect(await listReviews(ctx.db, orderId)).toMatchObject([
    { decision: 'document_requested', dueOn: '2026-12-01' },
  ])
  expect(await move('agreed')).toEqual({ ok: false, why: 'gates', gates: ['review'] })
  expect(await approve('It came')).toEqual({ ok: true, was: 'document' })
  expect(await move('agreed')).toMatchObject({ ok: true })
})

test('a declined review refunds everything and ends the reservations', async ({ ctx }) => {
  const { decline, approve, reconcile, order, unit, move } = await inReview(ctx)
  ctx.queued.length = 0
  expect(await decline()).toEqual({ ok: true, was: 'waiting' })
  const queued = ctx.queued.map(({ job }) => job)
  expect(queued).toEqual(expect.arrayContaining(['reconcile-refunds', 'mail-reservation-closed']))
  expect(queued).not.toContain('mail-order-review')
  expect(await decline()).toEqual({ ok: false, why: 'declined' })
  expect(await approve()).toEqual({ ok: false, why: 'declined' })
  expect(await move('agreed')).toMatchObject({ ok: false })
  // At once: no other caller requests it from the gateway.
  await reconcile()
  expect(await order()).toMatchObject({
    state: 'refunded',
    refundedCents: 15_343,
    lines: [{ stage: 'canceled', returnedStage: 'reserved' }, {}],
  })
  expect(await unit()).toBe('open')
})

test('what is declined and holds no reservation has a mail of its own', async ({ ctx }) => {
  const { decline, orderId } = await inReview(ctx)
  await ctx.db.update(orderLines).set({ stage: null })
  expect(await decline()).toMatchObject({ ok: true })
  const payload = expect.objectContaining({ orderId })
  expect(ctx.queued).toContainEqual({ job: 'mail-order-review', payload })
})

test('what was picked up is not declined', async ({ ctx }) => {
  const { decline, move, gates } = await inReview(ctx)
  await gates.review.open()
  for (const stage of stagesUpTo('picked_up')) await move(stage)
  expect(await decline()).toEqual({ ok: false, why: 'picked_up' })
})

const isoDay = (at: Date) => at.toISOString().slice(0, 10)

async function filed(
  ctx: TestContext,
  orderId: string,
  {
    position,
    ago,
    took,
    back = null,
  }: { position: number; ago: number; took?: number; back?: string | null },
) {
  const at = after(ctx.now(), -ago * day)
  const entry = { orderId, position, setBy: 'sam', note: '' }
  await ctx.db.insert(stageDates).values({ ...entry, stage: 'form4_filed', onDay: isoDay(at), at })
  if (took === undefined) return
  const later = after(at, took * day)
  const stage = back ? ('at_dealer' as const) : ('form4_approved' as const)
  await ctx.db
    .insert(stageDates)
    .values({ ...entry, stage, onDay: isoDay(later), at: later, backReason: back })
}

test('our own times at a stage are those of firearms that went on from it within a year', async ({ ctx }) => {
  const { orderId } = await givenPaid(ctx)
  const spread = () => findStageSpread(ctx.db, 'form4_filed', ctx.now())
  expect(await spread()).toBeUndefined()
  await filed(ctx, orderId, { position: 1, ago: 90 })
  await filed(ctx, orderId, { position: 0, ago: 90, took: 3, back: 'Form returned' })
  await filed(ctx, orderId, { position: 0, ago: 400, took: 300 })
  expect(await spread()).toBeUndefined()
  for (const took of [10, 20, 30, 40]) await filed(ctx, orderId, { position: 0, ago: 80, took })
  expect(await spread()).toBeUndefined()
  await filed(ctx, orderId, { position: 0, ago: 80, took: 50 })
  expect(await spread()).toEqual({ count: 5, from: 20, median: 30, to: 40 })
})

test('how many still wait at a stage hides no time of those that went on', async ({ ctx }) => {
  const { orderId } = await givenPaid(ctx)
  await filed(ctx, orderId, { position: 0, ago: 80, took: 30 })
  const [line] = await ctx.db.select().from(orderLines).where(eq(orderLines.position, 0))
  if (!line) throw new Error('It has no line')
  const waiting = Array.from({ length: 100 }, (_, at) => at + 10)
  await ctx.db.insert(orderLines).values(waiting.map((position) => ({ ...line, position })))
  for (const position of waiting) await filed(ctx, orderId, { position, ago: 20 })
  expect(await findStageMedians(ctx.db, ctx.now())).toMatchObject({ form4_filed: 30 })
})

/** What the order page shows of its first line. */
async function progressOf(ctx: TestContext, shop: ReturnType<typeof givenShop>, orderId: string) {
  const token = await transact(ctx, (work) => makeLink(work, orderId))
  const cookies = [`paco-order-${orderId}=${token}`]
  const args = visit(shop, { path: `/orders/${orderId}`, params: { order: orderId }, cookies })
  const { value } = await answerOf(() => loader(args))
  return (value as Awaited<ReturnType<typeof loader>>).progress[0]
}

test('who waits for Form 4 reads it on the order page once there are five', async ({ ctx }) => {
  const { orderId } = await givenPaid(ctx)
  const shop = givenShop(ctx)
  await ctx.db.update(orderLines).set({ stage: 'form4_filed' }).where(eq(orderLines.position, 0))
  const ownWait = async () => (await progressOf(ctx, shop, orderId))?.ownWait
  for (const took of [10, 20, 30, 40]) await filed(ctx, orderId, { position: 0, ago: 80, took })
  expect(await ownWait()).toBeUndefined()
  await filed(ctx, orderId, { position: 0, ago: 80, took: 50 })
  expect(await ownWait()).toBe(
    'Of our own last 5 transfers, half took 20 to 40 days from filing to approval; the one in the middle took 30.',
  )
})

test('buyer and dealer are mailed the tracking, and the order page shows it until the firearm has arrived', async ({
  ctx,
}) => {
  const { move, orderId } = await givenReservation(ctx)
  const shop = givenShop(ctx)
  await ctx.db
    .update(dealers)
    .set({ email: 'dealer@example.com', emailConfirmedAt: ctx.now(), emailConfirmedBy: 'sam' })
  const tracking = async () => (await progressOf(ctx, shop, orderId))?.tracking
  for (const stage of stagesUpTo('form3_approved')) await move(stage)
  expect(await tracking()).toBeNull()
  ctx.queued.length = 0
  await move('shipped', { carrier: 'usps', tracking: '9400 1000' })
  const link = {
    text: 'USPS 9400 1000',
    url: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=94001000',
  }
  expect(await tracking()).toEqual(link)
  for (const { job, payload } of ctx.queued.splice(0))
    await [...jobsOfOrders(ordersOnSale), ...dealerJobs].find(({ name }) => name === job)?.run(shop, payload)
  expect(shop.sent.map(({ to }) => to)).toEqual(['buyer@example.com', 'dealer@example.com'])
  for (const { text, html } of shop.sent) {
    expect(text).toContain(`Tracking: ${link.text}`)
    expect(text).toContain(`Track the shipment:\n${link.url}`)
    expect(html).toContain(link.url)
  }
  const [, toDealer] = shop.sent
  expect(toDealer?.text).not.toMatch(/Jordan|buyer@example|private link/)
  await move('at_dealer')
  expect(await tracking()).toEqual(link)
  await move('form4_filed')
  expect(await tracking()).toBeNull()
})
