import type { Limits } from './limits.server.ts'
import { tooManyTries } from './private-page.server.ts'

type Guess = {
  limits: Limits
  address: string
  token: string | null | undefined
}

/**
 * Returns what the secret of a private link opens, as `find` looks it up. A right secret always works: wrong ones from
 * the same network cannot lock anybody out. A wrong one counts as a miss and throws `missing()`, or a 429 after too
 * many.
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
