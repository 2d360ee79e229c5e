import { expect, test } from 'vitest'
import { states } from '../../compliance/rules/states.ts'
import { zipPrefixes, countiesOf, countyOfZip, isZip, isZipOf, stateOfZip } from './places.ts'

test('a ZIP code belongs to its state and to no other', () => {
  expect(isZipOf('33130', 'FL')).toBe(true)
  expect(isZipOf('33130', 'GA')).toBe(false)
  expect(isZipOf('00501', 'NY')).toBe(true)
  expect(isZipOf('20500', 'DC')).toBe(true)
  expect(isZipOf('06390', 'NY')).toBe(true)
  expect(isZipOf('06390', 'CT')).toBe(false)
  expect(isZipOf('34001', 'FL')).toBe(false) // military post
})

test('every state that is served has ranges, and no two states share one', () => {
  expect(Object.keys(zipPrefixes).toSorted()).toEqual(states.map(({ code }) => code).toSorted())
  for (let prefix = 0; prefix < 1_000; prefix++) {
    const zip = `${String(prefix).padStart(3, '0')}99`
    expect(states.filter(({ code }) => isZipOf(zip, code)).length, zip).toBeLessThanOrEqual(1)
  }
})

test('a ZIP code has five digits, or nine', () => {
  expect(['33130', '33130-1234'].every(isZip)).toBe(true)
  expect(['3313', '331301234', 'ABCDE', ''].some(isZip)).toBe(false)
})

test('Florida has 67 counties, and a ZIP code names one only where all of its section lies in it', () => {
  expect(countiesOf('FL')).toHaveLength(67)
  expect(new Set(countiesOf('FL')).size).toBe(67)
  expect(countiesOf('TX')).toEqual([])
  expect(countyOfZip('33130', 'FL')).toBe('Miami-Dade')
  expect(countyOfZip('32259', 'FL')).toBeUndefined()
  expect(countyOfZip('33130', 'TX')).toBeUndefined()
})

test('the state of a ZIP code is the one it belongs to, for every code of every range', () => {
  for (let prefix = 0; prefix < 1_000; prefix++) {
    const zip = `${String(prefix).padStart(3, '0')}99`
    const state = stateOfZip(zip)
    expect(states.filter(({ code }) => isZipOf(zip, code)).map(({ code }) => code)).toEqual(
      state ? [state] : [],
    )
  }
  expect(stateOfZip('06390')).toBe('NY')
  for (const none of ['', '3313', '00901', '34001', '96950']) expect(stateOfZip(none)).toBeUndefined()
})
