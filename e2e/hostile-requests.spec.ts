// Requests that no page of ours sends: from behind a proxy, by machines, and by people who try.
import { type IncomingMessage, request } from 'node:http'
import { expect, passAgeGate, test } from './fixtures.ts'

const form = 'application/x-www-form-urlencoded'

test('a form is accepted behind a proxy with another host name', async ({ baseURL }) => {
  const answer = await send(baseURL, '/subscriptions', {
    headers: { Host: 'upstream:3000', Origin: baseURL ?? '', 'Content-Type': form, Cookie: passed() },
    body: 'topic=newsletter&email=',
  })
  expect(answer.status, answer.text.slice(0, 300)).toBe(422)
})

test('malformed forms are refused with words, and none is a server error', async ({ baseURL }) => {
  const headers = { Origin: baseURL ?? '', Cookie: passed() }
  for (const path of [
    '/contact',
    '/subscriptions',
    '/cart/lines',
    '/drops/guerrilla-vol-1/reserve',
    '/trust/buy',
  ]) {
    const json = await send(baseURL, path, {
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: '{}',
    })
    expect(json.status, path).toBe(415)
    const nothing = await send(baseURL, path, { headers })
    expect(nothing.status, path).toBeLessThan(500)
  }
  const put = await send(baseURL, '/contact', {
    method: 'PUT',
    headers: { ...headers, 'Content-Type': form },
  })
  expect([put.status, put.headers.allow]).toEqual([405, 'GET, HEAD, POST'])
})

test('a NUL in a URL is a 404, and in a form is text', async ({ baseURL }) => {
  const headers = { Origin: baseURL ?? '', Cookie: passed() }
  for (const path of [
    '/drops/%00',
    '/drops/%00.data',
    '/builds/%00',
    '/art/drops/%00/hero-wide.svg',
    '/api/drops/%00',
  ])
    expect((await send(baseURL, path, { method: 'GET', headers })).status, path).toBe(404)
  const typed = await send(baseURL, '/subscriptions', {
    headers: { ...headers, 'Content-Type': form },
    body: 'topic=newsletter&name=Jo%00&email=not-an-address',
  })
  expect(typed.status).toBe(422)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a form to an unknown path is a 404 for a verified visitor, without the gate', async ({
    page,
    context,
    browserErrors,
    baseURL,
  }) => {
    browserErrors.allow(/404/)
    await passAgeGate(context, baseURL ?? '')
    await page.goto('/contact')
    // As a page of yesterday may: the order is not this visitor's, or is gone.
    await page.locator('main form[method="post"]').evaluate((sent: HTMLFormElement) => {
      sent.action = '/checkout/XXXXXXXX/cancellation'
      sent.noValidate = true
      sent.submit()
    })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Not Found')
  })
})

function passed(): string {
  return `paco-age=${encodeURIComponent(new Date().toISOString())}`
}

type Sent = { method?: string; headers: Record<string, string>; body?: string }

/** As it is given: a browser would not let a page choose its `Host`. */
function send(baseURL: string | undefined, path: string, { method = 'POST', headers, body }: Sent) {
  return new Promise<{ status: number; headers: IncomingMessage['headers']; text: string }>(
    (resolve, reject) => {
      const { hostname, port } = new URL(baseURL ?? '')
      const requested = request({ hostname, port, path, method, headers }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (piece: string) => (text += piece))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
      })
      requested.on('error', reject).end(body)
    },
  )
}
