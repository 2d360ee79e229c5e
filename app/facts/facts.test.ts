import { expect, vi } from 'vitest'
import pino from 'pino'
import { transact } from '#app/db/work.server.ts'
import { createLiveHub } from '#app/live/hub.server.ts'
import { fillSender, licenseeMark, postalMark, withSender } from '#app/mail/sender.ts'
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

test('a mail names its sender on the day it is sent, and no name can write HTML', async () => {
  const facts = { ...unsetFacts(), legalName: 'A & <b>B</b>' }
  const sent: { subject: string; html: string; text: string }[] = []
  const mailer = withSender({ send: async (mail) => void sent.push(mail) }, () => facts)
  await mailer.send({
    key: 'k',
    to: 'a@example.com',
    subject: `From ${licenseeMark}`,
    html: `<p>${licenseeMark}, ${postalMark}</p>`,
    text: postalMark,
  })
  expect(sent[0]).toMatchObject({
    subject: 'From A & <b>B</b>',
    html: '<p>A &amp; &lt;b&gt;B&lt;/b&gt;, A &amp; &lt;b&gt;B&lt;/b&gt;, Miami, Florida</p>',
    text: 'A & <b>B</b>, Miami, Florida',
  })
  expect(fillSender('plain', facts)).toBe('plain')
})
