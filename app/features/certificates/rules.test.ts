import { expect, test } from 'vitest'
import {
  formatCertificateCode,
  hasOwner,
  unitNumberOf,
  type UnitStatus,
  unitStatusOf,
  normalizeCertificateCode,
  unitStatusWords,
} from './rules.ts'

const live = { status: 'live' as const, pausedAt: null }
const launchDate = new Date('2026-11-01T12:00:00Z')

test('a code is read in either case, with any dashes, and with the letters that look like digits', () => {
  expect(normalizeCertificateCode(' ao17-f6dt cse9–h96g ')).toBe('A017F6DTCSE9H96G')
  expect(normalizeCertificateCode('AOl7')).toBe('A017')
  expect(unitNumberOf('A017F6DTCSE9H96G')).toBe(17)
  expect(unitNumberOf('17')).toBe(0)
  expect(formatCertificateCode('A017F6DTCSE9H96G')).toBe('A017-F6DT-CSE9-H96G')
})

test('an open unit follows the status of its drop', () => {
  const open = (drop: Parameters<typeof unitStatusOf>[0]['drop']) => unitStatusOf({ drop, unit: 'open' })
  expect(open(live)).toBe('open')
  expect(open({ ...live, pausedAt: launchDate })).toBe('held_back')
  expect(open({ ...live, status: 'coming_soon' })).toBe('to_come')
  expect(open({ ...live, status: 'archived' })).toBe('never_made')
})

test('a held unit is held, whatever its drop', () => {
  expect(unitStatusOf({ drop: { status: 'archived', pausedAt: null }, unit: 'held' })).toBe('held')
})

test('a taken unit follows its order, without revealing a federal review', () => {
  const taken = (stage?: Parameters<typeof unitStatusOf>[0]['stage']) =>
    unitStatusOf({ drop: live, unit: 'taken', stage })
  expect(taken('reserved')).toBe('reserved')
  expect(taken('agreed')).toBe('reserved')
  expect(taken('built')).toBe('in_build')
  for (const stage of ['form3_filed', 'form3_approved', 'shipped', 'at_dealer', 'form4_filed'] as const)
    expect(taken(stage)).toBe('in_transfer')
  expect(taken('picked_up')).toBe('transferred')
  expect(taken()).toBe('taken')
  for (const ended of ['refunded', 'disapproved'] as const) expect(taken(ended)).toBe('held_back')
})

test('every status has words, and only some have an owner', () => {
  for (const { text } of Object.values(unitStatusWords)) expect(text).toMatch(/\.$/)
  expect((Object.keys(unitStatusWords) as UnitStatus[]).filter(hasOwner)).toEqual([
    'reserved',
    'in_build',
    'in_transfer',
    'transferred',
    'taken',
  ])
})
