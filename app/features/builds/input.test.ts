import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { selectionInput } from './store.server.ts'
import { buildQuery, maxAccessories, parseBuildAddress, parseCodes } from './rules/build-address.ts'
import {
  finishes,
  finishesFor,
  standardFinish,
  emptySelection,
  type Selection,
  singleSteps,
} from './rules.ts'

const id = fc.stringMatching(/^[a-z0-9][a-z0-9.-]{0,20}$/)
const plain: fc.Arbitrary<Selection> = fc.record({
  platformId: fc.constantFrom('ar15', 'ar9', 'scorpion'),
  parts: fc.dictionary(fc.constantFrom(...singleSteps), id, { noNullPrototype: true }),
  accessories: fc.array(id, { maxLength: 12 }),
  isSuppressorOptimized: fc.boolean(),
})
const anyFinish = fc.constantFrom(...finishes.filter((each) => each !== standardFinish))

const selection = fc
  .tuple(plain, fc.option(anyFinish))
  .map(([one, finish]) =>
    finish && finishesFor(one.platformId).includes(finish) ? { ...one, finish: finish.id } : one,
  )

describe('a build is an address', () => {
  test('a selection survives the round trip', () => {
    fc.assert(
      fc.property(selection, (selection) => {
        expect(parseBuildAddress(buildQuery(selection))).toEqual(selection)
      }),
    )
  })

  test('the last finish wins, and an unknown or unfit one is the standard finish without a word', () => {
    const finishIn = (search: string) => parseBuildAddress(search)?.finish
    expect(finishIn('?platform=ar15&finish=matte-black&finish=cool-gray')).toBe('cool-gray')
    expect(finishIn('?platform=ar15&finish=cool-gray&finish=standard')).toBeUndefined()
    expect(finishIn('?platform=scorpion&finish=brushed-clear')).toBeUndefined()
    expect(finishIn('?platform=ar15&finish=gold')).toBeUndefined()
    expect(buildQuery(emptySelection('ar15'))).toBe('platform=ar15')
  })

  test('parsing never throws and returns undefined without a known platform', () => {
    fc.assert(fc.property(fc.string(), (text) => void parseBuildAddress(text)))
    fc.assert(
      fc.property(fc.webQueryParameters(), (text) => {
        parseBuildAddress(`platform=ar15&${text}`)
      }),
    )
    expect(parseBuildAddress('?platform=vector')).toBeUndefined()
    expect(parseBuildAddress('')).toBeUndefined()
  })

  test('the last part for a step wins and invalid ids are skipped', () => {
    const requested = parseBuildAddress('?platform=ar15&barrel=a&barrel=b&lower=%3Cb%3E&optics=')
    expect(requested?.parts).toEqual({ barrel: 'b' })
  })
})

test('builds are compared by codes or by the links that end with them, three at most, each once', () => {
  const search = (builds: string) => `?${new URLSearchParams({ builds })}`
  expect(parseCodes(search('abcd2345, EFGH2345'))).toEqual(['ABCD2345', 'EFGH2345'])
  expect(parseCodes(search('https://shop2345.example/builds/ABCD2345 ABCD2345'))).toEqual(['ABCD2345'])
  expect(parseCodes(search('AAAA2345 BBBB2345 CCCC2345 DDDD2345'))).toHaveLength(3)
  expect(parseCodes(search('nothing of ours'))).toEqual([])
})

test('a stored selection with an unknown platform, step or id is refused', () => {
  fc.assert(
    fc.property(selection, (one) => {
      expect(selectionInput.parse(one)).toEqual(one)
    }),
  )
  const plain = emptySelection('ar15')
  for (const wrong of [
    { ...plain, platformId: 'vector' },
    { ...plain, parts: { barrel: 'a b' } },
    { ...plain, finish: 'gold' },
    { ...plain, parts: { trigger: 'a' } },
    { ...plain, accessories: Array.from({ length: maxAccessories + 1 }, () => 'a') },
  ])
    expect(selectionInput.safeParse(wrong).success).toBe(false)
})
