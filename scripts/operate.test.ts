import { expect, test } from 'vitest'
import { verbs } from './operate.ts'

test.each([
  ['owner-link', [], true],
  ['owner-link', ['now'], false],
  ['jobs', [], true],
  ['jobs', ['retry', 'id'], true],
  ['jobs', ['drop', 'id'], false],
  ['import-dealers', [], false],
  ['audit', ['verify'], true],
  ['audit', ['verify', '7', 'abc'], true],
  ['audit', ['verify', '7'], false],
  ['audit', ['verify', 'abc', '7'], false],
  ['audit', [], false],
])('%s %j is understood: %s', (name, args, isUnderstood) => {
  expect(verbs[name]?.takes(args)).toBe(isUnderstood)
})
