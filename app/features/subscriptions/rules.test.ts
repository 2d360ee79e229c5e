import { expect, test } from 'vitest'
import { fingerprint } from '#app/kit/ids.ts'
import {
  consentVersions,
  consentWords,
  isWaitlist,
  linkTo,
  mayRequestAgain,
  parseTopic,
  stateOf,
  topicKinds,
  topicParts,
  unsubscribeHeaders,
} from './rules.ts'

const now = new Date('2026-11-20T12:00:00Z')

test.each(['newsletter', 'tax', 'drop:guerrilla-vol-1', 'returned-units:outlaw', 'platform:hk-mp5'])(
  '%s is a topic',
  (text) => {
    expect(parseTopic(text)).toBe(text)
  },
)

test.each([
  '',
  'drop',
  'drop:',
  'newsletter:x',
  'drop:Guerrilla',
  'drop:a:b',
  'drop:a b',
  'drop:<script>',
  `drop:${'a'.repeat(81)}`,
  'toString',
  'constructor:x',
])('%j is no topic', (text) => {
  expect(parseTopic(text)).toBeUndefined()
})

test('a topic has a kind and, where the kind is named, an id', () => {
  expect(topicParts('drop:guerrilla-vol-1')).toEqual({ kind: 'drop', id: 'guerrilla-vol-1' })
  expect(topicParts('newsletter')).toEqual({ kind: 'newsletter', id: '' })
})

test('a waitlist is ordered only where its goods are scarce', () => {
  expect(isWaitlist('returned-units:outlaw')).toBe(true)
  expect(isWaitlist('drop:outlaw')).toBe(false)
})

test('every kind of list has a title and words to agree to', () => {
  for (const words of Object.values(consentWords)) expect(Object.keys(words)).toEqual(Object.keys(topicKinds))
})

test('what people agreed to never changes under its version: other words are a new version', () => {
  const prints = Object.fromEntries(
    Object.entries(consentWords).map(([version, words]) => [version, fingerprint(JSON.stringify(words))]),
  )
  expect(prints).toEqual({ '2026-11.2': 'k7UN5riVptwI14GnQFawj8' })
  expect(consentVersions[0]).toBe('2026-11.2')
})

test('an ended subscription is never emailed', () => {
  expect(stateOf({ confirmedAt: null, unsubscribedAt: null })).toBe('pending')
  expect(stateOf({ confirmedAt: now, unsubscribedAt: null })).toBe('confirmed')
  expect(stateOf({ confirmedAt: now, unsubscribedAt: now })).toBe('ended')
  expect(stateOf({ confirmedAt: null, unsubscribedAt: now })).toBe('ended')
})

test('a second press within a minute is the same press', () => {
  expect(mayRequestAgain(now, new Date('2026-11-20T12:00:59.999Z'))).toBe(false)
  expect(mayRequestAgain(now, new Date('2026-11-20T12:01:00Z'))).toBe(true)
})

test('the secret of a link is in the query, which is not logged', () => {
  const url = linkTo('https://shop.example', 'unsubscribe', 'abc_-1')
  expect(url).toBe('https://shop.example/subscriptions/unsubscribe?key=abc_-1')
  expect(unsubscribeHeaders(url)).toEqual({
    'List-Unsubscribe': `<${url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
})
