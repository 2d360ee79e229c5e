import { expect } from 'vitest'
import { auditLog } from '#app/access/tables.ts'
import { claims } from '#app/features/claims/tables.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenSite } from '#test/site.ts'
import { givenStaff } from '#test/staff.ts'

async function givenDesk(ctx: TestContext) {
  const { ask } = await givenSite(ctx)
  const { cookie } = await givenStaff(ctx, 'owner')
  return async (path: string, form?: Record<string, string>) => {
    const answer = await ask(`/staff/rules${path}`, { headers: { Cookie: cookie }, ...(form && { form }) })
    return { status: answer.status, html: (await answer.text()).split('__reactRouterContext')[0] ?? '' }
  }
}

test('a claim names everything that it lacks at once, and stores nothing', async ({ ctx, db }) => {
  const desk = await givenDesk(ctx)
  const empty = { revision: '', key: '', text: '', figure: '7 days', source: '', evidence: '' }
  const { status, html } = await desk('/claims/new', empty)
  expect(status).toBe(422)
  for (const words of [
    'A key is lower-case words',
    'State the claim in one sentence.',
    'State the source of the claim.',
    'Say what you read: it is recorded with your name.',
  ])
    expect(html).toContain(words)
  expect(html).toMatch(/<input[^>]* name="figure"[^>]* value="7 days"|value="7 days"[^>]* name="figure"/)
  expect([await db.select().from(claims), await db.select().from(auditLog)]).toEqual([[], []])
})

test('a rule that is not there says so, with a way on', async ({ ctx }) => {
  const desk = await givenDesk(ctx)
  for (const path of [
    '/ZZ',
    '/places/nowhere',
    '/places/nowhere/removal',
    '/ages/sbr-ZZ',
    '/claims/no.such',
  ]) {
    const { status, html } = await desk(path)
    expect([path, status, html.includes('No Such Rule')]).toEqual([path, 404, true])
  }
})
