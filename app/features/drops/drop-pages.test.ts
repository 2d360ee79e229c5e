import { describe, expect } from 'vitest'
import { test } from '#test/db.ts'
import { textOf, visitor } from '#test/visitor.ts'

describe('the page of a drop', () => {
  test('that is live has its facts, leads to its numbers and shows the rifle and its parts', async ({
    ctx,
  }) => {
    const reader = await visitor(ctx, { sample: true })
    await reader.open('/drops/guerrilla-vol-1')
    expect(reader.heading).toBe('Guerrilla Vol. 1')
    reader.page.getByText('LIVE NOW')
    reader.part('timer', 'Ends in:')
    for (const name of ['Pick your number', 'The Story', 'Collector Details', 'Patch Presale'])
      reader.part('heading', name)
    expect(reader.text).toContain('$100 deposit, refundable')
    expect(reader.text).not.toContain('Get Notified')
    const join = reader.part('link', 'Join Drop').getAttribute('href') ?? ''
    expect(join).toMatch(/#units$/)
    expect(textOf(reader.document.getElementById('units'))).toContain('Pick your number')

    expect(reader.parts('img', /^Close view of the receiver, .*of 50, Guerrilla/)).toHaveLength(2)
    expect(reader.parts('radio', /^Night, /)).toHaveLength(1)
    const apart = reader.part('region', 'Taken apart')
    reader.part('img', /^Exploded view/, apart)
    expect(reader.parts('listitem', undefined, apart)).toHaveLength(7)
  })

  test('that is not live says why and offers no number, and one that sold out is stamped with its day', async ({
    ctx,
  }) => {
    const reader = await visitor(ctx, { sample: true })
    for (const [slug, status] of [
      ['cyber-vol-1', 'COMING SOON'],
      ['do-not-fold-spindle-or-engrave', 'ARCHIVED'],
      ['noir-vol-1', 'SOLD OUT'],
    ] as const) {
      await reader.open(`/drops/${slug}`)
      reader.page.getByText(status)
      expect(reader.parts('radio', /^Number/), slug).toEqual([])
      expect(reader.text.includes('Due now'), slug).toBe(status === 'COMING SOON')
      expect(reader.parts('button', /^(Hold|Number)/), slug).toEqual([])
    }
    const receiver = reader.part('region', 'The receiver')
    expect(textOf(receiver)).toMatch(/Sold out ?[A-Z][a-z]{2} \d{1,2}, \d{4}/)
  })

  test('that does not exist is a 404 that leads back to the vault', async ({ ctx }) => {
    const reader = await visitor(ctx, { sample: true })
    await reader.open('/drops/no-such-drop')
    expect([reader.status, reader.heading]).toEqual([404, 'Drop Not Found'])
    expect(reader.text).toContain("The drop you're looking for doesn't exist or has been removed.")
    await reader.follow('Back to Vault')
    expect([reader.path, reader.heading]).toEqual(['/drops/vault', 'PACo Vault'])
  })
})

test('the current drop leads to its numbers', async ({ ctx }) => {
  const reader = await visitor(ctx, { sample: true })
  await reader.open('/drops')
  await reader.follow('Join the Drop', reader.part('main'))
  expect(reader.path).toBe('/drops/guerrilla-vol-1#units')
  expect(reader.document.getElementById('units')).not.toBeNull()
})

test('the details say what the law says with the date of the check, and lead to each of their parts', async ({
  ctx,
}) => {
  const reader = await visitor(ctx, { sample: true })
  await reader.open('/drops/details')
  expect(reader.heading).toBe('Drop Details')
  for (const words of [
    '$200 until Dec 31, 2025; $0 since Jan 1, 2026',
    '90 to 180 days',
    'Sources and dates',
    'Nov 20, 2026',
  ])
    expect(reader.text).toContain(words)
  const links = reader.parts('link', undefined, reader.part('navigation', 'On this page'))
  const places = links.map((link) => link.getAttribute('href')?.replace(/^.*#/, '') ?? '')
  expect(places).toEqual(
    expect.arrayContaining(['numbers', 'presale', 'reservation', 'deposit', 'transfer', 'refund']),
  )
  for (const id of places) expect(reader.document.getElementById(id), id).not.toBeNull()
})

test('the vault is searched and filtered by its form, and cleared by its link', async ({ ctx }) => {
  const reader = await visitor(ctx, { sample: true })
  const cards = () => reader.parts('article').map(textOf)
  const shows = (name: string) => cards().some((text) => text.includes(name))
  await reader.open('/drops/vault')
  expect([shows('Founders'), shows('Guerrilla Vol. 1')]).toEqual([true, true])

  reader.fill({ Category: 'Grail' })
  await reader.press('Apply')
  expect([shows('Founders'), shows('Guerrilla Vol. 1')]).toEqual([true, false])

  reader.fill({ Search: 'HILL', Category: 'All' })
  await reader.press('Apply')
  expect(new URL(reader.path, 'http://shop.test').searchParams.get('q')).toBe('HILL')
  expect(reader.field('Search').value).toBe('HILL')
  expect([shows('Founders'), shows('Guerrilla Vol. 1')]).toEqual([false, true])
  expect(reader.text).toMatch(/1 of \d+ drops/)
  expect(reader.parts('link', /^Join Drop/, reader.part('main'))).toHaveLength(1)

  reader.fill({ Status: 'ARCHIVED' })
  await reader.press('Apply')
  reader.part('heading', 'No Drops Found')
  expect(reader.text).toContain('Try adjusting your filters or search terms.')
  await reader.follow('Clear Filters')
  expect(reader.path).toBe('/drops/vault#drops')
  expect(reader.field('Search').value).toBe('')
  expect(shows('Founders')).toBe(true)
  expect(reader.parts('link', /^View Details/, reader.part('main')).length).toBeGreaterThan(0)
})
