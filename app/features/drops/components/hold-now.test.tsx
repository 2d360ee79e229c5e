import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { UnitState } from '../rules.ts'
import { refusalWords } from '../words.ts'
import { HoldNow } from './hold-now.tsx'
import type { Holding } from './use-hold.ts'

const units: UnitState[] = ['taken', 'open', 'held', 'open', 'taken']

function bar(number: number | undefined, isChosen = false, holding: Partial<Holding> = {}, states = units) {
  const choice = {
    number,
    isChosen,
    announcement: '',
    choose: () => {},
    announce: () => {},
    variants: [],
    variant: undefined,
    chooseVariant: () => {},
    holding: {
      pending: undefined,
      refused: undefined,
      hold: () => {},
      prepare: () => {},
      reset: () => {},
      ...holding,
    },
  }
  const nowhere = { ref: () => {}, subscribe: () => () => {}, read: () => undefined }
  const Component = () => (
    <HoldNow slug="test-drop" units={states} choice={choice} joinLink={nowhere} holdForm={nowhere} />
  )
  const Stub = createRoutesStub([{ path: '/', Component }])
  const html = renderToStaticMarkup(<Stub />)
  return { html, number: /name="number" value="(\d+)"/.exec(html)?.[1] }
}

test('the bar offers the next open number in a form that works without script', () => {
  const { html, number } = bar(2)
  expect(number).toBe('2')
  expect(html).toContain('action="/drops/test-drop/reserve"')
  expect(html).toContain('Next open number')
})

test('the bar offers the chosen number', () => {
  const { html, number } = bar(4, true)
  expect(number).toBe('4')
  expect(html).toContain('Your number')
})

test('a chosen number that was taken is replaced by the nearest open one', () => {
  const { html, number } = bar(5, true)
  expect(number).toBe('4')
  expect(html).toContain('The nearest open number')
})

test('a refused hold shows its reason and the nearest number', () => {
  const refused = { refusal: refusalWords.unit_taken, nearest: [2] }
  const { html, number } = bar(3, true, { refused })
  expect(number).toBe('2')
  expect(html).toContain('Someone got there first')
})

test('after a lost response the bar keeps the same number', () => {
  const refused = { refusal: refusalWords.network_failure, nearest: [], hasNoResponse: true }
  expect(bar(3, true, { refused }).number).toBe('3')
})

test('with nothing to hold there is no bar', () => {
  expect(bar(undefined, false, {}, ['taken', 'held']).html).toBe('')
})

test('a buyer who may hold no more is offered no number', () => {
  const refused = { refusal: { title: 'Limit: 2 numbers per buyer', text: '' }, nearest: [], isLimit: true }
  expect(bar(2, true, { refused }).number).toBeUndefined()
})
