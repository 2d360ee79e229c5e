import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openLog } from './log.ts'

test('an error is written down without the values that it was about', () => {
  const lines: string[] = []
  const log = openLog('error', { write: (line) => void lines.push(line) })
  const failure = new DrizzleQueryError('insert into orders', ['pat@example.com'], new Error('duplicate key'))
  log.error({ err: failure }, 'Something failed')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('duplicate key')
  expect(lines[0]).not.toContain('pat@')
})
