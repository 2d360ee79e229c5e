import { expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { listOpenAlerts, raiseAlert } from '#app/alerts/alerts.server.ts'
import { transact } from '#app/db/db.server.ts'
import { dealers } from '#app/features/dealers/tables.ts'
import { orderVerbs } from '#app/features/order-desk/verbs.server.ts'
import { listEvents, listRefunds, findRevision } from '#app/features/orders/store/read.server.ts'
import { mayDo, type StaffRight, staffRoles } from '#app/features/staff/rules.ts'
import { staffSessions } from '#app/features/staff/tables.ts'
import { after, minute } from '#app/kit/clock.ts'
import { publicCode } from '#app/kit/ids.ts'
import { type TestContext, test } from '#test/db.ts'
import { jobRunner, jobsOfOrders } from '#test/jobs.ts'
import { givenReservation } from '#test/world.ts'
import { ordersOnSale } from '#test/shop.ts'
import { givenSite } from '#test/site.ts'
import { givenStaff } from '#test/staff.ts'

type Door = { path: string; form: Record<string, string>; right: StaffRight }

async function givenDoors(ctx: TestContext): Promise<{ orderId: string; doors: Door[] }> {
  const { orderId } = await givenReservation(ctx)
  await transact(ctx, (work) =>
    raiseAlert(work, { kind: 'late_charge', subject: `${orderId} x`, detail: '' }),
  )
  const [alert] = await listOpenAlerts(ctx.db)
  const [dealer] = await ctx.db.select({ key: dealers.key }).from(dealers).limit(1)
  const revision = String(await findRevision(ctx.db, orderId))
  const parcel = publicCode(16)
  const none = publicCode()
  const sheet = `/staff/orders/${orderId}`
  const override = { verb: 'waive_balance', revision, position: '0', reason: 'Trade show' }
  return {
    orderId,
    doors: [
      {
        path: `/staff/shipping/${orderId}`,
        form: { verb: 'refund', revision, parcel },
        right: 'money.refund',
      },
      { path: '/staff/money', form: { difference: '1' }, right: 'money.refund' },
      {
        path: `/staff/inbox/builds/${none}`,
        form: { decision: 'declined', note: 'No' },
        right: 'reviews.decide',
      },
      { path: `/staff/dealers/${dealer?.key}`, form: { verb: 'no such verb' }, right: 'dealers.write' },
      { path: '/staff?index', form: { key: `alert ${alert?.id}`, mark: 'take' }, right: 'orders.read' },
      { path: sheet, form: override, right: 'override' },
    ],
  }
}

test.for([...staffRoles])(
  '%s does nothing on a page that takes a right of its own',
  async (role, { ctx }) => {
    const { orderId, doors } = await givenDoors(ctx)
    const { ask } = await givenSite(ctx)
    const { cookie } = await givenStaff(ctx, role, { email: `of-${role}@example.com` })
    const before = (await listEvents(ctx.db, orderId)).length
    for (const { path, form, right } of doors) {
      const audited = (await listAuditEntries(ctx.db)).length
      const { status } = await ask(path, { headers: { Cookie: cookie }, form })
      expect([path, right, status === 403, status]).toEqual([path, right, !mayDo(role, right), status])
      if (status === 403) expect(await listAuditEntries(ctx.db)).toHaveLength(audited)
    }
    expect(await listEvents(ctx.db, orderId)).toHaveLength(before)
  },
)

test('money, law and people wait for a new sign-in, by whatever request', async ({ ctx }) => {
  const { orderId, doors } = await givenDoors(ctx)
  const { ask } = await givenSite(ctx)
  const { cookie } = await givenStaff(ctx, 'owner', { email: 'of-owner@example.com' })
  await ctx.db.update(staffSessions).set({ signedInAt: after(ctx.now(), -11 * minute) })
  const revision = String(await findRevision(ctx.db, orderId))
  const verbs = Object.entries(orderVerbs).filter(([, verb]) => 'recent' in verb && verb.recent)
  expect(verbs.length).toBeGreaterThan(5)
  const needing = [
    ...verbs.map(([verb]) => ({ path: `/staff/orders/${orderId}`, form: { verb, revision } })),
    ...doors.filter(({ right }) => right === 'money.refund' || right === 'reviews.decide'),
    {
      path: `/staff/orders/${orderId}`,
      form: { verb: 'move_stage', revision, position: '0', to: 'agreed', overrideReason: 'Trade show' },
    },
    { path: `/staff/inbox/messages/${publicCode(8)}`, form: { verb: 'delete_data' } },
    { path: '/staff/catalog/accessories/new', form: { verb: 'make' } },
    ...['price', 'withdraw'].map((verb) => ({ path: '/staff/catalog/accessories/sling', form: { verb } })),
  ]
  const before = (await listAuditEntries(ctx.db)).length
  for (const { path, form } of needing) {
    const { status, headers } = await ask(path, { headers: { Cookie: cookie }, form })
    const to = headers.get('Location') ?? ''
    expect([path, form, status, to.startsWith('/staff/again')]).toEqual([path, form, status, true])
  }
  expect(await listAuditEntries(ctx.db)).toHaveLength(before)
})

test('only an owner goes past a gate', async ({ ctx }) => {
  const { orderId, gates, stageNow } = await givenReservation(ctx)
  await gates.agreement.close()
  const { ask } = await givenSite(ctx)
  const move = async (role: (typeof staffRoles)[number]) => {
    const { cookie } = await givenStaff(ctx, role, { email: `past-${role}@example.com` })
    const revision = String(await findRevision(ctx.db, orderId))
    const form = { verb: 'move_stage', revision, position: '0', to: 'agreed', overrideReason: 'Trade show' }
    return (await ask(`/staff/orders/${orderId}`, { headers: { Cookie: cookie }, form })).status
  }
  for (const role of staffRoles.filter((each) => each !== 'owner')) {
    expect([role, await move(role)]).toEqual([role, role === 'instructor' ? 403 : 409])
    expect(await stageNow()).toBe('reserved')
  }
  expect([await move('owner'), await stageNow()]).toEqual([303, 'agreed'])
  const { cookie } = await givenStaff(ctx, 'manager', { email: 'reader@example.com' })
  const sheet = await (await ask(`/staff/orders/${orderId}`, { headers: { Cookie: cookie } })).text()
  expect(sheet).toContain('owner override of “Price and terms accepted”: Trade show')
  expect((await listEvents(ctx.db, orderId)).at(-1)?.data).toMatchObject({
    by: 'O. Sample',
    overridden: 'agreement',
  })
})

test('who may not refund pays nothing back, also where they asked for a document themselves', async ({
  ctx,
}) => {
  const { orderId } = await givenReservation(ctx)
  const { ask } = await givenSite(ctx)
  const { cookie } = await givenStaff(ctx, 'desk')
  const press = async (form: Record<string, string>) => {
    const revision = String(await findRevision(ctx.db, orderId))
    const answer = await ask(`/staff/orders/${orderId}`, {
      headers: { Cookie: cookie },
      form: { ...form, revision },
    })
    return answer.status
  }
  const document = { documents: 'permit', note: 'Your permit', dueOn: '2026-12-20' }
  expect(await press({ verb: 'ask_document', ...document })).toBe(303)
  expect(await press({ verb: 'decline', note: 'No permit' })).toBe(403)
  expect(await listRefunds(ctx.db, orderId)).toEqual([])
})

test('an order whose email is corrected mails its new link once, and says so to the address it had', async ({
  ctx,
}) => {
  const { orderId } = await givenReservation(ctx)
  const { shop, ask } = await givenSite(ctx)
  const { cookie } = await givenStaff(ctx, 'desk')
  ctx.queued.length = 0
  const correct = async () => {
    const revision = String(await findRevision(ctx.db, orderId))
    const buyer = { name: 'Jordan Buyer', email: 'other@example.com', phone: '', state: 'FL' }
    return ask(`/staff/orders/${orderId}`, {
      headers: { Cookie: cookie },
      form: { verb: 'correct_buyer', revision, ...buyer },
    })
  }
  expect((await correct()).status).toBe(303)
  expect((await correct()).status).toBe(409)
  expect(JSON.stringify(ctx.queued)).not.toContain('buyer@example.com')
  await jobRunner(jobsOfOrders(ordersOnSale)).workOff({ ...shop, queued: ctx.queued })
  expect(shop.sent.map(({ to, subject }) => [to, subject])).toEqual([
    ['other@example.com', `A new link to your order ${orderId}`],
    ['buyer@example.com', `The email of your order ${orderId} was changed`],
  ])
  const notice = shop.sent[1]?.text ?? ''
  expect(notice).toContain('http://localhost:3000/contact')
  expect(notice).not.toMatch(/key=|other@example/)
})
