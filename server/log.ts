import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { connectionFault } from '#app/db/await-database.server.ts'
import { describeFault } from '#app/kit/describe-fault.ts'
import type { Settings } from './env.ts'

/** To standard output by default. Personal data must never be logged; the redaction list below is a safety net. */
export function openLog(level: Settings['LOG_LEVEL'], to: DestinationStream = pino.destination(1)): Logger {
  return pino(
    {
      level,
      base: null,
      // Database errors quote their parameters, for example the names and addresses of a checkout.
      serializers: { err: describeFault },
      hooks: { logMethod: throttleRepeats() },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: [
        '*.email',
        '*.buyerEmail',
        '*.buyerName',
        '*.buyerPhone',
        '*.token',
        '*.cookie',
        '*.authorization',
      ],
    },
    to,
  )
}

/** While the database is unreachable, each message is logged at most this often, in milliseconds, with a count. */
const repeatEveryMs = 10_000

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>

function throttleRepeats(): LogMethod {
  const said = new Map<string, { at: number; leftOut: number }>()
  return function (args, method) {
    const [what, message] = args as unknown as [unknown, unknown]
    const error = typeof what === 'object' && what !== null && 'err' in what ? what.err : undefined
    if (typeof message !== 'string' || !connectionFault(error)) return method.apply(this, args)
    const now = performance.now()
    const before = said.get(message)
    if (before && now - before.at < repeatEveryMs) return void before.leftOut++
    said.set(message, { at: now, leftOut: 0 })
    const line = before?.leftOut ? { ...(what as object), leftOut: before.leftOut } : what
    return method.apply(this, [line, message] as unknown as typeof args)
  }
}
