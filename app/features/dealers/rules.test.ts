import { expect, test } from 'vitest'
import { states } from '#app/features/compliance/rules/states.ts'
import { canTransition, mayAnswer, parseQuestion } from './rules.ts'

const now = new Date('2026-11-20T12:00:00Z')
const later = new Date('2026-11-30T12:00:00Z')
const ask = (typed: string) => parseQuestion(typed, states)

test('five digits ask for a ZIP code, nine for its first five', () => {
  for (const typed of ['33101', ' 33101 ', '33101-1234', '331011234'])
    expect(ask(typed)).toEqual({ by: 'zip', zip: '33101', state: null })
})

test('a license number asks for its dealer, however it is written', () => {
  for (const typed of ['1-59-086-01-04567', '1-59-086-01-9A-04567', '15908601 04567'])
    expect(ask(typed)).toEqual({ by: 'license', key: '1-59-086-01-04567' })
})

test('a ZIP code beside its city and state is a ZIP code, and a number inside a name is none', () => {
  for (const typed of ['Miami, FL 33130', 'miami 33130-1234', '33130 Miami FL', 'Miami,FL,33130'])
    expect(ask(typed), typed).toEqual({ by: 'zip', zip: '33130', state: null })
  expect(ask('Sample Arms 12345 LLC')).toMatchObject({ by: 'words' })
})

test('a state is understood by its name too, but not where it is all that was typed', () => {
  expect(ask('Miami, Florida')).toEqual({ by: 'words', words: ['miami'], state: 'FL' })
  expect(ask('Charleston West Virginia')).toEqual({ by: 'words', words: ['charleston'], state: 'WV' })
  expect(ask('Albany, new york')).toEqual({ by: 'words', words: ['albany'], state: 'NY' })
  expect(ask('New York')).toEqual({ by: 'words', words: ['new', 'york'], state: null })
  expect(ask('Virginia Beach')).toEqual({ by: 'words', words: ['virginia', 'beach'], state: null })
})

test('“and” is as much of a word as “&”', () => {
  expect(ask('guns and ammo')).toEqual({ by: 'words', words: ['guns', 'ammo'], state: null })
  expect(ask('and')).toBeUndefined()
})

test('words ask for names and cities, and a state’s code at the end narrows', () => {
  expect(ask('Sample Arms')).toEqual({ by: 'words', words: ['sample', 'arms'], state: null })
  expect(ask('Miami, FL')).toEqual({ by: 'words', words: ['miami'], state: 'FL' })
  expect(ask('O’Neil & Sons')).toMatchObject({ words: ["o'neil", 'sons'] })
})

test('too little is no question, and nothing typed can become part of one', () => {
  for (const typed of ['', '  ', 'ab', 'FL', "'", ':* |', '12 34']) expect(ask(typed)).toBeUndefined()
  expect(ask("arms' & !x:* | (y")).toEqual({ by: 'words', words: ["arms'", 'x', 'y'], state: null })
})

test('a request can be answered while it is open, an acceptance may be corrected, and a refusal is final', () => {
  const request = (state: Parameters<typeof mayAnswer>[0]['state'], expiresAt = later) =>
    mayAnswer({ state, expiresAt }, now)
  expect(request('requested')).toEqual({ ok: true })
  expect(request('accepted', now)).toEqual({ ok: true })
  expect(request('requested', now)).toEqual({ ok: false, why: 'expired' })
  expect(request('expired')).toEqual({ ok: false, why: 'expired' })
  expect(request('declined')).toEqual({ ok: false, why: 'declined' })
  expect(request('withdrawn')).toEqual({ ok: false, why: 'withdrawn' })
  expect(canTransition('accepted', 'declined')).toBe(true)
  expect(canTransition('declined', 'accepted')).toBe(false)
})
