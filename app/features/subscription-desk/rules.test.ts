import { expect, test } from 'vitest'
import { after, second } from '#app/kit/clock.ts'
import { shownStateOf } from './flows.server.ts'

test('an announcement whose moment has come is no longer called scheduled', () => {
  const sendAt = new Date('2026-11-20T12:00:00Z')
  expect(shownStateOf({ state: 'scheduled', sendAt }, after(sendAt, -second))).toBe('scheduled')
  expect(shownStateOf({ state: 'scheduled', sendAt }, sendAt)).toBe('due')
  expect(shownStateOf({ state: 'sending', sendAt }, after(sendAt, second))).toBe('sending')
  expect(shownStateOf({ state: 'draft', sendAt: null }, sendAt)).toBe('draft')
})
