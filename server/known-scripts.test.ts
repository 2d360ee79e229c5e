import { expect, test } from 'vitest'
import { gateScript } from '#app/features/age-gate/gate-script.ts'
import { heldScript } from '#app/http/held-orders.ts'
import { isKnownScript } from './known-scripts.ts'

test.each([
  ['the gate', gateScript('gate')],
  ['the look at the record', gateScript('inside')],
  ['the place of the line of what is held', heldScript()],
])('%s is ours', (_what, source) => {
  expect(isKnownScript(source)).toBe(true)
})

test.each([
  ['nothing', ''],
  ['any script', 'alert(1)'],
  ['ours with more behind it', `${gateScript('inside')};alert(1)`],
  ['ours with more before it', `alert(1);${gateScript('inside')}`],
  ['a module of another site', 'import "https://evil.example/x.js"'],
])('%s is not', (_what, source) => {
  expect(isKnownScript(source)).toBe(false)
})
