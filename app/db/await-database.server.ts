import { setTimeout as sleep } from 'node:timers/promises'
import { minute, second } from '#app/kit/clock.ts'

type RetryPolicy = {
  say: (sentence: string) => void
  limitMs?: number
  pauseMs?: number
  sayEveryMs?: number
}

/** Retries while it starts or fails over; any other error is thrown. `task` must be safe to repeat. @throws Error that names the database without its password. */
export async function awaitDatabase<Result>(
  databaseUrl: string,
  task: () => Promise<Result>,
  { say, limitMs = 5 * minute, pauseMs = second, sayEveryMs = 5 * second }: RetryPolicy,
): Promise<Result> {
  const name = nameOf(databaseUrl)
  const begun = performance.now()
  let said = Number.NEGATIVE_INFINITY
  for (;;) {
    try {
      return await task()
    } catch (error) {
      const fault = connectionFault(error)
      if (!fault) throw error
      const waited = performance.now() - begun
      if (!fault.mayPass) throw new Error(`The ${name} refuses this shop: ${fault.words}`, { cause: error })
      if (waited >= limitMs)
        throw new Error(
          `The ${name} did not answer for ${Math.round(limitMs / second)} seconds: ${fault.words}`,
          { cause: error },
        )
      if (waited - said >= sayEveryMs) {
        say(`Waiting for the ${name}: ${fault.words}`)
        said = waited
      }
      await sleep(pauseMs)
    }
  }
}

/** Without its password and query, so that it can be logged. */
function nameOf(databaseUrl: string): string {
  try {
    const { protocol, username, host, pathname } = new URL(databaseUrl)
    return `database ${protocol}//${username && `${username}@`}${host}${pathname} (DATABASE_URL)`
  } catch {
    return 'database that DATABASE_URL names'
  }
}

const unreachableCodes =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|ENOENT)$/
const connectionLostCodes =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable)/

/** Temporary: connections, shutdown or startup, lack of disk, memory or connections, read-only as during a failover. Any other code is a refusal. */
const transientSqlStates = /^(08...|53...|57P0[123]|25006)$/
const refusedSqlStates = /^(28...|3D000)$/

/** `undefined` for any other error. */
export function connectionFault(error: unknown): { words: string; mayPass: boolean } | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    // A host name with several addresses fails with one error for each of them.
    const first: unknown = at instanceof AggregateError ? at.errors[0] : at
    if (!(first instanceof Error)) continue
    const { code = '', syscall, message } = first as NodeJS.ErrnoException
    const mayPass =
      (unreachableCodes.test(code) && syscall !== 'open') ||
      transientSqlStates.test(code) ||
      connectionLostCodes.test(message)
    if (mayPass || refusedSqlStates.test(code)) return { words: message, mayPass }
  }
  return undefined
}
