import { parseAccept } from 'hono/utils/accept'

/** How an answer may be compressed, the best first. */
export type Encoding = 'br' | 'gzip' | 'identity'

const compressed = ['br', 'gzip'] as const

/**
 * The encoding that a client prefers, by `Accept-Encoding` with its quality values (RFC 9110, 12.5.3). What it rules out
 * with `q=0` is never chosen; of two that it likes equally, Brotli is.
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
