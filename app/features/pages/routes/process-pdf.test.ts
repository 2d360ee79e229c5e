import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib'
import { expect, vi } from 'vitest'
import { recordClaim } from '#app/features/claims/store.server.ts'
import { type Bench, test } from '#test/db.ts'
import { givenShop, visit } from '#test/visit.ts'
import { loadReference } from '#db/sample/load.ts'
import { loader } from './process-pdf.ts'

// Writing and reading whole documents takes long while a machine runs every other test beside this one.
vi.setConfig({ testTimeout: 30_000 })

const dataDir = mkdtempSync(join(tmpdir(), 'paco-test-guide-'))

async function ask(place: Bench, headers: Record<string, string> = {}) {
  const shop = { ...givenShop(place), dataDir }
  return loader(visit(shop, { path: '/process-guide.pdf', headers }))
}

async function open(place: Bench) {
  const answer = await ask(place)
  expect(answer.headers.get('Content-Type')).toBe('application/pdf')
  return PDFDocument.load(await answer.arrayBuffer(), { updateMetadata: false })
}

// A dictionary's entry, followed to what it refers to.
const dictAt = (dict: PDFDict, key: string) => dict.lookup(PDFName.of(key), PDFDict)
const textAt = (dict: PDFDict, key: string) => dict.lookup(PDFName.of(key), PDFString, PDFHexString)
const numberAt = (dict: PDFDict, key: string) => dict.lookup(PDFName.of(key), PDFNumber)

function streamAt(dict: PDFDict, key: string): PDFRawStream {
  const stream = dict.lookup(PDFName.of(key))
  if (!(stream instanceof PDFRawStream)) throw new Error(`${key} is no stream`)
  return stream
}

/** Every element of the structure, in reading order, with what stands for it. */
function elementsOf(
  pdf: PDFDocument,
): { tag: string; alt: string | undefined; actual: string | undefined }[] {
  const found: ReturnType<typeof elementsOf> = []
  function walk(dict: PDFDict) {
    const tag = dict.lookupMaybe(PDFName.of('S'), PDFName)
    if (tag) {
      const text = (key: string) => dict.lookupMaybe(PDFName.of(key), PDFHexString)?.decodeText()
      found.push({ tag: tag.decodeText(), alt: text('Alt'), actual: text('ActualText') })
    }
    const kids = dict.lookupMaybe(PDFName.of('K'), PDFArray)
    for (const kid of kids?.asArray() ?? []) {
      const inner = kid instanceof PDFRef ? pdf.context.lookup(kid) : kid
      if (inner instanceof PDFDict) walk(inner)
    }
  }
  walk(dictAt(pdf.catalog, 'StructTreeRoot'))
  return found
}

function bytesOf(stream: PDFRawStream): string {
  return inflateSync(stream.getContents()).toString('latin1')
}

/** The text of the document, glyph by glyph through each font's own table. */
function textOf(pdf: PDFDocument): string {
  return pdf
    .getPages()
    .map((page) => {
      const fonts = dictAt(dictAt(page.node, 'Resources'), 'Font')
      let letters = new Map<string, string>()
      return bytesOf(streamAt(page.node, 'Contents'))
        .split('\n')
        .map((line) => {
          const [, font] = /\/(F\d+) [\d.]+ Tf/.exec(line) ?? []
          if (font) letters = lettersOf(streamAt(dictAt(fonts, font), 'ToUnicode'))
          const [, codes = ''] = /<([0-9A-F]+)> Tj/.exec(line) ?? []
          return (codes.match(/.{4}/g) ?? []).map((code) => letters.get(code) ?? '?').join('')
        })
        .join('')
    })
    .join('\n')
}

function lettersOf(table: PDFRawStream): Map<string, string> {
  return new Map(
    [...bytesOf(table).matchAll(/^<([0-9A-F]{4})> <([0-9A-F]{4})>$/gm)].map(([, glyph = '', code = '']) => [
      glyph,
      String.fromCodePoint(Number.parseInt(code, 16)),
    ]),
  )
}

