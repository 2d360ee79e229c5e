import { parseAccept } from 'hono/utils/accept'

/** The supported encodings of a response, best first. */
export type Encoding = 'br' | 'gzip' | 'identity'

const compressed = ['br', 'gzip'] as const

/**
 * The encoding a client prefers, by `Accept-Encoding` with its quality values (RFC 9110, 12.5.3). An encoding with
 * `q=0` is never chosen; of two with equal quality, Brotli is.
 */
export function acceptedEncoding(header: string | null): Encoding {
  if (!header) return 'identity'
  const accepted = parseAccept(header)
  const named = (name: string) => accepted.find(({ type }) => type.toLowerCase() === name)?.q
  const everythingElse = named('*') ?? 0
  let best: { name: Encoding; q: number } = { name: 'identity', q: 0 }
  for (const name of compressed) {
    const q = named(name) ?? everythingElse
    if (q > best.q) best = { name, q }
  }
  return best.name
}
