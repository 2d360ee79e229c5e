import { describe, expect } from 'vitest'
import { second } from '#app/kit/clock.ts'
import { transact } from '#app/db/db.server.ts'
import { attach } from '#app/features/photos/store/library.server.ts'
import { photos } from '#app/features/photos/tables.ts'
import { type TestContext, test } from '#test/db.ts'
import { givenDrop } from '#test/shop.ts'
import { textOf, visitor } from '#test/visitor.ts'
import { drops, dropUnits, dropVariants, patches } from './tables.ts'

const path = '/drops/test-drop'
type Values = Parameters<typeof givenDrop>[1]

/** Somebody at a shop with one drop. `read` opens a page anew and has its markup, without the marks between its texts. */
async function given(ctx: TestContext, values: Values = {}) {
  const drop = await givenDrop(ctx.db, { name: 'Test Drop', tagline: 'A test.', theme: 'cyber', ...values })
  const reader = await visitor(ctx)
  const read = async (at = path) => {
    reader.wait(2 * second) // a page may be a second old
    await reader.open(at)
    return reader.html.replaceAll('<!-- -->', '').replaceAll('&#x27;', "'")
  }
  return { drop, reader, read }
}

function says(html: string, texts: readonly string[], isSaid = true) {
  for (const text of texts) expect(html.includes(text), text).toBe(isSaid)
}

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

  test('follows its numbers as they sell, and begins with the lowest open one', async ({ ctx }) => {
    const { reader, read } = await given(ctx)
    const html = await read()
    says(html, ['Drop № 001', 'data-live="drop:test-drop"', 'data-units="ooo"', 'Hold № {}', 'data-d1="3"'])
    says(html, ['Number 3, open', '--d1:1'])
    says(html, ['Buy Patch for Early Access', 'Patch Presale'], false)
    expect(html).toMatch(/receiver-0-1280\.avif\?v=/)
    expect(html).toMatch(/part-0-upright\.svg\?v=/)
    expect(html).toContain(`rel="canonical" href="${reader.shop.publicUrl}${path}"`)
  })

  test('shows photographs in place of what is drawn', async ({ db, ctx }) => {
    const { read } = await given(ctx)
    const taken = { width: 640, height: 480, color: '#333333', addedAt: ctx.now(), addedBy: 'sam' }
    await db.insert(photos).values({ ...taken, hash: 'a'.repeat(32), alt: 'The rifle on a bench' })
    await transact(ctx, (work) => attach(work, { kind: 'drop', key: 'test-drop' }, 'a'.repeat(32)))
    const html = await read()
    says(html, ['The Rifle', 'The rifle on a bench'])
    says(html, ['part-0'], false)
  })

  test('whose reservations are paused says so in its first view', async ({ ctx }) => {
    const { read } = await given(ctx, { pausedAt: ctx.now() })
    const html = await read()
    expect(html.slice(0, html.indexOf('id="units"'))).toContain('Reservations are paused.')
  })

  test('that is coming soon says when it opens, and offers no number', async ({ ctx }) => {
    const launchDate = new Date('2026-12-01T17:00:00Z')
    const { read } = await given(ctx, { status: 'coming_soon', launchDate })
    const html = await read()
    says(html, ['COMING SOON', 'Launches in:', 'How a drop works', 'topic=drop%3Atest-drop'])
    expect(html).toMatch(/Numbers open <time [^>]+>December 1, 2026, 12:00 PM EST<\/time>\./)
    says(html, ['Join Drop<', 'Hold №', 'Number 3'], false)
  })

  test('that is sold out or closed leads to the vault, without a countdown', async ({ db, ctx }) => {
    const { read } = await given(ctx)
    await db.update(dropUnits).set({ state: 'taken' })
    const soldOut = await read()
    says(soldOut, ['SOLD OUT', 'All 3 units are taken', 'Explore the Vault', '0 of 3'])
    says(soldOut, ['Get Notified', 'A returned number', 'topic=returned-units%3Atest-drop'])
    says(soldOut, ['Ends in:', 'Number 3'], false)
    await db.update(drops).set({ status: 'archived' })
    const closed = await read()
    says(closed, ['href="/subscriptions?topic=newsletter"'])
    says(closed, ['What was made', 'The run is closed', '$2,499'])
    says(closed, ['What you are buying', 'Due now', 'Balance', '$2,399', 'Starting price'], false)
  })

  test('that sold out is stamped with its day', async ({ ctx }) => {
    const reader = await visitor(ctx, { sample: true })
    await reader.open('/drops/noir-vol-1')
    const receiver = reader.part('region', 'The receiver')
    expect(textOf(receiver)).toMatch(/Sold out ?[A-Z][a-z]{2} \d{1,2}, \d{4}/)
  })

  test('names each variant with caliber, barrel, finish and price, the deposit and the balance', async ({
    db,
    ctx,
  }) => {
    const { drop, read } = await given(ctx, { caliber: '5.56 NATO', barrel: '10.3 in' })
    const plain = await read()
    says(plain, ['What you are buying', '$2,499', 'Due now', '$100', 'Balance', '$2,399'])
    says(plain, ['Final price'], false)
    await db.insert(dropVariants).values([
      { dropId: drop.id, name: 'Field', finish: 'Matte green-gray' },
      { dropId: drop.id, name: 'Night', finish: 'Black', barrel: '11.5 in', price: 269_900 },
    ])
    const all = ['Field', '5.56 NATO', '10.3 in', '11.5 in', 'Matte green-gray', '$2,399 to $2,599']
    says(await read(), all)
  })

  test('shows its story, else its description, else the default', async ({ db, ctx }) => {
    const { read } = await given(ctx, { story: 'First.\n\nSecond.', description: 'Short.' })
    says(await read(), ['<p>First.</p><p>Second.</p>'])
    await db.update(drops).set({ story: null })
    says(await read(), ['<p>Short.</p>'])
    await db.update(drops).set({ description: null })
    says(await read(), ['Every drop is a numbered run that is made once.'])
  })

  test('is the same for everybody', async ({ ctx }) => {
    const { reader } = await given(ctx)
    await reader.open(path)
    const { html } = reader
    const other = reader.another()
    other.setCookie('paco-order-1', 'secret')
    await other.open(path)
    expect(other.html).toBe(html)
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

describe('the patches of a drop', () => {
  const field = {
    name: 'Field',
    price: 3_500,
    availableQuantity: 100,
    soldQuantity: 38,
    grantsEarlyAccess: true,
  }
  const night = { name: 'Night', price: 2_800, availableQuantity: 60, soldQuantity: 60 }
  const launchDate = new Date('2026-11-20T18:00:00Z')
  const coming = { status: 'coming_soon', launchDate } as const

  async function pageWith(
    ctx: TestContext,
    of: Values,
    ...sold: Omit<typeof patches.$inferInsert, 'dropId'>[]
  ) {
    const { drop, read } = await given(ctx, of)
    await ctx.db.insert(patches).values(sold.map((patch) => ({ ...patch, dropId: drop.id })))
    return read()
  }

  test('have price and stock, and a buy button unless sold out', async ({ ctx }) => {
    const html = await pageWith(ctx, {}, field, night)
    says(html, ['Patch Presale', '62 of 100 left', 'Sold out', '0 of 60 left', 'This drop has launched'])
    says(html, ['>Early access<', 'Buy Patch for Early Access'], false)
    expect(html).toMatch(/<a[^>]*href="[^"]*#patches"[^>]*>See the Patches/)
    expect(html).toMatch(/<button(?![^>]*disabled)[^>]*>(?:<[^>]*>)*Add to Cart/)
    expect(html).toMatch(/<button[^>]*disabled[^>]*>(?:<[^>]*>)*Sold Out/)
  })

  test('go into the cart from its hero before the launch, which says when a code opens it', async ({
    ctx,
  }) => {
    const html = await pageWith(ctx, coming, night, field)
    expect(html).toMatch(/<form[^>]*action="\/cart\/lines"[^>]*>.*Buy Patch for Early Access/)
    says(html, [`href="${path}/reserve"`, 'Early access is open', 'Reserve with a code'])
    says(html, ['>Early access<', '24 hours before launch'])
  })

  test('open no number more than a day before the launch', async ({ ctx }) => {
    const html = await pageWith(ctx, { ...coming, launchDate: new Date('2026-11-25T18:00:00Z') }, field)
    says(html, ['Early access is open', 'Reserve with a code'], false)
  })

  test('are offered for early access only while one that gives it is left', async ({ ctx }) => {
    const html = await pageWith(ctx, coming, { ...field, soldQuantity: 100 }, { ...night, soldQuantity: 0 })
    says(html, ['Buy Patch for Early Access'], false)
    expect(html).toMatch(/<a[^>]*href="[^"]*#patches"[^>]*>See the Patches/)
  })

  for (const status of ['coming_soon', 'live', 'archived'] as const)
    test(`that give no early access do not say that it has ended, ${status}`, async ({ ctx }) => {
      const html = await pageWith(ctx, { status }, { ...night, soldQuantity: 0 })
      says(html, ['See the Patch<'])
      says(html, ['24 hours before launch', 'no longer give'], false)
    })
})

test('the current drop is the live one, with the ways on, and leads to its numbers', async ({ ctx }) => {
  const { reader, read } = await given(ctx)
  const html = await read('/drops')
  says(html, ['LIVE NOW', 'Test Drop', 'A test.', '3/3', '$2,499', 'Explore Vault', 'Explore Archive'])
  says(html, ['href="/drops/test-drop"'])
  await reader.follow('Join the Drop', reader.part('main'))
  expect(reader.path).toBe(`${path}#units`)
  expect(reader.document.getElementById('units')).not.toBeNull()
})

test('without a current drop its page says so in the words of the specification', async ({ db, ctx }) => {
  const reader = await visitor(ctx, { sample: true })
  await db.update(drops).set({ status: 'archived' })
  await reader.open('/drops')
  reader.part('heading', 'No Active Drops')
  expect(reader.text).toContain(
    'Check back soon for the next limited drop release, or explore our vault of past drops.',
  )
  for (const to of ['/drops/vault', '/build']) expect(reader.html).toContain(`href="${to}"`)
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

test('the details name the deposit of the current drop, and no amount without one', async ({ db, ctx }) => {
  const { read } = await given(ctx, { depositPrice: 12_500 })
  says(await read('/drops/details'), ['The deposit is $125 for each number, and it reserves the number.'])
  await db.update(drops).set({ status: 'archived' })
  says(await read('/drops/details'), ['Each drop sets its deposit per number, and'])
})

test('the vault shows each drop with its number, units, price and the right way in, the newest first', async ({
  db,
  ctx,
}) => {
  const { read } = await given(ctx)
  await givenDrop(db, {
    slug: 'old',
    name: 'Old One',
    dropNumber: 2,
    status: 'archived',
    category: 'grail',
  })
  const html = await read('/drops/vault')
  says(html, ['LIVE<', '#001', 'From', '$2,499', '3 units', 'Join Drop', 'View Details', 'ARCHIVED'])
  says(html, ['2 of 2 drops'])
  expect(html.indexOf('Old One')).toBeLessThan(html.indexOf('Test Drop'))
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
