import { expect, test } from 'vitest'
import { actorName } from './operator.ts'
import { table } from './operator-sheets.ts'
import { usage, verbs } from './operator-verbs.ts'
import { refusalSentence } from './operator-words.ts'

test('a table is as wide as its widest cells, without space at the end of a line', () => {
  expect(
    table(
      ['Id', 'State'],
      [
        ['A1', 'held'],
        ['B234', 'refunded'],
      ],
    ),
  ).toBe(['Id    State', '----  --------', 'A1    held', 'B234  refunded'].join('\n'))
})

test('an action names the account and the claimed name', () => {
  expect(actorName(undefined, 'root')).toBe('root')
  expect(actorName('Sam', 'root')).toBe('Sam (root)')
})

test('the usage names every verb', () => {
  for (const name of Object.keys(verbs)) expect(usage()).toContain(`\n  ${name}`)
})

test.each([
  ['stage', ['ID', 'shipped'], true],
  ['stage', ['ID', 'transferred'], false],
  ['stage', ['ID'], false],
  ['refund', ['ID'], true],
  ['refund', ['ID', '12.50'], true],
  ['refund', ['ID', '$12'], true],
  ['refund', ['ID', '12.505'], false],
  ['refund', ['ID', 'all'], false],
  ['refund', [], false],
  ['release', ['slug', '7'], true],
  ['release', ['slug', 'seven'], false],
  ['payment-review', ['ID', 'approve'], true],
  ['payment-review', ['ID', 'maybe'], false],
  ['payment-received', ['ID', 'wire-7'], true],
  ['payment-received', [], false],
  ['payment-refused', ['ID', 'why'], false],
  ['stage', ['ID', '2', 'agreed'], true],
  ['stage', ['ID', '0', 'agreed'], false],
  ['stage', ['ID', '1', '2', 'agreed'], false],
  ['refund', ['ID', '--release'], true],
  ['refund-line', ['ID', '2', '--release'], true],
  ['refund-line', ['ID', '0'], false],
  ['refund-line', ['ID'], false],
  ['refunds', [], true],
  ['refund-retry', ['ID', 'REFUND'], true],
  ['refund-retry', [], false],
  ['refund-paid', ['ID'], true],
  ['refund-paid', ['ID', 'REFUND', '--method', 'check', '--reference', '1042'], true],
  ['refund-paid', ['ID', '--method', 'gold'], false],
  ['refund-paid', ['ID', 'REFUND', 'WIRE 7'], false],
  ['jobs', [], true],
  ['jobs', ['retry', 'id'], true],
  ['jobs', ['drop', 'id'], false],
  ['rule', ['CO'], true],
  ['rule', ['CO', '--sbr', 'restricted', '--as-of=2026-11-21'], true],
  ['rule', ['Colorado'], false],
  ['rule', ['CO', '--color', 'blue'], false],
  ['local-rule', ['denver-co', 'remove'], true],
  ['local-rule', ['denver-co', '--zip', '802', '--zip', '803'], true],
  ['local-rule', ['denver-co'], false],
  ['age', ['sbr', 'FL', '21'], true],
  ['age', ['sbr', 'FL', 'old'], false],
  ['audit', [], true],
  ['audit', ['verify'], true],
  ['audit', ['verify', '7', 'abc'], true],
  ['audit', ['verify', '7'], false],
  ['audit', ['verify', 'abc', '7'], false],
  ['audit', ['empty'], false],
  ['release', ['slug', '99999999999999999999'], false],
  ['refund-line', ['ID', '99999999999999999999'], false],
  ['balance-request', ['ID', '--line', '99999999999999999999'], false],
  ['alerts', ['clear', '99999999999999999999'], false],
  ['accept-gateway-difference', ['99999999999999999999'], false],
  ['tax-rate', ['FL', '1', '--from', '2027-01-01', '--source', 's', '--cap', '5000'], true],
  ['tax-rate', ['FL', '1', '--from', '2027-01-01', '--source', 's', '--cap', '0'], false],
  ['tax-rate', ['FL', '1', '--from', '2027-01-01', '--source', 's', '--cap', '99999999999999999999'], false],
  ['pause', ['slug'], true],
  ['pause', [], false],
])('%s %j is understood: %s', (name, args, isUnderstood) => {
  expect(verbs[name]?.takes(args)).toBe(isUnderstood)
})

test('a refusal is a sentence, and an unknown one its reason', () => {
  expect(refusalSentence('refund_first')).toBe('This number is sold: refund it first.')
  expect(refusalSentence('something_new')).toBe('Refused: something_new.')
})
