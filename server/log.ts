import { type DestinationStream, type Logger, pino } from 'pino'
import { describeFault } from '#app/kit/describe-fault.ts'
import type { Settings } from './env.ts'

/** Structured logs, one line each, on standard output unless told otherwise. Personal data never goes in; the list below is a safety net. */
export function openLog(level: Settings['LOG_LEVEL'], to: DestinationStream = pino.destination(1)): Logger {
  return pino(
    {
      level,
      base: null,
      // An error of the database quotes what was asked for: names and addresses of a checkout, for one.
      serializers: { err: describeFault },
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
