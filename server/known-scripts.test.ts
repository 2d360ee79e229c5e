import { expect, test } from 'vitest'
import { gateScript } from '#app/features/age-gate/gate-script.ts'
import { isKnownScript } from './known-scripts.ts'

test('the script of the gate is ours', () => {
  expect(isKnownScript(gateScript())).toBe(true)
})

test.each([
  ['nothing', ''],
  ['any script', 'alert(1)'],
  ['ours with more behind it', `${gateScript()};alert(1)`],
  ['ours with more before it', `alert(1);${gateScript()}`],
  ['a module of another site', 'import "https://evil.example/x.js"'],
])('%s is not', (_what, source) => {
  expect(isKnownScript(source)).toBe(false)
})
