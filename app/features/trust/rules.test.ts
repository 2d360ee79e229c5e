import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  maxLengths,
  parseAnswers,
  readAnswers,
  maxPeople,
  emptyAnswers,
  sharesInPercent,
  addedContents,
  packAlone,
  type TrustPackage,
} from './rules.ts'

function form(fields: Record<string, string>): FormData {
  const made = new FormData()
  for (const [name, value] of Object.entries(fields)) made.set(name, value)
  return made
}

describe('parsing a worksheet', () => {
  test('accepts an empty form', () => {
    expect(parseAnswers(form({}))).toEqual({ ok: true, answers: emptyAnswers })
  })

  test('keeps the order of people and drops empty rows', () => {
    const parsed = parseAnswers(
      form({
        'trustees-0-name': '',
        'trustees-1-name': '  Riley   Example ',
        'trustees-1-place': 'Boise,\u00A0Idaho',
        'trustees-3-place': 'Mobile, Alabama',
        'beneficiaries-0-share': '50%',
      }),
    )
    expect(parsed).toMatchObject({
      answers: {
        trustees: [
          { name: 'Riley Example', place: 'Boise, Idaho' },
          { name: '', place: 'Mobile, Alabama' },
        ],
        beneficiaries: [{ name: '', share: '50%' }],
      },
    })
  })

  test('reports errors by field', () => {
    const parsed = parseAnswers(
      form({
        trustName: 'x'.repeat(maxLengths.trustName + 1),
        'trustees-2-name': 'y'.repeat(maxLengths.name + 1),
        state: 'ZZ',
        acting: 'sometimes',
        signedOn: '2026-02-31',
      }),
    )
    expect(parsed.ok).toBe(false)
    expect(parsed.ok || Object.keys(parsed.fieldErrors)).toEqual([
      'trustName',
      'trustees-2-name',
      'acting',
      'state',
      'signedOn',
    ])
  })

  test('removes control characters', () => {
    const parsed = parseAnswers(form({ trustName: 'Elm\u0000\u202E Trust\u200B\n' }))
    expect(parsed).toMatchObject({ answers: { trustName: 'Elm Trust' } })
  })

  test('limits lengths and reads back what was stored', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary', maxLength: 120 }), { minLength: 8, maxLength: 8 }),
        (typed) => {
          const names = [
            'trustName',
            'settlor-name',
            'settlor-place',
            'trustees-0-name',
            'successors-2-place',
          ]
          const parsed = parseAnswers(
            form(Object.fromEntries(names.map((name, at) => [name, typed[at] ?? '']))),
          )
          if (!parsed.ok) return
          expect(readAnswers(JSON.parse(JSON.stringify(parsed.answers)))).toEqual(parsed.answers)
          expect(parsed.answers.trustName.length).toBeLessThanOrEqual(maxLengths.trustName)
          expect(JSON.stringify(parsed.answers)).not.toMatch(/\\u00[01]/)
        },
      ),
    )
  })

  test('limits the number of people', () => {
    const fields = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [`trustees-${at}-name`, `Person ${at}`]),
    )
    const parsed = parseAnswers(form(fields))
    expect(parsed.ok && parsed.answers.trustees).toHaveLength(maxPeople.trustees)
  })
})

test('unreadable stored answers are undefined', () => {
  expect(readAnswers({ trustName: 7 })).toBeUndefined()
  expect(readAnswers(emptyAnswers)).toEqual(emptyAnswers)
})

test('shares are added up if all are percentages', () => {
  const share = (...shares: string[]) =>
    sharesInPercent({ beneficiaries: shares.map((each) => ({ name: 'A', share: each })) })
  expect(share('33.33%', '33.33 %', '33.34%')).toBe(100)
  expect(share('60%', '30%')).toBe(90)
  expect(share('50%', 'the rest')).toBeNull()
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
