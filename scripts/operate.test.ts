import { spawnSync } from 'node:child_process'
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

test('it runs without the build, as nothing else of the pages does', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/operate.ts', 'help'], { encoding: 'utf8' })
  expect(stderr).toContain('Usage: npm run operate')
  expect(status).toBe(0)
})
