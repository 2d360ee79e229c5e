import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseForm } from '#app/http/form.ts'
import { maxPeople, readAnswers, sharesInPercent, worksheet, worksheetInput } from './worksheet.ts'
import { addedContents, packAlone, type TrustPackage } from './rules.ts'

function form(fields: Record<string, string>): FormData {
  const made = new FormData()
  for (const [name, value] of Object.entries(fields)) made.set(name, value)
  return made
}

const parse = (sent: FormData) => parseForm(worksheetInput, sent)

describe('parsing a worksheet', () => {
  test('accepts an empty form', () => {
    expect(parse(form({}))).toEqual({ ok: true, value: {}, given: {} })
  })

  test('keeps the order of people and drops empty rows', () => {
    const parsed = parse(
      form({
        trustee1Name: '',
        trustee2Name: '  Riley   Example ',
        trustee2Place: 'Boise,\u00A0Idaho',
        trustee4Place: 'Mobile, Alabama',
        beneficiary1Share: '50%',
        acting: 'alone',
      }),
    )
    expect(parsed.ok && parsed.value).toEqual({
      trustee1Name: 'Riley Example',
      trustee1Place: 'Boise, Idaho',
      trustee2Place: 'Mobile, Alabama',
      beneficiary1Share: '50%',
      acting: 'alone',
    })
  })

  test('reports errors by field', () => {
    const parsed = parse(
      form({
        trustName: 'x'.repeat(91),
        trustee3Name: 'y'.repeat(81),
        state: 'ZZ',
        acting: 'sometimes',
        signedOn: '2026-02-31',
      }),
    )
    expect(parsed.ok).toBe(false)
    expect(parsed.ok || Object.keys(parsed.fieldErrors)).toEqual([
      'trustName',
      'trustee3Name',
      'acting',
      'state',
      'signedOn',
    ])
  })

  test('removes control characters', () => {
    const parsed = parse(form({ trustName: 'Elm\u0000\u202E Trust\u200B\n' }))
    expect(parsed).toMatchObject({ value: { trustName: 'Elm Trust' } })
  })

  test('limits lengths and reads back what was stored', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary', maxLength: 120 }), { minLength: 8, maxLength: 8 }),
        (typed) => {
          const names = ['trustName', 'settlorName', 'settlorPlace', 'trustee1Name', 'successor3Place']
          const parsed = parse(form(Object.fromEntries(names.map((name, at) => [name, typed[at] ?? '']))))
          if (!parsed.ok) return
          expect(readAnswers(JSON.parse(JSON.stringify(parsed.value)))).toEqual(parsed.value)
          expect(parsed.value.trustName?.length ?? 0).toBeLessThanOrEqual(90)
          expect(JSON.stringify(parsed.value)).not.toMatch(/\\u00[01]/)
        },
      ),
    )
  })

  test('limits the number of people', () => {
    const fields = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`trustee${at + 1}Name`, `Person ${at}`]),
    )
    const parsed = parse(form(fields))
    expect(parsed.ok && Object.keys(parsed.value)).toHaveLength(maxPeople.trustees)
  })
})

test('stored answers that cannot be read are none, and unknown ones are left out', () => {
  expect(readAnswers({ trustName: 7 })).toBeUndefined()
  expect(readAnswers(null)).toBeUndefined()
  expect(readAnswers({ trustName: 'Elm', state: 'ZZ', gone: 'x' })).toEqual({ trustName: 'Elm' })
})

test('no two questions have a name', () => {
  const names = worksheet.flatMap(({ questions }) => questions.map(({ name }) => name))
  expect(new Set(names).size).toBe(names.length)
})

test('shares are added up if all are percentages', () => {
  const share = (...shares: string[]) =>
    sharesInPercent(Object.fromEntries(shares.map((each, at) => [`beneficiary${at + 1}Share`, each])))
  expect(share('33.33%', '33.33 %', '33.34%')).toBe(100)
  expect(share('60%', '30%')).toBe(90)
  expect(share('50%', 'the rest')).toBeNull()
  expect(sharesInPercent({ beneficiary1Share: '50%', beneficiary2Name: 'A' })).toBeNull()
  expect(share()).toBeNull()
})

const offer = (values: Partial<TrustPackage>): TrustPackage => ({
  slug: 'pack',
  name: 'Pack',
  priceCents: 2900,
  besides: null,
  flag: null,
  saving: null,
  contents: ['Template', 'Checklist'],
  ...values,
})
const alone = offer({})
const bundle = offer({
  slug: 'bundle',
  priceCents: 1_900,
  besides: 'build price',
  contents: ['Template', 'Checklist', 'Phone support'],
})

test('the pack alone is the package without a build, even if a bundle is cheaper', () => {
  expect(packAlone([bundle, alone])).toBe(alone)
  expect(packAlone([bundle])).toBeUndefined()
  expect(packAlone([])).toBeUndefined()
})

test('a bundle’s added contents are listed, the pack alone adds none', () => {
  expect(addedContents(bundle, [alone, bundle])).toEqual(['Phone support'])
  expect(addedContents(alone, [alone, bundle])).toEqual([])
  expect(addedContents(bundle, [bundle])).toEqual([])
})