test('the guide opens as a document with title, language, and structure', async ({ place }) => {
  await loadReference(place.db)
  const pdf = await open(place)
  expect(pdf.getTitle()).toBe('Process Guide | PACo')
  expect(textAt(pdf.catalog, 'Lang').decodeText()).toBe('en-US')
  expect(String(dictAt(pdf.catalog, 'MarkInfo'))).toContain('/Marked true')
  expect(String(dictAt(pdf.catalog, 'ViewerPreferences'))).toContain('/DisplayDocTitle true')
  expect(pdf.getPageCount()).toBeGreaterThanOrEqual(4)
})

test('its bookmarks are its headings, in order', async ({ place }) => {
  await loadReference(place.db)
  const pdf = await open(place)
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
    '2. Register under our manufacturer licence',
    '3. Submit Form 4',
    '4. ATF review period',
    '5. Take delivery',
    'Bonus: suppressor-ready',
    'Figures and sources',
  ])
  expect(numberAt(outline, 'Count').asNumber()).toBe(titles.length)
})

test('headings, lists, links and drawings are tagged, and every drawing says what it shows', async ({
  place,
}) => {
  await loadReference(place.db)
  const elements = elementsOf(await open(place))
  const tagged = (tag: string) => elements.filter((element) => element.tag === tag)
  expect(tagged('H1').map(({ actual }) => actual)).toEqual(['Process Guide'])
  expect(tagged('H2')).toHaveLength(7)
  expect(tagged('H2')[0]?.actual).toBe('Design your build')
  expect(tagged('L')).toHaveLength(6)
  expect(tagged('Link').length).toBeGreaterThan(3)
  expect(tagged('Figure')).toHaveLength(6)
  for (const { alt } of tagged('Figure')) expect(alt?.length).toBeGreaterThan(30)
})

test('everything on a page is either named in the structure or marked as decoration', async ({ place }) => {
  await loadReference(place.db)
  const pdf = await open(place)
  for (const page of pdf.getPages()) {
    const content = bytesOf(streamAt(page.node, 'Contents'))
    const outside = content.replace(/^\/\w+ (?:<<\/MCID \d+>> BDC|BMC)\n[\s\S]*?\nEMC$/gm, '').trim()
    expect(outside).toBe('')
  }
})

test('its text can be read out, with both periods of the tax and the day of the last check', async ({
  place,
}) => {
  await loadReference(place.db)
  const text = textOf(await open(place))
  expect(text).toContain('You choose a platform and its parts')
  expect(text).toContain('$200 until 31 Dec 2025, $0 since 1 Jan 2026')
  expect(text).toContain('as of 20 Nov 2026')
  expect(text).not.toContain('?')
})

test('what the operator changes is in the next copy, under another name', async ({ place }) => {
  await loadReference(place.db)
  const before = (await ask(place)).headers.get('ETag')
  await recordClaim(place.db, {
    key: 'review.form4',
    text: 'Form 4 review takes 20 to 40 days.',
    figure: '20 to 40 days',
    source: 'https://example.org/times',
    reviewedOn: '2026-11-19',
    effectiveFrom: '2026-11-01',
    effectiveTo: null,
    period: '',
  })
  expect((await ask(place)).headers.get('ETag')).not.toBe(before)
  const text = textOf(await open(place))
  expect(text).toContain('We go by 20 to 40 days for a Form 4')
  expect(text).toContain('as of 19 Nov 2026 to 20 Nov 2026')
})

test('who has this copy already gets no second one', async ({ place }) => {
  await loadReference(place.db)
  const etag = (await ask(place)).headers.get('ETag') ?? ''
  expect((await ask(place, { 'If-None-Match': `W/${etag}` })).status).toBe(304)
})

test('a shop that stands for no claim has a guide without figures', async ({ place }) => {
  const text = textOf(await open(place))
  expect(text).toContain('Ask us for the figures that hold today.')
  expect(text).not.toContain('{')
})
