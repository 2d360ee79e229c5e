// A server with Authorize.Net's JSON API, its quirks and its failures, for tests and trials.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { signatureHeader, signNotification } from '#app/gateway/authorize-net/gateway.server.ts'
import type { Account } from '#app/gateway/authorize-net/client.server.ts'
import { Books } from './books.ts'
import { answerCall, type Body } from './calls.ts'
import { serveCardForm } from './card-form.ts'

/** How the next call fails: its answer is lost after or before the work, hangs, or is malformed. */
type Fault = 'lost after' | 'lost before' | 'hangs' | 'busy' | 'no JSON' | 'status 503'

/** How long a client of the stand-in waits, in milliseconds: far longer than an answer takes on a busy machine. */
export const patienceMs = 20_000

/** A running stand-in. */
export type StandIn = {
  books: Books
  account: Account
  /** Every call so far, by name. */
  calls: string[]
  /** Makes the next call of this name fail. */
  failNext: (call: string, fault: Fault) => void
  /** A signed webhook, as posted to the shop. */
  notify: (event: string, payload: { id?: string; merchantReferenceId?: string }, id?: string) => Notification
  close: () => Promise<void>
}

type Notification = { body: string; headers: Record<string, string> }

/** Starts a stand-in on a free port, or on the given one. */
export async function openStandIn(now: () => Date, port = 0): Promise<StandIn> {
  const books = new Books(now)
  const calls: string[] = []
  const faults = new Map<string, Fault>()
  const keys = { apiLoginId: 'standin', transactionKey: 'StandInKey123456', clientKey: 'StandInClientKey' }
  const signatureKey = 'AB12'.repeat(32)

  const server = createServer((request, response) => void answer(request, response))
  async function answer(request: IncomingMessage, response: ServerResponse) {
    const address = request.url ?? ''
    if (!address.startsWith('/xml/')) return void (await serveCardForm(books, request, response))
    const [[call, body] = ['', {}]] = Object.entries((await json(request)) as Record<string, Body>)
    calls.push(call)
    const fault = faults.get(call)
    faults.delete(call)
    if (fault === 'lost before') return request.socket.destroy()
    if (fault === 'hangs') return undefined
    if (fault === 'status 503') return response.writeHead(503).end('busy')
    if (fault === 'no JSON') return response.end('<html>Service unavailable</html>')
    const reply = fault === 'busy' ? failure('E00053') : answerCall(books, keys, call, body)
    if (fault === 'lost after') return request.socket.destroy()
    return send(response, { ...reply, refId: body.refId })
  }
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    books,
    calls,
    account: {
      ...keys,
      signatureKey,
      endpoint: `${host}/xml/v1/request.api`,
      formHost: host,
    },
    failNext: (call, fault) => void faults.set(call, fault),
    notify: (event, payload, id = crypto.randomUUID()) => {
      const about = {
        notificationId: id,
        eventType: event,
        eventDate: now(),
        webhookId: 'w1',
        payload,
      }
      const body = JSON.stringify(about)
      return {
        body,
        headers: { [signatureHeader]: signNotification(body, signatureKey) },
      }
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function failure(code: string) {
  return { messages: { resultCode: 'Error', message: [{ code, text: 'Told by the stand-in.' }] } }
}

/** Every reply begins with a byte order mark, like the real ones. */
function send(response: ServerResponse, reply: object) {
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8' })
  return response.end(`\uFEFF${JSON.stringify(reply)}`)
}
