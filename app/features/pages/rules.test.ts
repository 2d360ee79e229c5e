import { expect, test } from 'vitest'
import type { Course, Session } from '../courses/rules.ts'
import type { ClaimView } from '../claims/rules.ts'
import {
  citedKeys,
  coursesWithDates,
  homeArtPath,
  interpolateClaims,
  isPublicPath,
  publicCalls,
  toCitedClaims,
} from './rules.ts'

const now = new Date('2026-11-20T12:00:00Z')
const zone = 'America/New_York'

function claim(values: Partial<ClaimView>): ClaimView {
  return {
    key: 'tax.sbr',
    text: `It is ${values.figure}.`,
    figure: '$0',
    source: 'The shop.',
    reviewedOn: '2026-11-20',
    effectiveFrom: null,
    effectiveTo: null,
    period: '',
    ...values,
  }
}

const taxes = [
  claim({ figure: '$200', effectiveTo: '2025-12-31', period: 'until Dec 31, 2025' }),
  claim({ figure: '$0', effectiveFrom: '2026-01-01', period: 'since Jan 1, 2026' }),
]

test('a sentence shows the figure in force, the figure through time, or all the words', () => {
  const cited = toCitedClaims(taxes, now, zone)
  expect(interpolateClaims(['Tax: {tax.sbr}.', 'Tax: {tax.sbr:time}.', '{tax.sbr:text}'], cited)).toEqual([
    'Tax: $0.',
    'Tax: $200 until Dec 31, 2025; $0 since Jan 1, 2026.',
    'It is $0.',
  ])
})

test('before the law changed the same page shows the older figure', () => {
  const cited = toCitedClaims(taxes, new Date('2025-12-31T12:00:00Z'), zone)
  expect(interpolateClaims(['{tax.sbr}'], cited)).toEqual(['$200'])
})

test('a sentence is left out when one of its claims holds no longer', () => {
  const ended = toCitedClaims([claim({ key: 'wait.florida', effectiveTo: '2026-01-31' })], now, zone)
  expect(interpolateClaims(['It takes {wait.florida} there.', 'And that is all.'], ended)).toEqual([
    'And that is all.',
  ])
})

test('the keys that sentences cite are found once each', () => {
  expect(citedKeys(['{tax.sbr} and {age.site}', '{tax.sbr:time}', 'no {such'])).toEqual([
    'tax.sbr',
    'age.site',
  ])
})

test('a link is shown only while its page exists', () => {
  const calls = [
    { label: 'FAQ', to: '/faq' },
    { label: 'Nowhere', to: '/no-such-page' },
    { label: 'Form 4', to: '/learn#form-4' },
  ]
  expect(publicCalls(calls).map(({ label }) => label)).toEqual(['FAQ', 'Form 4'])
  expect(isPublicPath('/')).toBe(true)
  expect(isPublicPath('/drops?status=live')).toBe(true)
})

test('a course at home shows the next date with a free seat, or the next full one', () => {
  const course = { slug: 'basic' } as Course
  const session = (id: string, slug: string, seats: Session['seats']) =>
    ({ id, course: { slug }, startsAt: now, seats }) as Session
  const full = session('full', 'basic', ['taken'])
  const free = session('free', 'basic', ['taken', 'open'])
  const other = session('other', 'advanced', ['open'])
  expect(coursesWithDates([course], [full, other, free])[0]?.next?.id).toBe('free')
  expect(coursesWithDates([course], [full, other])[0]?.next?.id).toBe('full')
  expect(coursesWithDates([course], [other])[0]?.next).toBeUndefined()
  expect(coursesWithDates([course, course, course, course], [])).toHaveLength(3)
})

test('the picture of the first screen has another address when a unit changes hands', () => {
  const before = homeArtPath('a-drop', 'wide', { status: 'live', units: 'oot' })
  expect(homeArtPath('a-drop', 'wide', { status: 'live', units: 'ott' })).not.toBe(before)
  expect(before).toMatch(/^\/art\/home\/a-drop\/wide\.avif\?v=/)
})
