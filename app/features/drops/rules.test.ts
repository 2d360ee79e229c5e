import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  chosenVariant,
  artPath,
  countUnits,
  type DropLifecycle,
  dueTransition,
  strokeStates,
  lowestOpen,
  mayChooseVariant,
  mayHold,
  nearestOpen,
  packUnits,
  patchPicture,
  percentSold,
  startingVariant,
  statusAt,
  type UnitState,
  unitChanges,
  unitStates,
  unpackUnits,
} from './rules.ts'

const at = (iso: string) => new Date(`2026-11-${iso}Z`)
const launch = at('20T12:00:00')
const end = at('27T18:00:00')
const drop: DropLifecycle = {
  status: 'coming_soon',
  remaining: 5,
  launchDate: launch,
  endDate: end,
  pausedAt: null,
}
const states = fc.array(fc.constantFrom(...unitStates), { maxLength: 200 })

describe('a drop', () => {
  test.each([
    ['19T00:00:00', 'coming_soon'],
    ['20T11:59:59.999', 'coming_soon'],
    ['20T12:00:00', 'live'],
    ['27T17:59:59.999', 'live'],
    ['27T18:00:00', 'archived'],
  ] as const)('is, at %s, %s', (moment, status) => {
    expect(statusAt(drop, at(moment))).toBe(status)
  })

  test('without units left is sold out, and live again when one comes back', () => {
    const live = { ...drop, status: 'live' as const }
    expect(statusAt({ ...live, remaining: 0 }, at('21T00:00:00'))).toBe('sold_out')
    expect(statusAt({ ...live, status: 'sold_out', remaining: 1 }, at('21T00:00:00'))).toBe('live')
  })

  test('that was archived stays archived', () => {
    expect(statusAt({ ...drop, status: 'archived' }, at('21T00:00:00'))).toBe('archived')
  })

  test('without an end, or opened by the operator before its date, stays live', () => {
    const live = { ...drop, status: 'live' as const, endDate: null }
    expect(statusAt(live, at('29T00:00:00'))).toBe('live')
    expect(statusAt(live, at('19T00:00:00'))).toBe('live')
  })

  test('without a launch date opens only by the operator', () => {
    expect(statusAt({ ...drop, launchDate: null }, at('21T00:00:00'))).toBe('coming_soon')
  })

  test('is due from the moment its status changes until it is stored', () => {
    expect(dueTransition(drop, at('19T00:00:00'))).toEqual(launch)
    expect(dueTransition(drop, at('21T00:00:00'))).toEqual(launch)
    expect(dueTransition({ ...drop, status: 'live' }, at('21T00:00:00'))).toEqual(end)
    expect(dueTransition(drop, at('28T00:00:00'))).toEqual(end)
    expect(dueTransition({ ...drop, status: 'archived' }, at('28T00:00:00'))).toBeUndefined()
  })

  test('lets a number be held only while it is live and not paused', () => {
    expect(mayHold(drop, at('19T00:00:00'))).toEqual({ ok: false, why: 'coming_soon' })
    expect(mayHold(drop, at('21T00:00:00'))).toEqual({ ok: true })
    expect(mayHold({ ...drop, pausedAt: launch }, at('21T00:00:00'))).toEqual({ ok: false, why: 'paused' })
    expect(mayHold({ ...drop, remaining: 0 }, at('21T00:00:00'))).toEqual({ ok: false, why: 'sold_out' })
    expect(mayHold(drop, at('28T00:00:00'))).toEqual({ ok: false, why: 'archived' })
  })
})

test('the percentage sold of an empty run is 0', () => {
  expect(percentSold({ total: 50, remaining: 23 })).toBe(54)
  expect(percentSold({ total: 50, remaining: 0 })).toBe(100)
  expect(percentSold({ total: 0, remaining: 0 })).toBe(0)
})

