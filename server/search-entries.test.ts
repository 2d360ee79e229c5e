import { expect } from 'vitest'
import { test } from '#test/db.ts'
import { givenReference } from '#test/reference.ts'
import { findKnownRules } from '#app/features/compliance/store/state-rules.server.ts'
import { nothingClosed } from '#app/facts/sections.ts'
import { listSearchEntries } from '#app/search-entries.server.ts'

test('every state is found with what its rules answer today', async ({ db }) => {
  await givenReference(db)
  findKnownRules.forget(db)
  const states = (await listSearchEntries(db, new Date('2026-11-28T12:00:00Z'), nothingClosed)).filter(
    ({ title }) => title.endsWith(': short-barreled rifles'),
  )
  expect(states).toHaveLength(51)
  expect(states.find(({ title }) => title.startsWith('California'))?.about).toBe(
    'We cannot sell one to residents.',
  )
  expect(new Set(states.map(({ about }) => about)).size).toBeGreaterThan(1)
})
