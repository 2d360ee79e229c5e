import { type Logger, pino } from 'pino'
import type { Settings } from './env.ts'

/** Structured logs on standard output, one line each. Personal data never goes in; the list below is a safety net. */
export function openLog(level: Settings['LOG_LEVEL']): Logger {
  return pino({
    level,
    base: null,
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
  })
}
