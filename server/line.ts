// The line of those whose form waits for its turn. A page says their place and renews itself, so that nobody looks at a browser
// that does nothing. The place is in the address, sealed with the form that was sent: it is kept by whichever process the next
// request meets, also after a restart. In memory are only those who wait in this process.
import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { readCookie, writeCookie } from '#app/http/cookies.server.ts'
import { openFields, type TypedFields } from '#app/http/submitted-fields.ts'
import { minute, second } from '#app/kit/clock.ts'
import { isSameSecret, type KeyedHash, seal, secretToken, unseal } from '#app/kit/ids.ts'

export const linePath = '/line'

/** Whoever does not come back for this long leaves the line: what they sent would be done for nobody. */
const awayMs = 30 * second
/** A ticket that is older than the longest hold leads nowhere any more. */
const maxAgeMs = 60 * minute
/** What is longer cannot be in an address: it waits without a page. */
const maxFormLetters = 1_500
const cookieName = 'paco-line'
const purpose = 'place in line'
const ownKeys = new Set(['key', 'formKey'])

type Ticket = {
  id: string
  /** The form that was sent, whatever place it has. */
  form: string
  /** When its owner joined the line, and when they were last seen in it, in milliseconds. */
  since: number
  seen: number
  /** A keyed hash of the cookie of the browser that sent the form: no other browser can send it. */
  browser: string
  path: string
  fields: TypedFields
}

/** Does what was sent when its turn comes, unless it left before. */
export type Claim = (
  request: Request,
  turn: { since: number; signal: AbortSignal },
  fields: TypedFields | undefined,
) => Promise<Response>

type Entry = {
  since: number
  answer: Promise<Response>
  isDone: boolean
  stay: () => void
  leave: () => void
}

type Parts = {
  sign: KeyedHash
  now: () => number
  https: boolean
  drawPage: (place: { place: number; isMoved: boolean }) => string
  /** How long a browser waits for its answer before it is told its place, in milliseconds. */
  patienceMs?: number
  maxEntries?: number
}

