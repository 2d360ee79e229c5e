import { expect } from 'vitest'
import { listAuditEntries } from '#app/access/audit.server.ts'
import { subscribers, subscriptions } from '#app/features/subscriptions/tables.ts'
import { test } from '#test/db.ts'
import { givenSite } from '#test/site.ts'
import { givenStaff } from '#test/staff.ts'

test('the export of a list has its readers alone, in the order of joining, and is recorded', async ({
  ctx,
}) => {
  const { db, now } = ctx
  for (const [email, topic] of [
    ['second@example.com', 'newsletter'],
    ['other@example.com', 'builds'],
    ['=cmd@example.com', 'newsletter'],
  ] as const) {
    const [person] = await db.insert(subscribers).values({ email, createdAt: now() }).returning()
    await db.insert(subscriptions).values({
      subscriberId: person?.id ?? '',
      topic,
      consentVersion: '2026-11.2',
      consentWords: 'A mail.',
      joinedAt: now(),
      requestedAt: now(),
      confirmedAt: now(),
    })
  }
  const { ask } = await givenSite(ctx)
  const { cookie } = await givenStaff(ctx, 'manager')
  const file = (topic: string) =>
    ask(`/staff/subscriptions.csv?topic=${topic}`, { headers: { Cookie: cookie } })
  const response = await file('newsletter')
  expect(response.headers.get('Content-Disposition')).toMatch(/newsletter-\d{4}-\d{2}-\d{2}\.csv/)
  const [head, ...rows] = (await response.text()).trim().split('\r\n')
  expect(head).toContain('"email","joined","confirmed","consent"')
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatch(/^"second@example.com","/)
  // A spreadsheet runs no formula of it.
  expect(rows[1]).toMatch(/^"'=cmd@example.com","/)
  expect(await listAuditEntries(db)).toMatchObject([{ verb: 'export-subscriptions', subject: 'newsletter' }])
  expect((await file('none')).status).toBe(404)
})
