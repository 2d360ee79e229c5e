import type pg from 'pg'
import { afterAll, expect } from 'vitest'
import { openDb, queriesOver } from '#app/db/db.server.ts'
import { after, second } from '#app/kit/clock.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { givenSite } from '#test/site.ts'
import { heldOrder } from '#test/visit.ts'

/** Nothing listens on port 1. */
const away = openDb('postgres://nobody@127.0.0.1:1/none', 2)
afterAll(() => away.pool.end())

async function givenOutage(ctx: TestContext) {
  await givenDrop(ctx.db)
  let isAway = false
  const errors: object[] = []
  const given = await givenSite(ctx, {}, (shop) =>
    Object.defineProperties(shop, {
      db: { get: () => (isAway ? away.db : ctx.db) },
      log: { value: { error: (what: object) => errors.push(what), info() {} } },
    }),
  )
  return { ...given, errors, lose: () => void (isAway = true), find: () => void (isAway = false) }
}

test('in an outage shared pages are served, private ones answer 503, and all recover', async ({ ctx }) => {
  const { ask, shop, lose, find } = await givenOutage(ctx)
  const { orderId, cookies } = await heldOrder(shop)
  const own = { headers: { Cookie: cookies.join('; ') } }
  for (const path of ['/drops', '/faq', '/drops/test-drop']) expect((await ask(path)).status, path).toBe(200)
  expect((await ask('/drops', { isVerified: false })).status).toBe(200)
  expect((await ask(`/checkout/${orderId}`, own)).status).toBe(200)
  ctx.setNow(after(ctx.now(), 2 * second)) // the pages are not fresh any more

  lose()
  for (const path of ['/drops', '/faq?utm=x', '/drops/test-drop']) {
    const answer = await ask(path)
    expect([answer.status, answer.headers.get('Cache-Status')], path).toEqual([
      200,
      expect.stringMatching(/^shop; hit; ttl=-\d+; detail=unavailable$/),
    ])
  }
  expect((await ask('/drops', { isVerified: false })).status).toBe(200)
  const checkout = await ask(`/checkout/${orderId}`, own)
  expect([checkout.status, checkout.headers.get('Retry-After')]).toEqual([503, '5'])
  expect(checkout.headers.get('Cache-Control')).toBe('private, no-store')
  const html = await checkout.text()
  expect(html).toContain('Nothing was charged')
  expect(html).toContain('Be Right Back')

  find()
  expect((await ask(`/checkout/${orderId}`, own)).status).toBe(200)
})

const sender = {
  formKey: 'k'.repeat(32),
  firstName: 'Jo',
  lastName: '',
  subject: 'general',
  email: 'jo@example.com',
  madeAt: '0',
}

test('a form comes back with all input, ready to be sent again', async ({ ctx }) => {
  const { ask, lose } = await givenOutage(ctx)
  lose()
  const form = { ...sender, message: '<b>"all"</b>' }
  const answer = await ask('/contact?subject=general', {
    form,
    headers: { Accept: 'text/html', 'Content-Length': '90' },
  })
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5'])
  const html = await answer.text()
  expect(html).toContain('your form was not processed. Nothing was charged.')
  expect(html).toContain('<form action="/contact?subject=general" method="post">')
  expect(html).toContain('name="email" value="jo@example.com"')
  expect(html).toContain('name="message" value="&lt;b&gt;&quot;all&quot;&lt;/b&gt;"')
})

test('a failed payment is never called uncharged, and is not offered again', async ({ ctx }) => {
  const { ask, shop, lose } = await givenOutage(ctx)
  const { orderId, cookies } = await heldOrder(shop)
  lose()
  const answer = await ask(`/checkout/${orderId}`, {
    form: { paymentToken: 'sandbox_approve', name: 'Jo' },
    headers: { Cookie: cookies.join('; '), Accept: 'text/html', 'Content-Length': '50' },
  })
  expect(answer.status).toBe(503)
  const html = await answer.text()
  expect(html).toContain('You will not be charged twice')
  expect(html).not.toContain('Nothing was charged')
  expect(html).not.toContain('sandbox_approve')
  expect(html).not.toMatch(/<form[^>]+checkout/)
})

test('a form with a secret in it, and one that is too large, is not sent back', async ({ ctx }) => {
  const { ask, lose } = await givenOutage(ctx)
  lose()
  const shown = async (path: string, form: Record<string, string>, length: string) => {
    const headers = { Accept: 'text/html', 'Content-Length': length }
    const answer = await ask(path, { form, headers })
    expect(answer.status).toBe(503)
    return answer.text()
  }
  const signIn = { email: 'jo@example.com', password: 'correct horse', code: '000000' }
  expect(await shown('/staff/sign-in', signIn, '60')).not.toMatch(/correct horse|jo@example\.com/)
  const typed = { ...sender, message: 'Hello' }
  expect(await shown('/contact', typed, '65536')).toContain('jo@example.com')
  expect(await shown('/contact', typed, '65537')).not.toContain('jo@example.com')
})

test('responses that are not pages report the outage in their own format', async ({ ctx }) => {
  const { ask, lose } = await givenOutage(ctx)
  lose()
  const api = await ask('/api/drops')
  expect([api.status, api.headers.get('Retry-After')]).toEqual([503, '5'])
  expect(await api.json()).toMatchObject({ error: { code: 'unavailable' } })
  const file = await ask('/builds/ABCDEFGH/sheet.pdf')
  expect([file.status, file.headers.get('Content-Type')]).toEqual([503, 'text/plain; charset=utf-8'])
})

test('an outage is one log line, and any other failure stays a failure', async ({ ctx }) => {
  const { ask, errors, lose } = await givenOutage(ctx)
  lose()
  for (let n = 0; n < 5; n++) await ask('/cart')
  for (let n = 0; n < 5; n++) await ask('/faq')
  expect(errors).toEqual([{ fault: expect.stringContaining('ECONNREFUSED') }])
  const failing = { query: () => Promise.reject(new Error('a bug')) }
  const broken = await givenSite(ctx, {}, (shop) =>
    Object.defineProperty(shop, 'db', { value: queriesOver(failing as unknown as pg.Pool) }),
  )
  expect((await broken.ask('/drops')).status).toBe(500)
})
