import { expect, test } from 'vitest'
import { findWordBreaches } from './check-words.ts'

const breachesOf = (source: string, path = 'app/example.ts') => findWordBreaches(path, source)

test('a private word as an identifier is refused with its line and a better word', () => {
  const breaches = breachesOf(`const a = 1\nfunction find(asked: string) {\n  return mostLines\n}`)
  expect(breaches).toEqual([
    'app/example.ts:2: asked says nothing; write args, input, request or params',
    'app/example.ts:3: mostLines says nothing; write max or min',
  ])
})

test('the same word in a sentence is fine', () => {
  const source = `// What was asked\n/* is kept */\nconst text = 'They asked' + "twice" + \`and were told\``
  expect(breachesOf(source)).toEqual([])
})

test('code that a template inserts is looked at', () => {
  expect(breachesOf('const text = `one ${kept} two`')).toHaveLength(1)
})

test.each([
  'askedAt',
  'isAsked',
  'lastAskedAt',
  'AskedAddress',
  'keptCents',
  'isKeptOffSale',
  'toldOnce',
  'untilTold',
])('the name %s is refused for the word in it', (name) => {
  expect(breachesOf(`const ${name} = 1`)).toHaveLength(1)
})

test.each(['basked', 'maskedInput', 'unmaskedAt', 'keptic', 'toldeo'])(
  'the name %s only has the letters of such a word',
  (name) => {
    expect(breachesOf(`const ${name} = 1`)).toEqual([])
  },
)

test.each([
  'const most = 3',
  'list(db, most)',
  '({ a, most })',
  'function list(most: number) {',
  'return { most: 3 }',
])('a bound that is called most is refused (%s)', (code) => {
  expect(breachesOf(code)).toHaveLength(1)
})

test('most in a sentence between tags is fine', () => {
  expect(breachesOf(`  <p>\n    At most three, and most of them, the most one can have.\n  </p>`)).toEqual([])
})

test('British spelling is refused in code, texts and styles, but not in capitals', () => {
  const british = ['colo', 'ur and catalo', 'gue'].join('')
  expect(breachesOf(british, 'docs/example.md')).toHaveLength(2)
  expect(breachesOf(`.${british} {}`, 'app/example.css')).toHaveLength(2)
  expect(breachesOf(`'STATUS:CANCELLED'`)).toEqual([])
})
