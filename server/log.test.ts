import { DrizzleQueryError } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openLog } from './log.ts'

test('an error is logged without the values it was about', () => {
  const lines: string[] = []
  const log = openLog('error', { write: (line) => void lines.push(line) })
  const failure = new DrizzleQueryError('insert into orders', ['pat@example.com'], new Error('duplicate key'))
  log.error({ err: failure }, 'Something failed')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('duplicate key')
  expect(lines[0]).not.toContain('pat@')
})

test('an unreachable database is logged once per interval, not by every request', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const lines: Record<string, unknown>[] = []
  const log = openLog('info', {
    write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  })
  const away = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' })
  const failed = new Error('Failed query: select 1', { cause: away })
  for (let n = 0; n < 300; n++) log.error({ err: failed, n }, 'Request failed')
  log.error({ err: away }, 'A database connection was lost')
  log.error({ err: new Error('a bug') }, 'Request failed')
  log.error({ err: new Error('a bug') }, 'Request failed')
  expect(lines).toHaveLength(4)
  vi.advanceTimersByTime(10_001)
  log.error({ err: failed }, 'Request failed')
  expect(lines.at(-1)).toMatchObject({ leftOut: 299 })
})
