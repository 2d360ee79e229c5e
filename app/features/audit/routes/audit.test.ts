import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { recordAudit } from '#app/access/audit.server.ts'
import { changeOf } from '#app/access/difference.ts'
import { transact } from '#app/db/db.server.ts'
import { after, day } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenSite } from '#test/site.ts'
import { givenStaff } from '#test/staff.ts'
import { auditFilterOf, formatAuditQuery, parseAuditQuery, parseCursor, subjectPath } from '../rules.ts'

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
  expect(html).toMatch(/<del[^>]*>\$1<\/del> <ins[^>]*>\$1.20<\/ins>/)
  expect(html).toContain('href="/staff/orders/M0000000FF"')
  expect(html).toContain('Chain not checked yet')
  expect(await page('/staff/audit?verb=refund')).toContain('No entry matches that')
})

test('ids are shown as what they name, with a way to its sheet, and figures as people read them', async ({
  ctx,
}) => {
  const { ask } = await givenSite(ctx)
  const { cookie, member } = await givenStaff(ctx, 'owner')
  await transact(ctx, async (work) => {
    await recordAudit(work, { ...entry, verb: 'staff role', subject: member.id, data: {} })
    await recordAudit(work, { ...entry, verb: 'price-course', subject: 'ccw', data: { priceCents: 12_000 } })
    await recordAudit(work, {
      ...entry,
      verb: 'change-session',
      data: { by: member.id, at: '2026-01-05T17:00:00.000Z' },
    })
    await recordAudit(work, {
      ...entry,
      verb: 'subscription-remove',
      subject: `0f0f0f0f-${randomUUID().slice(9)}`,
    })
    await recordAudit(work, {
      ...entry,
      verb: 'announcement-discard',
      subject: randomUUID(),
      data: changeOf({ subject: 'A draft that is gone' }, undefined),
    })
  })
  const html = await (await ask('/staff/audit', { headers: { Cookie: cookie } })).text()
  const [table = ''] = /<table[\s\S]*<\/table>/.exec(html) ?? []
  expect(table).toMatch(new RegExp(`href="/staff/people"[^>]*>${member.name}</a>`))
  expect(table).toContain('href="/staff/catalog/courses/ccw"')
  for (const shown of ['$120', 'Jan 5 12:00 PM', 'A draft that is gone', 'no longer stored (0f0f0f0f)'])
    expect(table).toContain(shown)
  const manager = await givenStaff(ctx, 'manager')
  const theirs = await ask('/staff/audit', { headers: { Cookie: manager.cookie } })
  const [, people = ''] = /<td>staff role<\/td><td>(.*?)<\/td>/.exec(await theirs.text()) ?? []
  expect(people).toContain(member.name)
  expect(people).not.toContain('href="/staff/people"')
  // Left in the address of what shows everything on it.
  expect(table.replaceAll(/href="[^"]*"/g, '')).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/)
})

test('the subject of an action links to its sheet', () => {
  const entries: [string, string, string | undefined][] = [
    ['refund', 'M0000000FF', '/staff/orders/M0000000FF'],
    ['drop-pause', 'noir', '/staff/drops/noir'],
    ['catalog-price', 'accessories/sling', '/staff/catalog/accessories/sling'],
    ['catalog-export', 'accessories', undefined],
    ['text-publish', 'terms', '/staff/words/terms'],
    ['rule', 'MD', '/staff/rules/MD'],
    ['age', 'sbr FL', '/staff/rules/ages/sbr-FL'],
    ['rules-confirm', 'AL, AK', '/staff/rules'],
    ['dealer-file', '1-59', '/staff/dealers/1-59'],
    ['audit-check', 'audit log', undefined],
  ]
  for (const [verb, subject, path] of entries)
    expect([verb, subjectPath(verb, subject)]).toEqual([verb, path])
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
