import { expect, test } from 'vitest'
import { contrastOf } from '#app/art/color.ts'
import { artPalette, artThemes, ownColorStyle } from '#app/art/art-theme.ts'
import { variant } from '#test/drop-plans.ts'
import { blankPlan, type DropPlan } from '../plan-fields.ts'
import { accentContrast, openPoints } from './plan.ts'

const whole: DropPlan = {
  ...blankPlan,
  name: 'Outlaw',
  slug: 'outlaw-vol-1',
  dropNumber: 5,
  tagline: 'Engine-turned.',
  story: 'A story.',
  totalUnits: 40,
  house: [1, 40],
  depositPrice: 10_000,
  variants: [variant],
  launchAt: '2026-12-01 12:00',
  endAt: '2026-12-08 12:00',
}
const facts = {
  hasLicensee: true,
  isSlugFree: true,
  isNumberFree: true,
  nowShown: '2026-11-23 09:00',
  isLaunched: false,
}
const open = (change: Partial<DropPlan>, more: Partial<typeof facts> = {}) =>
  openPoints({ ...whole, ...change }, { ...facts, ...more })

test('a whole plan has no open point', () => {
  expect(open({})).toEqual([])
})

test('no drop opens before the licensee is typed, who is the maker in its documents', () => {
  expect(open({}, { hasLicensee: false })).toEqual(['licensee'])
})

test('a blank plan names everything that is missing', () => {
  expect(openPoints(blankPlan, facts)).toEqual([
    'name',
    'address',
    'drop_number',
    'story',
    'units',
    'variants',
  ])
})

test.each([
  ['name', { name: '' }],
  ['address', { slug: '' }],
  ['address', { slug: 'Outlaw!' }],
  ['drop_number', { dropNumber: null }],
  ['story', { tagline: '' }],
  ['story', { story: '', description: '' }],
  ['units', { totalUnits: 1_001 }],
  ['units', { totalUnits: 0, house: [] }],
  ['house', { house: [41] }],
  ['house', { totalUnits: 2, house: [1, 2] }],
  ['variants', { variants: [] }],
  ['variants', { variants: [variant, { ...variant, name: '' }] }],
  ['variants', { variants: [{ ...variant, caliber: '' }] }],
  ['variants', { variants: [{ ...variant, barrel: '' }] }],
  ['variants', { variants: [{ ...variant, finish: '' }] }],
  ['prices', { variants: [variant, { ...variant, price: null }] }],
  ['deposit', { depositPrice: null }],
  ['deposit', { depositPrice: 234_901 }],
  ['colors', { colorAccent: '#223344' }],
  ['launch', { launchAt: '2026-11-23 09:00' }],
  ['end', { endAt: '2026-12-01 12:00' }],
  ['end', { launchAt: '', endAt: '2026-11-23 08:59' }],
] as const)('%s is open with %j', (point, change) => {
  expect(open(change as Partial<DropPlan>)).toContain(point)
})

test('the size 100, a description in place of a story, no dates are fine', () => {
  expect(open({ totalUnits: 100, story: '', description: 'One.', launchAt: '', endAt: '' })).toEqual([])
  expect(open({ depositPrice: 234_900 })).toEqual([])
})

test('a launch that has been is no open point', () => {
  expect(open({ launchAt: '2026-11-01 12:00' }, { isLaunched: true })).toEqual([])
})

test('what only the database knows is on the list', () => {
  expect(open({}, { isSlugFree: false })).toEqual(['address'])
  expect(open({}, { isNumberFree: false })).toEqual(['drop_number'])
})

test('every theme can be read in its own colors', () => {
  for (const theme of artThemes)
    expect(accentContrast({ theme, colorPrimary: '', colorAccent: '' })).toBeGreaterThan(4.5)
})

test('the contrast of an accent is measured on the page', () => {
  const noir = { theme: 'noir', colorPrimary: '' } as const
  expect(accentContrast({ ...noir, colorAccent: '#666666' })).toBeCloseTo(2.6, 0)
  expect(accentContrast({ ...noir, colorAccent: '#f5a97f' })).toBeGreaterThan(4.5)
})

test.each([
  ['#ffffff', '#000000', 21],
  ['#777777', '#ffffff', 4.48],
  ['#ffffff', '#777777', 4.48],
  ['#0000ff', '#ffffff', 8.59],
])('the contrast of %s with %s is %d, as WCAG has it', (one, other, ratio) => {
  expect(contrastOf(one, other)).toBeCloseTo(ratio, 2)
})

test('own colors reach page and artwork, and a bright ground only tints the dark page', () => {
  const own = { ground: '#ff0000', accent: '#f5a97f' }
  expect(artPalette('noir', own).accent).toBe('#f5a97f')
  expect(contrastOf(artPalette('noir', own).ground, '#000000')).toBeLessThan(1.3)
  expect(ownColorStyle(own)).toMatchObject({ '--c': '0.0300', '--a-l': expect.stringMatching(/^0\.\d{4}$/) })
  expect(ownColorStyle({})).toBeUndefined()
})
