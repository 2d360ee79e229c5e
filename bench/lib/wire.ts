// A minimal HTTP/1.1 client. The load generator shares the processor with the shop, and Node's own client takes five
// times as much of it.
import { connect, type Socket } from 'node:net'

/** A response. Header names are lowercase; the body is as received, perhaps compressed. */
export type Answer = { status: number; headers: ReadonlyMap<string, string[]>; bytes: Buffer }

/** A request. `body` is an encoded form. */
type WireRequest = { method: 'GET' | 'POST'; path: string; headers: Record<string, string>; body?: string }

/** A lazily opened, persistent connection. One request at a time. */
export type Wire = { send: (args: WireRequest) => Promise<Answer>; close: () => void }

/** A request without progress for this long was lost. */
const silenceMs = 60_000

const headEnd = Buffer.from('\r\n\r\n')
const lineEnd = Buffer.from('\r\n')

/** Opens a connection to `shopUrl` from `localAddress`, so that each buyer has its own address. */
export function openWire(shopUrl: string, localAddress: string): Wire {
  const { hostname, port, host } = new URL(shopUrl)
  let open: Socket | undefined

  return { send, close: () => open?.destroy() }

  function send(args: WireRequest): Promise<Answer> {
    const kept = open?.writable ? open : undefined
    const socket = kept ?? connect({ host: hostname, port: Number(port), localAddress })
    open = socket
    return new Promise((resolve, reject) => {
      let received: Buffer = Buffer.alloc(0)
      const done = () =>
        socket.off('data', take).off('error', lose).off('close', breakOff).off('timeout', tire)
      const fail = (error: Error) => {
        done()
        socket.destroy()
        reject(error)
      }
      // A connection that was kept and ends before any answer: browsers open another one.
      const lose = (error: Error) => {
        if (!kept || received.length > 0) return fail(error)
        done()
        socket.destroy()
        resolve(send(args))
      }
      const breakOff = () => lose(new Error('The answer broke off'))
      const tire = () => fail(new Error(`No answer to ${args.method} ${args.path}`))
      const take = (bytes: Buffer) => {
        received = received.length > 0 ? Buffer.concat([received, bytes]) : bytes
        try {
          const answer = readAnswer(received)
          if (!answer) return
          done()
          resolve(answer)
        } catch (error) {
          fail(error as Error)
        }
      }
      socket.on('data', take).on('error', lose).on('close', breakOff).on('timeout', tire)
      socket.setTimeout(silenceMs)
      socket.write(writeRequest(args, host))
    })
  }
}

function writeRequest({ method, path, headers, body }: WireRequest, host: string): string {
  const lines = Object.entries({
    Host: host,
    ...headers,
    ...(body !== undefined && {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': String(Buffer.byteLength(body)),
    }),
  })
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body ?? ''}`
}

/** The response, once it is complete. */
function readAnswer(received: Buffer): Answer | undefined {
  const end = received.indexOf(headEnd)
  if (end < 0) return undefined
  const [first = '', ...lines] = received.toString('latin1', 0, end).split('\r\n')
  const headers = new Map<string, string[]>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    headers.set(name, [...(headers.get(name) ?? []), line.slice(colon + 1).trim()])
  }
  const body = received.subarray(end + headEnd.length)
  const bytes = headers.has('transfer-encoding')
    ? readChunks(body)
    : readLength(body, Number(headers.get('content-length')?.[0] ?? 0))
  return bytes && { status: Number(first.split(' ')[1]), headers, bytes }
}

function readLength(body: Buffer, length: number): Buffer | undefined {
  return body.length < length ? undefined : body.subarray(0, length)
}

/** Chunks, each after a line with its length in hexadecimal. The last one is empty. */
function readChunks(body: Buffer): Buffer | undefined {
  const pieces: Buffer[] = []
  for (let at = 0; ; ) {
    const line = body.indexOf(lineEnd, at)
    if (line < 0) return undefined
    const length = Number.parseInt(body.toString('latin1', at, line), 16)
    const [from, to] = [line + lineEnd.length, line + lineEnd.length + length]
    if (body.length < to + lineEnd.length) return undefined
    if (length === 0) return Buffer.concat(pieces)
    pieces.push(body.subarray(from, to))
    at = to + lineEnd.length
  }
}
