import { expect } from 'vitest'
import { day, hour } from '#app/kit/clock.ts'
import { test } from '#test/db.ts'
import { textOf, visitor } from '#test/visitor.ts'

test('home leads to the live drop, the build windows and the courses, each with what is left', async ({
  ctx,
}) => {
  const reader = await visitor(ctx, { sample: true })
  await reader.open('/')
  expect(reader.heading).toBe('Every one is numbered.')
  reader.part('timer', 'Ends in:')
  const sections = reader
    .parts('heading')
    .filter(({ tagName }) => tagName === 'H2')
    .map(textOf)
  expect(sections.slice(0, 5)).toEqual([
    'Current Drop',
    'Small-Batch Specs',
    'CCW Training',
    'The Vault',
    'Stay in the Loop',
  ])
  const main = reader.part('main')
  const hrefOf = (name: string) => reader.part('link', name, main).getAttribute('href')
  expect(hrefOf('Join Current Drop')).toBe('/subscriptions?topic=returned-units%3Aguerrilla-vol-1')
  expect(hrefOf('Explore CCW Courses')).toBe('/courses')
  expect(hrefOf('Join the Drop')).toBe('/drops/guerrilla-vol-1')
  expect(hrefOf('View All Archives')).toBe('/drops/vault')
  for (const text of ['23 of 50 units remain', 'LIVE NOW', '$100 reservation, refundable'])
    expect(reader.text).toContain(text)
  expect(reader.html).toContain(`content="${reader.shop.publicUrl}/art/drops/guerrilla-vol-1/share.jpg"`)

  // Pixels, once the drop has been idle for a while.
  expect(reader.html).toMatch(/\/art\/home\/guerrilla-vol-1\/wide\.(svg|avif)\?v=/)

  const windows = reader.part('region', 'Small-Batch Specs')
  for (const text of [
    '15-unit window',
    '10-unit window',
    '8-unit window',
    '6 of 15 numbers left, open until Dec 13, 2026.',
  ])
    expect(textOf(windows)).toContain(text)
  expect(reader.page.getAllByText('Join Build Window', { exact: false })).toHaveLength(3)

  const training = reader.part('region', 'CCW Training')
  expect(textOf(training)).toMatch(/Basic Pistol.*4 hours.*5 of 12 seats left.*\$150/)
  expect(textOf(training)).toMatch(/CCW Certification.*8 hours.*\$200/)
  expect(textOf(training)).toMatch(/Advanced Tactics.*6 hours.*\$175/)
  expect(reader.parts('link', /^Enroll Now/, training)).toHaveLength(3)

  const vault = reader.part('region', 'The Vault')
  expect(textOf(vault).match(/SOLD OUT/g)).toHaveLength(2)
  const drops = reader.parts('link', undefined, vault).map((link) => link.getAttribute('href'))
  expect(drops).toEqual(expect.arrayContaining(['/drops/founders', '/drops/outlaw-vol-1']))
})

test('home without a live drop shows the next one, and without that the way to the vault', async ({
  ctx,
}) => {
  await visitor(ctx, { sample: true })
  ctx.setNow(new Date(ctx.now().getTime() + 8 * day + 8 * hour))
  const next = await (await visitor(ctx)).open('/')
  expect(next.text).toMatch(/Next Drop.*Cyber Vol\. 1/)
  expect(next.text).toContain('Launches in:')
  expect(next.text).not.toContain('LIVE NOW')

  ctx.setNow(new Date('2027-06-01T12:00:00Z'))
  const none = await (await visitor(ctx)).open('/')
  expect(none.text).toContain('No Active Drops')
  expect(none.text).toContain(
    'Check back soon for the next limited drop release, or explore our vault of past drops.',
  )
  for (const link of none.parts('link', 'Explore Vault'))
    expect(link.getAttribute('href')).toBe('/drops/vault')
  expect(none.parts('link', 'Explore Vault')).not.toEqual([])
})

test('home of an empty shop still opens', async ({ ctx }) => {
  const reader = await (await visitor(ctx)).open('/')
  expect([reader.status, reader.text]).toEqual([200, expect.stringContaining('No Active Drops')])
  expect(reader.text).toContain('View All Archives')
})