export function createLine({
  sign,
  now,
  https,
  drawPage,
  patienceMs = 3 * second,
  maxEntries = 10_000,
}: Parts) {
  const entries = new Map<string, Entry>()
  /** Where the answers to forms led that would be done twice if their browsers went back through the line. The latest of them. */
  const answered = new LRUCache<string, string>({ max: maxEntries })

  return { send, renew, size: () => entries.size }

  /** Answers a form that was sent: in its turn, or with the address of its place in line where that takes long. */
  async function send(request: Request, fields: TypedFields | undefined, claim: Claim): Promise<Response> {
    const { pathname, search } = new URL(request.url)
    const known = readCookie(request, cookieName)
    const cookie = known ?? secretToken()
    const joined = now()
    const ticket: Ticket | undefined = fields && {
      id: randomUUID(),
      form: randomUUID(),
      since: joined,
      seen: joined,
      browser: browserOf(cookie),
      path: pathname + search,
      fields,
    }
    if (!ticket || JSON.stringify(fields).length > maxFormLetters)
      return claim(request, { since: joined, signal: request.signal }, fields)
    const entry = enter(ticket, request, claim)
    const gone = () => entry?.leave()
    if (request.signal.aborted) gone()
    request.signal.addEventListener('abort', gone)
    const answer = entry && (await within(patienceMs, entry.answer))
    request.signal.removeEventListener('abort', gone)
    if (answer) {
      entry?.leave()
      return answer
    }
    const headers = new Headers({ Location: addressOf(ticket) })
    if (!known) headers.set('Set-Cookie', writeCookie(cookieName, cookie, { https }))
    return new Response(null, { status: 303, headers })
  }

  /** Answers the page of a place: with what was sent, where its turn has come, or with the place that is left. */
  async function renew(request: Request, claim: Claim): Promise<Response> {
    const given = ticketOf(request)
    const led = given ? answered.get(given.form) : '/'
    if (!given || led !== undefined)
      return new Response(null, { status: 303, headers: { Location: led ?? '/' } })
    const isMoved = now() - given.seen > awayMs && !entries.has(given.id)
    const ticket = { ...given, seen: now(), ...(isMoved && { id: randomUUID(), since: now() }) }
    const entry = entries.get(ticket.id) ?? enter(ticket, formOf(ticket, request), claim)
    if (!entry?.isDone) {
      entry?.stay()
      return placePage(ticket, isMoved)
    }
    entry.leave()
    const answer = await entry.answer
    noteAnswer(ticket, answer)
    return answer
  }

  function noteAnswer({ form, fields }: Ticket, { headers }: Response) {
    const led = headers.get('Location')
    // A form with a key of its own is done once however often it is sent, and its answer may have been lost.
    if (led !== null && !fields.some(([name]) => ownKeys.has(name))) answered.set(form, led)
  }

  function placePage(ticket: Ticket, isMoved: boolean): Response {
    let ahead = 0
    for (const entry of entries.values()) if (!entry.isDone && entry.since < ticket.since) ahead += 1
    const seconds = Math.min(15, 3 + Math.floor(ahead / 100))
    return new Response(drawPage({ place: ahead + 1, isMoved }), {
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        Refresh: `${seconds}; url=${addressOf(ticket)}`,
      },
    })
  }

  /** `undefined` where more wait than are kept here: they keep their place in their address, and enter when there is room. */
  function enter(ticket: Ticket, request: Request, claim: Claim): Entry | undefined {
    if (entries.size >= maxEntries) return undefined
    const leaving = new AbortController()
    const leave = () => {
      clearTimeout(timer)
      if (!entry.isDone) leaving.abort()
      entries.delete(ticket.id)
    }
    const timer = setTimeout(leave, awayMs).unref()
    const turn = { since: ticket.since, signal: leaving.signal }
    const answer = claim(formOf(ticket, request), turn, ticket.fields)
    const entry: Entry = { since: ticket.since, answer, isDone: false, stay: () => timer.refresh(), leave }
    const finish = () => {
      entry.isDone = true
      timer.refresh()
    }
    answer.then(finish, finish)
    entries.set(ticket.id, entry)
    return entry
  }

  function addressOf(ticket: Ticket): string {
    return `${linePath}?ticket=${seal(sign, purpose, JSON.stringify(ticket))}`
  }

  function ticketOf(request: Request): Ticket | undefined {
    try {
      const sealed = new URL(request.url).searchParams.get('ticket') ?? ''
      const ticket = JSON.parse(unseal(sign, purpose, sealed)) as Ticket
      const isOwn = isSameSecret(ticket.browser, browserOf(readCookie(request, cookieName) ?? ''))
      return isOwn && now() - ticket.since < maxAgeMs ? ticket : undefined
    } catch {
      return undefined // not ours
    }
  }

  function browserOf(cookie: string): string {
    return sign(`browser in line ${cookie}`)
  }
}

async function within<Result>(ms: number, promise: Promise<Result>): Promise<Result | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(late.resolve, ms)
  return Promise.race([promise, late.promise]).finally(() => clearTimeout(timer))
}

/** The form as it was sent, by a browser that may have gone since. */
function formOf({ path, fields }: Ticket, { headers: sent, url }: Request): Request {
  const headers = new Headers(sent)
  const body = new URLSearchParams(fields).toString()
  headers.set('Content-Type', 'application/x-www-form-urlencoded')
  if (!headers.has('Content-Length')) headers.set('Content-Length', String(Buffer.byteLength(body)))
  headers.delete('Transfer-Encoding')
  // Not relative to the address: a path that begins with two slashes would name another host.
  return new Request(new URL(url).origin + path, { method: 'POST', headers, body })
}

/** What a form says, where it can be repeated: no secrets, no files, and a browser that shows pages. */
export function repeatableFields({ headers }: Request, form: FormData): TypedFields | undefined {
  return headers.get('Accept')?.includes('text/html') || headers.has('X-Site') ? openFields(form) : undefined
}
