import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keyedHashOf } from '#app/kit/ids.ts'
import { drawLinePage } from './busy-page.tsx'
import { busy, limitConcurrency } from './limit-concurrency.ts'
import { createLine, repeatableFields } from './line.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

const origin = 'http://localhost:3000'

/** A process with one slot; `done` holds what was done, in order. */
function givenProcess({
  maxEntries = 100,
  key = 'test key',
  path = '/drops/noir/reserve',
  leadsTo = '',
  patienceMs = 20,
} = {}) {
  const takeTurn = limitConcurrency({ maxRunning: 1, maxWaiting: 600 })
  const done: string[] = []
  const ends: (() => void)[] = []
  const line = createLine({
    sign: keyedHashOf(key),
    now: Date.now,
    https: false,
    drawPage: drawLinePage([]),
    maxEntries,
    patienceMs,
  })
  const claim = async (request: Request, turn: { since: number; signal: AbortSignal }) => {
    const form = new URLSearchParams(await request.text())
    const answer = await takeTurn(
      async () => {
        done.push(form.get('who') ?? '')
        await new Promise<void>((resolve) => ends.push(resolve))
        if (leadsTo) return new Response(null, { status: 303, headers: { Location: leadsTo } })
        const { host, pathname } = new URL(request.url)
        return Response.json({ host, path: pathname, who: form.get('who') })
      },
      { ...turn, isPatient: true },
    )
    return answer === busy ? new Response(null, { status: 503 }) : answer
  }
  return {
    done,
    size: line.size,
    /** Ends what runs, so that the next begins. */
    next: async () => {
      ends.shift()?.()
      await settle()
    },
    renew: async (at: Place): Promise<Place> => {
      const headers = { Cookie: at.cookie }
      return placeOf(await line.renew(new Request(origin + at.address, { headers }), claim), at.cookie)
    },
    send: async (who: string, signal?: AbortSignal, more: Record<string, string> = {}): Promise<Place> => {
      const headers = { Accept: 'text/html' }
      const body = new URLSearchParams({ who, ...more })
      const init = { method: 'POST', headers, body, ...(signal && { signal }) }
      const request = new Request(origin + path, init)
      const fields = repeatableFields(request, await request.clone().formData())
      const answer = line.send(request, fields, claim)
      await settle()
      await vi.advanceTimersByTimeAsync(3_000)
      return placeOf(await answer, '')
    },
  }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

type Place = { address: string; cookie: string; status: number; text: string; refresh: string }

async function placeOf(answer: Response, known: string): Promise<Place> {
  const refresh = answer.headers.get('Refresh') ?? ''
  const cookie = answer.headers.get('Set-Cookie')?.split(';')[0] ?? known
  const address = answer.headers.get('Location') ?? refresh.split('url=')[1] ?? ''
  return { address, cookie, status: answer.status, text: await answer.text(), refresh }
}

const says = ({ text }: Place) => /You are number ([\d,]+) in line/.exec(text)?.[1]

test('who waits is told their place, keeps it, and gets the answer to what they sent when it is their turn', async () => {
  const shop = givenProcess()
  const first = shop.send('first')
  await first
  const waiting = [await shop.send('second'), await shop.send('third'), await shop.send('fourth')]
  for (const { status, address } of waiting)
    expect([status, address]).toEqual([303, expect.stringMatching(/^\/line\?ticket=/)])
  let places = await Promise.all(waiting.map(shop.renew))
  expect(places.map(says)).toEqual(['2', '3', '4'])
  expect(places[0]?.refresh).toMatch(/^3; url=\/line\?ticket=[\w-]+$/)
  expect(places[0]?.text).toContain('This page renews itself')
  await shop.next()
  expect(shop.done).toEqual(['first', 'second'])
  await shop.next()
  places = await Promise.all(places.map(shop.renew))
  expect(JSON.parse(places[0]?.text ?? '')).toMatchObject({ path: '/drops/noir/reserve', who: 'second' })
  expect(places.slice(1).map(says)).toEqual(['1', '2'])
  await shop.next()
  expect(shop.done).toEqual(['first', 'second', 'third', 'fourth'])
})

test('whoever is answered at once never sees the line', async () => {
  const shop = givenProcess({ patienceMs: 60_000 })
  const answer = shop.send('quick')
  await settle()
  await shop.next()
  expect(JSON.parse((await answer).text)).toMatchObject({ who: 'quick' })
  expect(shop.size()).toBe(0)
})

test('whoever does not come back in half a minute leaves the line, and joins its end later', async () => {
  const shop = givenProcess()
  await shop.send('first')
  const [lost, other] = [await shop.send('lost'), await shop.send('other')]
  await vi.advanceTimersByTimeAsync(20_000)
  const stayed = await shop.renew(other)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(says(await shop.renew(stayed))).toBe('1')
  const back = await shop.renew(lost)
  expect(says(back)).toBe('2')
  expect(back.text).toContain('You were away for too long, so you joined the end of the line.')
  await shop.next()
  expect(shop.done).toEqual(['first', 'other'])
  await shop.next()
  expect(shop.done).toEqual(['first', 'other', 'lost'])
  expect((await shop.renew(back)).text).not.toContain('away')
})

test('a place is kept in another process, and after a restart', async () => {
  const [old, fresh] = [givenProcess(), givenProcess()]
  await old.send('first')
  const early = await old.send('early')
  await fresh.send('running')
  const late = await fresh.send('late')
  const moved = await fresh.renew(early)
  expect([says(moved), moved.text.includes('away')]).toEqual(['1', false])
  expect(says(await fresh.renew(late))).toBe('3')
  await fresh.next()
  await fresh.next()
  expect(fresh.done).toEqual(['running', 'early', 'late'])
})

test('nobody sends what another browser sent, nor with a changed or foreign ticket', async () => {
  const shop = givenProcess()
  await shop.send('first')
  const own = await shop.send('own')
  const foreign = await givenProcess({ key: 'another key' }).send('foreign')
  for (const bad of [
    { ...own, cookie: 'paco-line=guess' },
    { ...own, cookie: '' },
    { ...own, address: `${own.address.slice(0, -2)}xx` },
    { ...own, address: '/line' },
    { ...own, address: foreign.address },
  ])
    expect(await shop.renew(bad)).toMatchObject({ status: 303, address: '/' })
  await vi.advanceTimersByTimeAsync(61 * 60_000)
  expect(await shop.renew(own)).toMatchObject({ status: 303, address: '/' })
})

test('more than are kept in memory keep their place in their address', async () => {
  const shop = givenProcess({ maxEntries: 2 })
  await shop.send('first')
  const second = await shop.send('second')
  const beyond = await shop.send('beyond')
  expect(shop.size()).toBe(2)
  expect(says(await shop.renew(beyond))).toBe('3')
  await shop.next()
  await shop.next()
  await shop.renew(second)
  expect(says(await shop.renew(beyond))).toBe('1')
  expect(shop.done).toEqual(['first', 'second', 'beyond'])
})

test('a browser that goes before it is told its place leaves at once', async () => {
  const shop = givenProcess()
  await shop.send('first')
  const leaving = new AbortController()
  const sent = shop.send('gone', leaving.signal)
  await settle()
  leaving.abort()
  await sent
  await shop.next()
  expect([shop.done, shop.size()]).toEqual([['first'], 1])
})

test('what holds a secret is not put into an address', async () => {
  const request = new Request(origin, { headers: { Accept: 'text/html' } })
  const form = new FormData()
  form.set('who', 'me')
  expect(repeatableFields(request, form)).toEqual([['who', 'me']])
  form.set('password', 'x')
  expect(repeatableFields(request, form)).toBeUndefined()
  expect(repeatableFields(new Request(origin), new FormData())).toBeUndefined()
})

test('whoever goes back through the line gets to where it led, and nothing is sent again', async () => {
  const shop = givenProcess({ leadsTo: '/cart?added=mug' })
  await shop.send('first')
  const sent = await shop.send('mug')
  const waiting = await shop.renew(sent)
  await shop.next()
  await shop.next()
  for (const place of [waiting, waiting, sent])
    expect(await shop.renew(place)).toMatchObject({ status: 303, address: '/cart?added=mug' })
  await vi.advanceTimersByTimeAsync(40_000)
  expect(await shop.renew(sent)).toMatchObject({ status: 303, address: '/cart?added=mug' })
  expect(shop.done).toEqual(['first', 'mug'])
})

test('a form with a key of its own is sent again, so that an answer that was lost comes again', async () => {
  const shop = givenProcess({ leadsTo: '/checkout/ABCDEFGHJK' })
  await shop.send('first')
  const place = await shop.send('hold', undefined, { key: 'k'.repeat(43) })
  await shop.next()
  await shop.next()
  expect(await shop.renew(place)).toMatchObject({ status: 303, address: '/checkout/ABCDEFGHJK' })
  await shop.renew(place)
  expect(shop.done).toEqual(['first', 'hold', 'hold'])
})

test('a path with two slashes names no other host', async () => {
  const shop = givenProcess({ path: '//elsewhere.test/staff' })
  await shop.send('first')
  const place = await shop.send('second')
  await shop.next()
  await shop.next()
  const answer = await shop.renew(place)
  expect(JSON.parse(answer.text)).toMatchObject({ host: 'localhost:3000', path: '//elsewhere.test/staff' })
})
