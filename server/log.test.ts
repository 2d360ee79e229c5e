import { pino } from 'pino'
import { expect, test } from 'vitest'
import { describeFault } from '#app/kit/describe-fault.ts'
import { openLog } from './log.ts'

test('an error is written down without the values that it was about', () => {
  const { err } = Reflect.get(openLog('error'), pino.symbols.serializersSym) as Record<string, unknown>
  expect(err).toBe(describeFault)
})
