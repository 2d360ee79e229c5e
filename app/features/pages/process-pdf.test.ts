import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { expect, vi } from 'vitest'
import { createArtCache } from '#app/art/art-cache.server.ts'
import { recordClaim } from '#app/features/claims/store.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { accessibilityFaults } from '#test/pdf-faults.ts'
import { dictAt, elementsOf, textAt, textOf } from '#test/pdf.ts'
import { givenShop, visit } from '#test/visit.ts'
import { givenReference } from '#test/reference.ts'
import { findGuide, loader } from './process-pdf.ts'

// Writing and reading whole documents takes long while a machine runs every other test beside this one.
vi.setConfig({ testTimeout: 30_000 })

const dataDir = mkdtempSync(join(tmpdir(), 'paco-test-guide-'))
const artwork = createArtCache(join(dataDir, 'art'))

async function ask(ctx: TestContext, headers: Record<string, string> = {}) {
  const shop = { ...givenShop(ctx), artwork }
  return loader(visit(shop, { path: '/process-guide.pdf', headers }))
}

async function open(ctx: TestContext) {
  const answer = await ask(ctx)
  expect(answer.headers.get('Content-Type')).toBe('application/pdf')
  return PDFDocument.load(await answer.arrayBuffer(), { updateMetadata: false })
}

test('the guide opens as a document that every reader can be led through', async ({ ctx }) => {
  await givenReference(ctx.db)
  const pdf = await open(ctx)
  expect(pdf.getTitle()).toBe('Process Guide | PACo')
  expect(textAt(pdf.catalog, 'Lang').decodeText()).toBe('en-US')
  expect(accessibilityFaults(pdf)).toEqual([])
  expect(pdf.getPageCount()).toBeGreaterThanOrEqual(2)
})

test('its bookmarks are its headings, in order', async ({ ctx }) => {
  await givenReference(ctx.db)
  const pdf = await open(ctx)
  const outline = dictAt(pdf.catalog, 'Outlines')
  const titles: string[] = []
  let item: PDFDict | undefined = dictAt(outline, 'First')
  while (item) {
    titles.push(textAt(item, 'Title').decodeText())
    item = item.lookupMaybe(PDFName.of('Next'), PDFDict)
  }
  expect(titles).toEqual([
    'Process Guide',
    '1. Design your build',
    '2. Register under our manufacturer license',
    '3. Submit Form 4',
    '4. ATF review period',
    '5. Take delivery',
    'Bonus: suppressor-ready',
    'Figures and sources',
  ])
})

test('headings, lists and the drawing are tagged, and the drawing says what it shows', async ({ ctx }) => {
  await givenReference(ctx.db)
  const elements = elementsOf(await open(ctx))
  const tagged = (tag: string) => elements.filter((element) => element.tag === tag)
  expect(tagged('H1').map(({ actual }) => actual)).toEqual(['Process Guide'])
  expect(tagged('H2')).toHaveLength(7)
  expect(tagged('L').length).toBeGreaterThanOrEqual(5)
  expect(tagged('Figure').map(({ alt }) => alt)).toEqual([expect.stringContaining('barrel 10.3 inches')])
})

test('its text can be read out, with both periods of the tax and the day of the last check', async ({
  ctx,
}) => {
  await givenReference(ctx.db)
  const text = textOf(await open(ctx))
  expect(text).toContain('You choose a platform and its parts')
  expect(text).toContain('$200 until Dec 31, 2025; $0 since Jan 1, 2026')
  expect(text).toContain('as of Nov 20, 2026')
  expect(text).not.toContain('?')
})

test('sources are laws and addresses: notes among staff and counsel are not printed', async ({ ctx }) => {
  await givenReference(ctx.db)
  const claims = await findGuide({ db: ctx.db, timeZone: 'America/New_York', now: ctx.now })
  expect(JSON.stringify(claims)).not.toMatch(/counsel|relying/)
  const text = textOf(await open(ctx))
  expect(text).not.toMatch(/counsel|relying/)
  expect(text).toContain('27 CFR 479.84 to 479.88; 18 USC 922(t)')
  expect(text).toContain('https://atf.gov/node/40641')
})

test('what the operator changes is in the next copy, under another name', async ({ ctx }) => {
  await givenReference(ctx.db)
  const before = (await ask(ctx)).headers.get('ETag')
  await recordClaim(ctx.db, {
    key: 'review.form4',
    text: 'Form 4 review takes 20 to 40 days.',
    figure: '20 to 40 days',
    source: 'https://example.org/times',
    reviewedOn: '2026-11-19',
    effectiveFrom: '2026-11-01',
    effectiveTo: null,
    period: '',
  })
  expect((await ask(ctx)).headers.get('ETag')).not.toBe(before)
  const text = textOf(await open(ctx))
  expect(text).toContain('We estimate 20 to 40 days for a Form 4')
  expect(text).toContain('as of Nov 19, 2026 to Nov 20, 2026')
})

test('a matching ETag gets a 304', async ({ ctx }) => {
  await givenReference(ctx.db)
  const etag = (await ask(ctx)).headers.get('ETag') ?? ''
  expect((await ask(ctx, { 'If-None-Match': `W/${etag}` })).status).toBe(304)
})

test('a shop without claims has a guide without figures', async ({ ctx }) => {
  const text = textOf(await open(ctx))
  expect(text).toContain('Ask us for current figures.')
  expect(text).not.toContain('{')
})
