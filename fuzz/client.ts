// Sends one request as it is given, also one that no browser would send.
import { Agent, type IncomingHttpHeaders, request } from 'node:http'

/** What is sent. The path goes out as it is. */
export type Request = {
  method: string
  path: string
  headers: Record<string, string>
  body?: Buffer | string
}

/** What came back. `broken` says why there was no answer. */
export type Answer = {
  status: number
  headers: IncomingHttpHeaders
  text: string
  ms: number
  broken?: string
}

/** Longer than any answer of the shop may take, on a busy machine too. */
const patienceMs = 30_000
/** Larger than any page of the sample shop. */
const maxBufferedBytes = 4_000_000

/** Opens a client with a few connections to the shop. */
export function openClient(shopUrl: string, maxSockets: number) {
  const { hostname, port, host } = new URL(shopUrl)
  const agent = new Agent({ keepAlive: true, maxSockets })
  return {
    /** Sends a request. A connection that was closed while it lay idle is not the shop's fault: it is tried once more. */
    async send(sent: Request): Promise<Answer> {
      const answer = await sendOnce(sent)
      return answer.broken === 'ECONNRESET' || answer.broken === 'EPIPE' ? sendOnce(sent, false) : answer
    },
    close: () => agent.destroy(),
  }

  function sendOnce({ method, path, headers, body }: Request, by: Agent | false = agent): Promise<Answer> {
    const begun = performance.now()
    return new Promise((resolve) => {
      const done = (answer: Partial<Answer>) =>
        resolve({ status: 0, headers: {}, text: '', ms: performance.now() - begun, ...answer })
      try {
        const all = {
          Host: host,
          ...headers,
          ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }),
        }
        const open = request(
          { agent: by, hostname, port, path, method, headers: all, timeout: patienceMs },
          (answer) => {
            const head = { status: answer.statusCode ?? 0, headers: answer.headers }
            // A stream of news never ends.
            if (answer.headers['content-type']?.startsWith('text/event-stream')) {
              answer.destroy()
              return done(head)
            }
            const pieces: Buffer[] = []
            let bytes = 0
            answer.on('data', (piece: Buffer) => {
              bytes += piece.length
              if (bytes <= maxBufferedBytes) pieces.push(piece)
            })
            answer.on('end', () => done({ ...head, text: Buffer.concat(pieces).toString() }))
            answer.on('error', (error) => done({ ...head, broken: codeOf(error) }))
          },
        )
        open.on('timeout', () => {
          done({ broken: `no answer within ${patienceMs / 1_000} s` })
          open.destroy()
        })
        open.on('error', (error) => done({ broken: codeOf(error) }))
        open.end(body)
      } catch (error) {
        // Node refuses to send some headers and paths at all; then the shop was not asked.
        done({ status: -1, broken: codeOf(error) })
      }
    })
  }
}

/** A client of one shop. */
export type Client = ReturnType<typeof openClient>

function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return String(error)
}
