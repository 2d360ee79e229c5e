import type { Limits } from './limits.server.ts'
import { tooManyTries } from './private-page.server.ts'

type Guess = {
  limits: Limits
  /** The visitor's network address, by which misses are counted. */
  address: string
  /** The secret in the address or the cookie; nothing where there was none. */
  token: string | null | undefined
}

/**
 * What the secret of a private link opens, as `find` looks it up. A right secret always opens: wrong ones from the same network
 * cannot lock anybody out. A wrong one counts as a miss and throws `missing()`, or a 429 once there were too many.
 */
export async function openPrivateLink<Found>(
  { limits, address, token }: Guess,
  find: (token: string) => Promise<Found | undefined>,
  missing: () => unknown,
): Promise<Found> {
  if (!token) throw missing()
  const found = await find(token)
  if (found !== undefined) return found
  const guess = await limits.take('privateLinkMiss', address)
  throw guess.ok ? missing() : tooManyTries(guess.retryAfterSeconds)
}
