import { expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import type { Stage } from '#app/features/orders/rules.ts'
import { findRevision, listEvents } from '#app/features/orders/store/read.server.ts'
import { type GateName, gateNames, gateRules } from '#app/features/reservations/rules.ts'
import { mayDo, staffRoles } from '#app/features/staff/rules.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenReservation, stagesUpTo } from '#test/world.ts'
import { givenSite } from '#test/site.ts'
import { givenStaff } from '#test/staff.ts'
import { bulkVerbs } from './routes/bulk.tsx'
import { orderVerbs, verbNames } from './verbs.server.ts'

const held: Record<GateName, Stage> = {
  review: 'agreed',
  agreement: 'agreed',
  balance: 'balance_paid',
  dealer_accepted: 'form3_filed',
  dealer_papers: 'form3_filed',
}

async function givenDoors(ctx: TestContext, to: Stage) {
  const given = await givenReservation(ctx)
  const { orderId, move } = given
  for (const stage of stagesUpTo(to).slice(0, -1)) expect(await move(stage)).toMatchObject({ ok: true })
  const { ask } = await givenSite(ctx)
  const { cookie } = await givenStaff(ctx, 'manager')
  const headers = { Cookie: cookie }
  const revision = async () => String(await findRevision(ctx.db, orderId))
  const post = async (path: string, form: Record<string, string>) => {
    const answer = await ask(path, { headers, form })
    return { status: answer.status, text: await answer.text() }
  }
  const doors = {
    sheet: async () =>
      post(`/staff/orders/${orderId}`, { verb: 'move_stage', revision: await revision(), position: '0', to }),
    bulk: async () =>
      post('/staff/orders/selected?verb=move_stage', {
        verb: 'move_stage',
        order: `${orderId} ${await revision()}`,
      }),
  }
  const preview = async () => {
    const path = `/staff/orders/selected?verb=move_stage&row=${orderId}`
    return (await ask(path, { headers })).text()
  }
  return { ...given, doors, preview }
}

test.for(gateNames)(
  '%s refuses a move by any request, and names itself',
  { timeout: 60_000 },
  async (gate, { ctx }) => {
    const to = held[gate]
    const { gates, doors, preview, stageNow } = await givenDoors(ctx, to)
    await gates[gate].close()
    const before = await stageNow()
    const audited = (await listAuditEntries(ctx.db)).length
    ctx.queued.length = 0
    for (const [name, knock] of Object.entries(doors)) {
      const { status, text } = await knock()
      expect([name, status]).toEqual([name, name === 'bulk' ? 200 : 409])
      expect([name, text.includes(gateRules[gate].held)]).toEqual([name, true])
      expect([name, await stageNow()]).toEqual([name, before])
    }
    expect(await preview()).toContain(gateRules[gate].held)
    expect(ctx.queued.map(({ job }) => job)).toEqual(gate === 'review' ? ['mail-order-judged'] : [])
    expect((await listAuditEntries(ctx.db)).length).toBe(audited)
    await gates[gate].open()
    expect(await preview()).not.toContain(gateRules[gate].held)
    expect((await doors.bulk()).status).toBe(200)
    expect(await stageNow()).toBe(to)
  },
)

test('the preview of several orders shows each before anything is done, and its form names those that go ahead', {
  timeout: 60_000,
}, async ({ ctx }) => {
  const { orderId, stageNow } = await givenDoors(ctx, 'agreed')
  const { ask } = await givenSite(ctx)
  const { cookie } = await givenStaff(ctx, 'desk')
  const headers = { Cookie: cookie }
  const path = '/staff/orders/selected?verb=move_stage'
  const page = await (await ask(`${path}&row=${orderId}&row=NOSUCHCODE`, { headers })).text()
  expect(page).toContain('Reserved to Agreed')
  expect(page).toContain('1 of 2 go ahead')
  const forms = [...page.matchAll(/name="order" value="([^"]+)"/g)].map(([, value]) => value)
  expect(forms).toEqual([`${orderId} ${await findRevision(ctx.db, orderId)}`])
  expect(await stageNow()).toBe('reserved')

  const refused = await ask(path, { headers, form: { verb: 'move_stage' } })
  expect([refused.status, await stageNow()]).toEqual([422, 'reserved'])
  const [order = ''] = forms
  const done = await ask(path, { headers, form: { verb: 'move_stage', order } })
  const answer = await done.text()
  for (const words of ['1 moved', 'Reserved to Agreed']) expect(answer).toContain(words)
  expect(await stageNow()).toBe('agreed')
  const audited = await listAuditEntries(ctx.db)
  expect(audited).toMatchObject([{ verb: 'stage', subject: orderId, data: { bulk: 1 } }])
  expect(await (await ask(path, { headers, form: { verb: 'move_stage', order } })).text()).toContain(
    '0 moved',
  )
  expect([await stageNow(), await listAuditEntries(ctx.db)]).toEqual(['agreed', audited])
})

test('no role performs a verb that it has no right to, by whatever request', { timeout: 90_000 }, async ({
  ctx,
}) => {
  const { orderId, stageNow } = await givenDoors(ctx, 'agreed')
  const { ask } = await givenSite(ctx)
  const revision = String(await findRevision(ctx.db, orderId))
  const history = async () => (await listEvents(ctx.db, orderId)).length
  const before = await history()
  let refused = 0
  for (const role of staffRoles) {
    const { cookie } = await givenStaff(ctx, role, { email: `other-${role}@example.com` })
    const headers = { Cookie: cookie }
    const sheet = await (await ask(`/staff/orders/${orderId}`, { headers })).text()
    for (const verb of verbNames) {
      if (mayDo(role, orderVerbs[verb].right)) continue
      expect(sheet, `${role} ${verb}`).not.toContain(`do=${verb}"`)
      const alone = await ask(`/staff/orders/${orderId}`, { headers, form: { verb, revision } })
      expect([role, verb, alone.status]).toEqual([role, verb, 403])
      refused++
    }
    for (const verb of bulkVerbs) {
      if (mayDo(role, orderVerbs[verb].right)) continue
      const path = `/staff/orders/selected?verb=${verb}&row=${orderId}`
      expect((await ask(path, { headers })).status).toBe(403)
      const form = { verb, order: `${orderId} ${revision}` }
      expect([role, verb, (await ask(path, { headers, form })).status]).toEqual([role, verb, 403])
    }
  }
  expect(refused).toBeGreaterThan(verbNames.length)
  expect([await stageNow(), await history()]).toEqual(['reserved', before])
})

test('a dealer is found on the sheet by name, city and license, and a call that is recorded opens the gate', {
  timeout: 60_000,
}, async ({ ctx }) => {
  const { orderId, gates } = await givenReservation(ctx)
  await gates.dealer_accepted.close()
  const { ask } = await givenSite(ctx)
  const { cookie } = await givenStaff(ctx, 'desk')
  const headers = { Cookie: cookie }
  const search = async (typed: string) =>
    (
      await ask(`/staff/orders/${orderId}?do=set_dealer&dealer=${encodeURIComponent(typed)}`, { headers })
    ).text()
  for (const typed of ['sample arms tampa', 'Tampa, FL', '33602', '1-59-086-01-9A-00016'])
    expect(await search(typed), typed).toMatch(
      /type="radio"[^>]*name="license"[^>]*value="1-59-086-01-00016"/,
    )
  expect(await search('no such dealer')).toContain('No dealer on the federal list matches that.')
  const form = {
    verb: 'record_dealer_answer',
    revision: String(await findRevision(ctx.db, orderId)),
    answer: 'accept',
    answeredBy: '',
    fee: '35',
    hours: 'Tue to Sat',
  }
  const refused = await ask(`/staff/orders/${orderId}`, { headers, form })
  expect([refused.status, await refused.text()]).toEqual([
    422,
    expect.stringContaining('Enter who you spoke to'),
  ])
  const said = { ...form, answeredBy: 'Sam Clerk' }
  expect((await ask(`/staff/orders/${orderId}`, { headers, form: said })).status).toBe(303)
  expect((await listEvents(ctx.db, orderId)).at(-1)).toMatchObject({ kind: 'dealer_accepted' })
  const [entry] = await listAuditEntries(ctx.db)
  expect(entry).toMatchObject({ verb: 'dealer-answer', subject: orderId, data: { answer: 'accept' } })
  expect(await (await ask(`/staff/orders/${orderId}`, { headers })).text()).toContain(
    'Sam Clerk, confirmed by',
  )
})
