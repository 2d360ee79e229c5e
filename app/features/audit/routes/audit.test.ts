import { expect } from 'vitest'
import { recordAudit } from '#app/access/audit.server.ts'
import { changeOf } from '#app/access/difference.ts'
import { transact } from '#app/db/work.server.ts'
import { after, day } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenSite } from '#test/site.ts'
import { givenStaff } from '#test/staff.ts'
import { auditFilterOf, formatAuditQuery, parseAuditQuery, parseCursor } from '../rules.ts'

async function givenDesk(ctx: TestContext) {
  const { ask } = await givenSite(ctx)
  const { cookie } = await givenStaff(ctx, 'manager')
  return async (path: string) => (await ask(path, { headers: { Cookie: cookie } })).text()
}

const entry = { actor: 'Ada <ada@example.com>', verb: 'price', subject: 'M0000000FF' }

test('the log shows who did what, on what, and what changed', async ({ ctx }) => {
  const page = await givenDesk(ctx)
  await transact(ctx, (work) =>
    recordAudit(work, {
      ...entry,
      data: changeOf({ priceCents: 100, name: 'A' }, { priceCents: 120, name: 'A' }),
    }),
  )
  const html = await page('/staff/audit')
  expect(html).toMatch(/<del[^>]*>100<\/del> <ins[^>]*>120<\/ins>/)
  expect(html).toContain('href="/staff/orders/M0000000FF"')
  expect(html).toContain('Chain not checked yet')
  expect(await page('/staff/audit?verb=refund')).toContain('No entry matches that')
})

test('the export holds the filter only, and is logged itself', async ({ ctx }) => {
  const page = await givenDesk(ctx)
  await transact(ctx, (work) => recordAudit(work, entry))
  await transact(ctx, (work) => recordAudit(work, { ...entry, verb: 'refund' }))
  const file = await page('/staff/audit.csv?verb=refund')
  expect(file.trim().split('\r\n')).toHaveLength(2)
  expect(file).toContain('"refund"')
  expect(await page('/staff/audit?verb=export-audit')).toContain('M. Sample')
})

test('the address is the filter: days of the shop, both ends in it', () => {
  const query = parseAuditQuery(new URLSearchParams('verb=refund&from=2026-11-01&to=2026-11-01&actor=&x=1'))
  expect(formatAuditQuery(query)).toBe('?verb=refund&from=2026-11-01&to=2026-11-01')
  const { from, until } = auditFilterOf(query, 'America/New_York')
  // The day on which the clock goes back has twenty-five hours.
  expect([from?.toISOString(), until]).toEqual([
    '2026-11-01T04:00:00.000Z',
    after(from as Date, day + 3_600_000),
  ])
  for (const days of ['2026-13-01', '2026-02-30', 'soon', '']) {
    expect(parseAuditQuery(new URLSearchParams({ from: days }))).toEqual({})
  }
  for (const cursor of [null, '', 'x.y', '1', '1.2.3', '9'.repeat(20)])
    expect(parseCursor(cursor)).toBeUndefined()
})
