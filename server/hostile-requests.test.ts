import { expect } from 'vitest'
import { test } from '#test/db.ts'
import { givenSite } from '#test/site.ts'
import { visitor } from '#test/visitor.ts'

const formType = { 'Content-Type': 'application/x-www-form-urlencoded' }
const origin = 'http://localhost:3000'

test('a form is accepted behind a proxy with another host name', async ({ ctx }) => {
  const { ask } = await givenSite(ctx)
  const answer = await ask('/subscriptions', {
    method: 'POST',
    host: 'upstream:3000',
    headers: { ...formType, Origin: origin },
    body: 'topic=newsletter&email=',
  })
  expect(answer.status).toBe(422)
})

test('malformed forms are refused with words, and none is a server error', async ({ ctx }) => {
  const { ask } = await givenSite(ctx)
  for (const path of [
    '/contact',
    '/subscriptions',
    '/cart/lines',
    '/drops/guerrilla-vol-1/reserve',
    '/trust/buy',
  ]) {
    const headers = { Origin: origin, 'Content-Type': 'application/json' }
    expect((await ask(path, { method: 'POST', headers, body: '{}' })).status, path).toBe(415)
    const nothing = await ask(path, { method: 'POST', headers: { Origin: origin } })
    expect(nothing.status, path).toBeLessThan(500)
  }
  const put = await ask('/contact', { method: 'PUT', headers: { ...formType, Origin: origin } })
  expect([put.status, put.headers.get('Allow')]).toEqual([405, 'GET, HEAD, POST'])
})

test('a NUL in a URL is a 404, and in a form is text', async ({ ctx }) => {
  const { ask } = await givenSite(ctx)
  for (const path of ['/drops/%00', '/builds/%00', '/art/drops/%00/hero-wide.svg', '/api/drops/%00'])
    expect((await ask(path)).status, path).toBe(404)
  const typed = await ask('/subscriptions', {
    method: 'POST',
    headers: { ...formType, Origin: origin },
    body: 'topic=newsletter&name=Jo%00&email=not-an-address',
  })
  expect(typed.status).toBe(422)
})

test('a form to an order that is not this visitor’s, or is gone, is a 404 in words, without the gate', async ({
  ctx,
}) => {
  const stranger = await visitor(ctx)
  await stranger.open('/contact')
  const form = stranger.part('button', 'Send Message').closest('form')
  form?.setAttribute('action', '/checkout/XXXXXXXX/cancellation')
  await stranger.pressUnchecked('Send Message')
  expect([stranger.status, stranger.heading]).toEqual([404, 'Order Not Found'])
})
