import { UNSAFE_ErrorResponseImpl as ErrorResponseImpl } from 'react-router'
import { expect, test, vi } from 'vitest'
import {
  orNetworkError,
  networkFailureWords,
  isNetworkFailure,
  keepFormOnFailure,
} from './network-failure.ts'
import { notProcessedWords } from './unavailable.ts'

const brokenLine = new TypeError('Failed to fetch')

function sent(init: RequestInit = { method: 'POST', body: new URLSearchParams({ name: 'Zoë' }) }) {
  return new Request('http://localhost/contact', init)
}

async function runAction(request: Request, type: 'data' | 'error', result: unknown) {
  const onCutOff = vi.fn()
  const next = async () => {
    if (request.body) await request.formData() // as the router does, to send it
    return { contact: { type, result } }
  }
  const results = await keepFormOnFailure(request, next, onCutOff)
  const said = onCutOff.mock.calls.flat() as string[]
  return { answer: results.contact, said, isSaid: said.length > 0 }
}

test('a form that did not arrive stays with its input and shows the failure', async () => {
  expect(await runAction(sent(), 'error', brokenLine)).toEqual({
    isSaid: true,
    said: [networkFailureWords],
    answer: {
      type: 'data',
      result: expect.objectContaining({
        data: {
          refusal: networkFailureWords,
          fieldErrors: { form: [networkFailureWords] },
          given: { name: 'Zoë' },
        },
        init: { status: 503 },
      }),
    },
  })
})

test('so does a form that failed on the server', async () => {
  const { isSaid } = await runAction(
    sent(),
    'error',
    new ErrorResponseImpl(500, 'Internal Server Error', null),
  )
  expect(isSaid).toBe(true)
})

test('a form that met a database outage shows the words of the server', async () => {
  const words = notProcessedWords('none', null)
  const { answer, said } = await runAction(sent(), 'error', new ErrorResponseImpl(503, '', words))
  expect(said).toEqual([words.beside])
  expect(words.beside).toContain('Nothing was charged, and everything you typed is still here')
  expect(answer?.result).toMatchObject({ data: { refusal: words.beside, given: { name: 'Zoë' } } })
})

test.each([
  ['an answer', 'data', { ok: true }],
  ['a redirect', 'error', Response.redirect('http://localhost/there')],
  ['what a page throws for its visitor', 'error', new ErrorResponseImpl(404, 'Not Found', null)],
] as const)('%s goes on as it is', async (_, type, result) => {
  expect(await runAction(sent(), type, result)).toEqual({ isSaid: false, said: [], answer: { type, result } })
})

test('a failed page load is not treated as a form', async () => {
  const { isSaid, answer } = await runAction(sent({ method: 'GET' }), 'error', brokenLine)
  expect({ isSaid, answer }).toEqual({ isSaid: false, answer: { type: 'error', result: brokenLine } })
})

test('a visitor who left the page gets no message', async () => {
  const leaving = new AbortController()
  const request = sent({ method: 'POST', body: new URLSearchParams(), signal: leaving.signal })
  const onCutOff = vi.fn()
  const next = async () => {
    leaving.abort()
    return { contact: { type: 'error', result: leaving.signal.reason } }
  }
  await keepFormOnFailure(request, next, onCutOff)
  expect(onCutOff).not.toHaveBeenCalled()
})

test('an action with its own result shape reports the failure in it, and its page is not reloaded', async () => {
  const answer = await orNetworkError(() => Promise.reject(brokenLine), { refusal: 'Press again' })
  expect(answer).toMatchObject({ data: { refusal: 'Press again' }, init: { status: 503 } })
  expect(isNetworkFailure(503)).toBe(true)
  expect(isNetworkFailure(409)).toBe(false)
  expect(isNetworkFailure(undefined)).toBe(false)
  const notFound = vi.fn().mockRejectedValue(new ErrorResponseImpl(404, 'Not Found', null))
  await expect(orNetworkError(notFound, {})).rejects.toMatchObject({ status: 404 })
})

test('a form stays even when its file can no longer be read', async () => {
  let isBroken = false
  const parts = ['name=Zo', '%C3%AB']
  const body = new ReadableStream(
    {
      pull(stream) {
        if (isBroken) return stream.error(brokenLine)
        const part = parts.shift()
        if (part === undefined) stream.close()
        else stream.enqueue(new TextEncoder().encode(part))
      },
    },
    { highWaterMark: 0 },
  )
  const init = { method: 'POST', body, duplex: 'half' } as const
  const request = sent({ ...init, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } })
  const next = async () => {
    isBroken = true
    return { contact: { type: 'error', result: brokenLine } }
  }
  const results = await keepFormOnFailure(request, next, () => {})
  expect(results.contact).toMatchObject({ type: 'data', result: { data: { given: { name: 'Zoë' } } } })
})
