import fc from 'fast-check'
import { expect } from 'vitest'
import { transact } from '#app/db/work.server.ts'
import { type TestContext, test } from '#test/db.ts'
import { diffLines, formatBody, nextTextVersion, parseBody, type TextDocument } from './rules.ts'
import { findDraft, findPublished, listPublished, publishDraft, saveDraft } from './store.server.ts'

const written = `> Deposit | 100% | Refunded in full.

# Group {#group}

What it is about.

## Part {#part}

First.

Second with <b>markup</b>.

- one
- two

| What | How long |
| --- | --- |
| Name | a year |

[Contact](/contact)`

const faultsOf = (body: string) => {
  const parsed = parseBody(body)
  return parsed.ok ? [] : parsed.faults
}

test('a written text is structure, and what looks like HTML is words', () => {
  const parsed = parseBody(written)
  if (!parsed.ok) throw new Error('not read')
  expect(parsed.body.figures).toEqual([{ term: 'Deposit', value: '100%', note: 'Refunded in full.' }])
  expect(parsed.body.sections).toMatchObject([
    { level: 1, id: 'group', paragraphs: ['What it is about.'] },
    {
      level: 2,
      id: 'part',
      paragraphs: ['First.', 'Second with <b>markup</b>.'],
      points: ['one', 'two'],
      table: { head: ['What', 'How long'], rows: [['Name', 'a year']] },
      links: [{ label: 'Contact', to: '/contact' }],
    },
  ])
})

test.for([
  ['', 'Write at least one part.'],
  ['Words first', 'Begin with a heading'],
  ['## A {#a}\n## B {#a}', 'used twice'],
  ['### Deep', 'A heading has one or two #'],
  ['## A\n[x](javascript:alert)', 'A link leads to a page'],
  ['## A\n[x](//evil.example)', 'A link leads to a page'],
  ['## A\n| a | b |\n| c |', 'has 2 cells'],
  ['## A\n> a | b | c', 'Figures come before'],
  ['> alone', 'A figure has a term'],
] as const)('%j is refused with its line', ([body, words]) => {
  expect(faultsOf(body)[0]?.why).toContain(words)
})

test('a fault names its line', () => {
  expect(faultsOf('## A\n\nfine\n### Deep')).toMatchObject([{ line: 4 }])
})

const word = fc.stringMatching(/^[A-Za-z][A-Za-z ,.]{0,20}[A-Za-z.]$/)
const section = fc.record({
  title: word,
  paragraphs: fc.array(word, { maxLength: 3 }),
  points: fc.array(word, { maxLength: 3 }),
  links: fc.array(fc.record({ label: word, to: fc.constantFrom('/contact', 'https://example.com/a') }), {
    maxLength: 2,
  }),
  table: fc.option(
    fc.record({
      head: fc.constant<string[]>(['A', 'B']),
      rows: fc.array(
        fc.tuple(word, word).map((row) => [...row]),
        { maxLength: 3 },
      ),
    }),
  ),
})

test('what is written and read again is the same', () => {
  fc.assert(
    fc.property(fc.array(section, { minLength: 1, maxLength: 5 }), (parts) => {
      const sections = parts.map((part, at) => ({ ...part, level: 2 as const, id: `part-${at}` }))
      expect(parseBody(formatBody({ figures: [], sections }))).toEqual({
        ok: true,
        body: { figures: [], sections },
      })
    }),
  )
})

test('a difference keeps what both have, in order', () => {
  expect(diffLines('a\nb\nc', 'a\nx\nc').map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    'same a',
    'removed b',
    'added x',
    'same c',
  ])
  expect(diffLines('a', 'a').every(({ kind }) => kind === 'same')).toBe(true)
})

test('a version is named by its month, and counts within it', () => {
  expect(nextTextVersion([], '2026-12-01')).toBe('2026-12')
  expect(nextTextVersion(['2026-12', '2026-11.2'], '2026-12-05')).toBe('2026-12.2')
  expect(nextTextVersion(['2026-11', '2026-11.9', '2026-11.10'], '2026-11-30')).toBe('2026-11.11')
})

const text = (title: string): TextDocument => ({
  title,
  lead: 'l',
  description: 'd',
  figures: [],
  sections: [{ level: 2, id: 'a', title: 'A', paragraphs: ['p'], points: [], table: null, links: [] }],
})
const save = (ctx: TestContext, title: string, seen: number) =>
  transact(ctx, (work) =>
    saveDraft(work, 'terms', { content: text(title), basedOn: '2026-11.2', by: 'M. Owner', seen }),
  )
const publish = (ctx: TestContext, seen: number) =>
  transact(ctx, (work) =>
    publishDraft(work, 'terms', {
      by: 'M. Owner',
      seen,
      today: '2026-11-24',
      programVersions: ['2026-11.2', '2026-11'],
    }),
  )

test('a draft is saved over the revision that was seen, and never over a newer one', async ({ ctx, db }) => {
  expect(await save(ctx, 'One', 0)).toEqual({ ok: true, revision: 1 })
  expect(await save(ctx, 'Other', 0)).toMatchObject({
    ok: false,
    why: 'changed',
    now: { content: { title: 'One' } },
  })
  expect(await save(ctx, 'Two', 1)).toEqual({ ok: true, revision: 2 })
  expect((await findDraft(db, 'terms'))?.content.title).toBe('Two')
})

test('publishing makes the next version in force and ends the draft; an older revision publishes nothing', async ({
  ctx,
  db,
}) => {
  await save(ctx, 'One', 0)
  await save(ctx, 'Two', 1)
  expect(await publish(ctx, 1)).toEqual({ ok: false, why: 'changed' })
  expect(await findPublished(db, 'terms')).toBeUndefined()
  expect(await publish(ctx, 2)).toEqual({ ok: true, version: '2026-11.3' })
  expect(await publish(ctx, 2)).toEqual({ ok: false, why: 'changed' })
  await save(ctx, 'Three', 0)
  expect(await publish(ctx, 1)).toEqual({ ok: true, version: '2026-11.4' })
  expect((await findPublished(db, 'terms'))?.content.title).toBe('Three')
  expect((await listPublished(db, 'terms')).map(({ version }) => version)).toEqual(['2026-11.4', '2026-11.3'])
})
