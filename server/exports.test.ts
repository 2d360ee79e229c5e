import { expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { mayDo, staffRoles } from '#app/features/staff/rules.ts'
import { staffSessions } from '#app/features/staff/tables.ts'
import { after, minute } from '#app/kit/clock.ts'
import { test } from '#test/db.ts'
import { givenReservation } from '#test/world.ts'
import { givenSite, routeEntries } from '#test/site.ts'
import { givenStaff } from '#test/staff.ts'

const files = [
  ['/staff/orders.csv?q=x', 'orders.read', '/staff/orders?q=x'],
  ['/staff/money/ledger.csv?from=2026-11-01&to=2026-11-20', 'money.read', '/staff/money'],
  ['/staff/subscriptions.csv?topic=newsletter', 'subscriptions', '/staff/subscriptions'],
  ['/staff/audit.csv?verb=refund', 'audit.read', '/staff/audit?verb=refund'],
  ['/staff/inbox/messages/NOSUCH/export', 'inbox', '/staff/inbox/messages/NOSUCH'],
] as const

test('a file takes the right to export besides that of its records', async ({ ctx }) => {
  const { ask } = await givenSite(ctx)
  for (const role of staffRoles) {
    const { cookie } = await givenStaff(ctx, role)
    for (const [path, right] of files) {
      const { status } = await ask(path, { headers: { Cookie: cookie } })
      const may = mayDo(role, 'export') && mayDo(role, right)
      expect([role, path, status !== 403]).toEqual([role, path, may])
    }
  }
  expect(staffRoles.filter((role) => mayDo(role, 'export'))).toEqual(['owner', 'manager', 'desk'])
  // The catalog's files hold no personal data.
  const paths = routeEntries.map(({ path }) => path).filter((path) => /^staff.*(\.csv|\/export)$/.test(path))
  expect(paths).toHaveLength(files.length + 1)
})

test('after ten minutes a file waits for a new sign-in, which comes back to its page', async ({ ctx }) => {
  const { ask } = await givenSite(ctx)
  const { cookie } = await givenStaff(ctx, 'owner')
  await ctx.db.update(staffSessions).set({ signedInAt: after(ctx.now(), -11 * minute) })
  for (const [path, , page] of files) {
    const { status, headers } = await ask(path, { headers: { Cookie: cookie } })
    expect([path, status, headers.get('Location')]).toEqual([
      path,
      303,
      `/staff/again?next=${encodeURIComponent(page)}`,
    ])
  }
  expect(await listAuditEntries(ctx.db)).toEqual([])
})

test('the bench is offered no file and reads no money on an order', async ({ ctx }) => {
  const { orderId } = await givenReservation(ctx)
  const { ask } = await givenSite(ctx)
  const read = async (role: 'bench' | 'desk', path: string) => {
    const { cookie } = await givenStaff(ctx, role, { email: `${role}${path.length}@example.com` })
    return (await ask(path, { headers: { Cookie: cookie } })).text()
  }
  expect(await read('desk', '/staff/orders')).toContain('orders.csv')
  expect(await read('bench', '/staff/orders')).not.toContain('orders.csv')
  const sheet = `/staff/orders/${orderId}`
  expect(await read('desk', sheet)).toContain('Held today')
  expect(await read('bench', sheet)).not.toMatch(/Held today|heldCents",\d{3}/)
})
