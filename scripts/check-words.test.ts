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

test('a word inside a longer name is fine', () => {
  expect(breachesOf(`const askedAt = keptDays(toldOnce)`)).toEqual([])
})

test('British spelling is refused in code, texts and styles, but not in capitals', () => {
  const british = ['colo', 'ur and catalo', 'gue'].join('')
  expect(breachesOf(british, 'docs/example.md')).toHaveLength(2)
  expect(breachesOf(`.${british} {}`, 'app/example.css')).toHaveLength(2)
  expect(breachesOf(`'STATUS:CANCELLED'`)).toEqual([])
})
