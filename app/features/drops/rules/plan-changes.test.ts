import { expect, test } from 'vitest'
import { variant } from '#test/drop-plans.ts'
import { blankPlan, type DropPlan } from '../plan-fields.ts'
import { type DropProgress, isReliedOn, refusedChanges } from './plan.ts'

const plan: DropPlan = {
  ...blankPlan,
  name: 'Outlaw',
  slug: 'outlaw-vol-1',
  dropNumber: 5,
  totalUnits: 40,
  house: [40],
  variants: [variant],
  launchAt: '2026-12-01 12:00',
}
const draft: DropProgress = { isPublished: false, status: 'coming_soon', used: [] }
const announced: DropProgress = { ...draft, isPublished: true }
const live: DropProgress = {
  isPublished: true,
  status: 'live',
  used: [3, 30],
}

const whyOf = (progress: DropProgress, change: Partial<DropPlan>) =>
  refusedChanges(plan, { ...plan, ...change }, progress).map(({ why }) => why)

const everything: Partial<DropPlan> = {
  name: 'Other',
  slug: 'other',
  dropNumber: 9,
  totalUnits: 1,
  house: [],
  variants: [],
  launchAt: '',
  itemClass: 'rifle',
}

test('anything of a draft may change', () => {
  expect(whyOf(draft, everything)).toEqual([])
})

test.each([
  ['its address', announced, { slug: 'other' }, 'published_address'],
  ['its number', announced, { dropNumber: 6 }, 'published_address'],
  ['its name once it is open', live, { name: 'Other' }, 'engraved_name'],
  [
    'its name once somebody holds a number early',
    { ...announced, used: [3] },
    { name: 'Other' },
    'engraved_name',
  ],
  ['its opening once it has opened', live, { launchAt: '2026-12-02 12:00' }, 'launched'],
  ['a run below a number that is sold', live, { totalUnits: 29 }, 'below_used'],
  ['a smaller run, although the numbers are free', live, { totalUnits: 39 }, 'only_up'],
  [
    'a smaller run while somebody holds a number early',
    { ...announced, used: [3] },
    { totalUnits: 39 },
    'only_up',
  ],
  ['keeping a number that is sold', live, { house: [30, 40] }, 'house_used'],
  ['a price after the end', { ...live, status: 'archived' as const }, { depositPrice: 1 }, 'ended'],
  ['the drawing after the end', { ...live, status: 'archived' as const }, { artSeed: 'x' }, 'ended'],
] as const)('%s may not change', (_, progress, change, why) => {
  expect(new Set(whyOf(progress, change as Partial<DropPlan>))).toEqual(new Set([why]))
})

test.each([
  ['the name before anybody holds a number', announced, { name: 'Other' }],
  ['the size before anybody holds a number', announced, { totalUnits: 20, house: [] }],
  ['the opening before it', announced, { launchAt: '2026-12-09 12:00' }],
  ['a larger run', live, { totalUnits: 41 }],
  ['the run to exactly what is sold, early', { ...announced, used: [] }, { totalUnits: 30 }],
  ['other kept numbers', live, { house: [1, 40] }],
  ['the end of a live drop', live, { endAt: '2026-12-09 12:00' }],
  ['the story after the end', { ...live, status: 'archived' as const }, { story: 'More', smallPrint: 'x' }],
] as const)('%s may change', (_, progress, change) => {
  expect(whyOf(progress, change as Partial<DropPlan>)).toEqual([])
})

test('a drop is relied on from its opening, or from the first number that is held', () => {
  expect(isReliedOn(draft)).toBe(false)
  expect(isReliedOn(announced)).toBe(false)
  expect(isReliedOn({ ...announced, used: [3] })).toBe(true)
  expect(isReliedOn({ ...live, used: [] })).toBe(true)
})
