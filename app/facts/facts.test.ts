import { expect, vi } from 'vitest'
import pino from 'pino'
import { transact } from '#app/db/db.server.ts'
import { createLiveHub } from '#app/live/hub.server.ts'
import { test } from '#test/db.ts'
import { postalLine, schemaAddress, unsetFacts } from './facts.ts'
import { findFacts, findLiveFacts, openFacts, recordFacts } from './facts.server.ts'

const by = { by: 'M. Owner', timeZone: 'America/New_York' }

test('a new shop has no licensee, a city and the time zone of its settings', () => {
  expect(postalLine(unsetFacts())).toBe('Miami, Florida')
  expect(unsetFacts('America/Chicago').timeZone).toBe('America/Chicago')
})

test('an address is written in the parts that are known', () => {
  const facts = { ...unsetFacts(), legalName: 'Sample Arms', street: '1 Example St', zip: '33101' }
  expect(postalLine(facts)).toBe('Sample Arms, 1 Example St, Miami, FL 33101')
  expect(postalLine({ ...unsetFacts(), state: 'TX', city: 'Austin' })).toBe('Austin, TX')
  expect(schemaAddress(facts)).toMatchObject({ streetAddress: '1 Example St', postalCode: '33101' })
  expect(schemaAddress(unsetFacts())).not.toHaveProperty('streetAddress')
})

test('facts are written one part at a time, and the others stay', async ({ ctx }) => {
  const first = await transact(ctx, (work) =>
    recordFacts(work, { legalName: 'Sample Arms' }, { ...by, seen: 0 }),
  )
  expect(first).toMatchObject({ ok: true, before: { legalName: '' }, after: { legalName: 'Sample Arms' } })
  await transact(ctx, (work) => recordFacts(work, { phone: '305-555-0100' }, { ...by, seen: 1 }))
  expect(await findFacts(ctx.db)).toMatchObject({
    legalName: 'Sample Arms',
    phone: '305-555-0100',
    revision: 2,
  })
  expect(ctx.announced).toEqual(['shop-facts', 'shop-facts'])
})

test('a form that is older than another change is refused, with the current values', async ({ ctx }) => {
  await transact(ctx, (work) => recordFacts(work, { legalName: 'Sample Arms' }, { ...by, seen: 0 }))
  const late = await transact(ctx, (work) => recordFacts(work, { legalName: 'Other' }, { ...by, seen: 0 }))
  expect(late).toMatchObject({
    ok: false,
    why: 'changed',
    now: { legalName: 'Sample Arms', changedBy: 'M. Owner' },
  })
  expect(await findFacts(ctx.db)).toMatchObject({ legalName: 'Sample Arms', revision: 1 })
})

test('every process hears of a change', async ({ ctx, db, pool }) => {
  const log = pino({ level: 'silent' })
  const open = () => createLiveHub({ pool, snapshot: () => findLiveFacts(db), log, coalesceMs: 1 })
  const [one, other] = [open(), open()]
  try {
    const reader = await openFacts(db, other, 'America/Chicago')
    expect(reader.facts()).toEqual(unsetFacts('America/Chicago'))
    const here = { ...ctx, announce: (topics: Iterable<string>) => one.announce(topics) }
    await transact(here, (work) => recordFacts(work, { legalName: 'Sample Arms' }, { ...by, seen: 0 }))
    await vi.waitFor(() => expect(reader.facts().legalName).toBe('Sample Arms'), 5_000)
    reader.close()
  } finally {
    await one.close()
    await other.close()
  }
})
