import { expect, test } from 'vitest'
import { googleLink, outlookLink } from './calendar.server.ts'

const event = {
  title: 'CCW & Safety',
  description: 'Bring eye protection.',
  location: 'PACo, Miami, Florida',
  startsAt: new Date('2026-12-05T14:00:00Z'),
  endsAt: new Date('2026-12-05T22:00:00Z'),
  timeZone: 'America/New_York',
}

test('the Google link has the times and the zone', () => {
  const { origin, searchParams } = new URL(googleLink(event))
  expect(origin).toBe('https://calendar.google.com')
  expect(Object.fromEntries(searchParams)).toEqual({
    action: 'TEMPLATE',
    text: 'CCW & Safety',
    dates: '20261205T140000Z/20261205T220000Z',
    ctz: 'America/New_York',
    details: 'Bring eye protection.',
    location: 'PACo, Miami, Florida',
  })
})

test('the Outlook link has the times, with spaces as %20', () => {
  const link = outlookLink(event)
  expect(link).not.toContain('+')
  const { origin, searchParams } = new URL(link)
  expect(origin).toBe('https://outlook.live.com')
  expect(searchParams.get('subject')).toBe('CCW & Safety')
  expect(searchParams.get('startdt')).toBe('2026-12-05T14:00:00.000Z')
  expect(searchParams.get('enddt')).toBe('2026-12-05T22:00:00.000Z')
})