describe('units', () => {
  test('survive packing and unpacking', () => {
    fc.assert(
      fc.property(states, (units) => {
        expect(unpackUnits(packUnits(units))).toEqual(units)
      }),
    )
  })

  test('of unknown letters count as taken', () => {
    expect(unpackUnits('o?')).toEqual(['open', 'taken'])
  })

  test('always add up', () => {
    fc.assert(
      fc.property(states, (units) => {
        const { total, open, held, taken, remaining } = countUnits(units)
        expect(open + held + taken).toBe(total)
        expect(remaining).toBe(total - taken)
      }),
    )
  })

  test('are offered nearest first, open ones only', () => {
    const units = unpackUnits('otothoto')
    expect(nearestOpen(units, 4)).toEqual([3, 6, 1])
    expect(nearestOpen(unpackUnits('oototo'), 3)).toEqual([2, 4, 1])
    expect(nearestOpen(unpackUnits('tth'), 2)).toEqual([])
    fc.assert(
      fc.property(states, fc.integer({ min: 1, max: 200 }), (some, wanted) => {
        for (const offer of nearestOpen(some, wanted)) expect(some[offer - 1]).toBe('open')
      }),
    )
  })

  test('have a lowest open number, or none', () => {
    expect(lowestOpen(unpackUnits('ttho'))).toBe(4)
    expect(lowestOpen(unpackUnits('oo'))).toBe(1)
    expect(lowestOpen(unpackUnits('tth'))).toBeUndefined()
  })

  test('that changed are listed with their new state', () => {
    expect(unitChanges(unpackUnits('oot'), unpackUnits('oht'))).toEqual([{ number: 2, to: 'held' }])
    expect(unitChanges(unpackUnits('oo'), unpackUnits('oo'))).toEqual([])
  })

  test('are drawn dashed until the launch, then by state', () => {
    const units: UnitState[] = ['open', 'taken']
    expect(strokeStates('coming_soon', units)).toEqual(['held', 'taken'])
    expect(strokeStates('live', units)).toEqual(units)
  })
})

test('picture addresses carry their version', () => {
  expect(artPath('noir-vol-1', 'hero-wide', 'abc')).toBe('/art/drops/noir-vol-1/hero-wide.svg?v=abc')
  expect(patchPicture('p1', 'abc')).toEqual({
    src: '/art/patches/p1/480.webp?v=abc',
    srcSet:
      '/art/patches/p1/240.webp?v=abc 240w, /art/patches/p1/480.webp?v=abc 480w, /art/patches/p1/960.webp?v=abc 960w',
  })
})

test('a number of a drop with several variants is held with one of them', () => {
  expect(mayChooseVariant([], undefined)).toEqual({ ok: true })
  expect(mayChooseVariant(['a'], undefined)).toEqual({ ok: true })
  expect(mayChooseVariant(['a', 'b'], 'b')).toEqual({ ok: true })
  expect(mayChooseVariant(['a', 'b'], undefined)).toEqual({ ok: false, why: 'variant_missing' })
  for (const own of [[], ['a'], ['a', 'b']])
    expect(mayChooseVariant(own, 'of another drop')).toEqual({ ok: false, why: 'variant_gone' })
})

test('the starting variant is the cheapest, and the first of several', () => {
  const [field, night, dusk] = [249_900, 269_900, 249_900].map((priceCents, id) => ({ id, priceCents }))
  expect(startingVariant([night, dusk, field].flatMap((each) => each ?? []))).toBe(dusk)
  expect(startingVariant([field].flatMap((each) => each ?? []))).toBeUndefined()
  expect(startingVariant([])).toBeUndefined()
})

test('the chosen variant is the one with the id, and the starting one where there is none', () => {
  const field = { id: 'field', priceCents: 249_900 }
  const night = { id: 'night', priceCents: 269_900 }
  expect(chosenVariant([field, night], 'night')).toBe(night)
  expect(chosenVariant([field, night], 'gone')).toBe(field)
  expect(chosenVariant([field, night], undefined)).toBe(field)
  expect(chosenVariant([field], 'field')).toBeUndefined()
})
