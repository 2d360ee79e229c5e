import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { drops } from '#app/features/drops/tables.ts'
import { after, day, second } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenSample } from '#test/reference.ts'
import { givenSite } from '#test/site.ts'
import { textOf, visitor } from '#test/visitor.ts'
import { recordKey } from './rules.ts'

const reason =
  "We're sorry, but access to this website is restricted to individuals 18 years of age or older due to federal firearm regulations and state laws. Please return when you reach the legal age requirement."

async function stranger(ctx: TestContext) {
  const found = await visitor(ctx)
  found.isVerified = false
  return found
}

test('every page before the gate holds its metadata and the gate, and nothing of the shop', async ({
  ctx,
}) => {
  await givenSample(ctx.db, ctx.now())
  const [drop] = await ctx.db.select().from(drops).where(eq(drops.slug, 'guerrilla-vol-1'))
  if (!drop?.story) throw new Error('The drop of the sample has a story')
  const visiting = await stranger(ctx)
  for (const path of [
    '/',
    '/drops',
    '/drops/vault',
    '/drops/details',
    '/drops/guerrilla-vol-1',
    '/no-such-page',
  ]) {
    await visiting.open(path)
    const isKnown = path !== '/no-such-page'
    expect(visiting.status, path).toBe(isKnown ? 200 : 404)
    expect(visiting.headers.get('Cache-Control'), path).toContain('no-store')
    expect(visiting.document.title, path).not.toBe('')
    if (isKnown) {
      expect(visiting.html, path).toMatch(/<meta name="description" content="[^"]+"/)
      expect(visiting.html, path).toMatch(/<link rel="canonical" href="[^"]+"/)
    }
    expect(visiting.part('button', 'I am 18 years or older'), path).toBeTruthy()
    expect(
      visiting.body.querySelectorAll('nav, header, footer, img, picture, video, article, a'),
      path,
    ).toHaveLength(0)
    expect(visiting.html, path).not.toMatch(/__reactRouter|type="module"|modulepreload|stream/)
    expect(visiting.html, path).not.toContain(drop.story.slice(0, 40))
  }
})

test('the gate is an open dialog that knows where to go on, and its script comes first', async ({ ctx }) => {
  const visiting = await stranger(ctx)
  await visiting.open('/drops/vault?status=live')
  const dialog = visiting.part('dialog', 'Are you 18 or older?')
  expect([dialog.hasAttribute('open'), dialog.getAttribute('closedby')]).toEqual([true, 'none'])
  expect(textOf(dialog)).toContain(reason)
  expect(visiting.part('button', 'I Understand', dialog)).toBeTruthy()
  const body = visiting.html.slice(visiting.html.indexOf('<body'))
  expect(body.indexOf('<script')).toBeGreaterThan(0)
  expect(body.indexOf('<script')).toBeLessThan(body.indexOf('<dialog'))
  expect(body).not.toContain('<style')
})

test('a form that is sent before the gate is answered with the gate, and does nothing', async ({ ctx }) => {
  const visiting = await stranger(ctx)
  visiting.isVerified = true
  await visiting.open('/subscriptions')
  visiting.isVerified = false
  visiting.fillOne('Email', 'buyer@example.test')
  await visiting.press('Subscribe')
  expect(visiting.status).toBe(403)
  expect(visiting.part('dialog', 'Are you 18 or older?')).toBeTruthy()
  expect(ctx.queued).toEqual([])
})

test('an adult gets the requested page, with every parameter, and a record for 30 days', async ({ ctx }) => {
  const visiting = await stranger(ctx)
  await visiting.open('/drops?from=mail')
  await visiting.press('I am 18 years or older')
  expect([visiting.status, visiting.path]).toEqual([200, '/drops?from=mail'])
  expect(visiting.part('contentinfo')).toBeTruthy()
  expect(visiting.cookie(recordKey)).toBe(encodeURIComponent(ctx.now().toISOString()))
  visiting.wait(30 * day - second)
  expect((await visiting.open('/drops')).parts('contentinfo')).toHaveLength(1)
  visiting.wait(2 * second)
  expect((await visiting.open('/drops')).parts('contentinfo')).toEqual([])
  expect(visiting.part('button', 'I am 18 years or older')).toBeTruthy()
})

test('anyone else reads why not, loses an existing cookie, and is sent away', async ({ ctx }) => {
  const visiting = await stranger(ctx)
  await visiting.open('/drops')
  visiting.setCookie(recordKey, encodeURIComponent(ctx.now().toISOString()))
  await visiting.press('I am under 18')
  expect(visiting.path).toBe('/age-gate/restricted')
  expect(visiting.heading).toBe('Access Restricted')
  expect(visiting.text).toContain(reason)
  expect(visiting.part('link', 'I Understand').getAttribute('href')).toBe('https://duckduckgo.com/')
  expect(visiting.parts('contentinfo')).toEqual([])
  expect(visiting.headers.get('X-Robots-Tag')).toBe('noindex')
  expect(visiting.cookie(recordKey)).toBeUndefined()
})

test('a cookie that is older than 30 days, from the future or no time does not open the shop', async ({
  ctx,
}) => {
  const { ask } = await givenSite(ctx)
  for (const [cookie, isOpen] of [
    [after(ctx.now(), -29 * day).toISOString(), true],
    [after(ctx.now(), -30 * day - second).toISOString(), false],
    [after(ctx.now(), day).toISOString(), false],
    ['for ever', false],
    ['%E0%A4%A', false],
  ] as const) {
    const headers = { Cookie: `${recordKey}=${encodeURIComponent(cookie)}` }
    const html = await (await ask('/', { isVerified: false, headers })).text()
    expect(html.includes('<footer'), cookie).toBe(isOpen)
  }
})
