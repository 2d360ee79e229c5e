import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect } from 'vitest'
import { Window } from 'happy-dom'
import { referenceClaims } from '#db/sample/data/reference.ts'
import { transact } from '#app/db/db.server.ts'
import { acceptedVersions } from '#app/features/orders/refunds.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { type TestContext, test } from '#test/db.ts'
import { fillClaims } from '../pages/rules.ts'
import { Markdown } from './markdown.tsx'
import {
  faultsOf,
  fillText,
  groupsOf,
  isSafeLink,
  linksOf,
  nextTextVersion,
  parseText,
  sentencesOf,
  textKeys,
  tokensOf,
} from './rules.ts'
import { outsideFacts, programText, programVersions } from './shown.server.ts'
import { findPublished, listPublished, publishText } from './store.server.ts'

const claimKeys = referenceClaims.map(({ key }) => key)
const headed = (body: string) => `---\ndescription: D\n---\n\n# T\n\nL\n\n${body}`
const blocksOf = (body: string) => parseText(headed(`## Part {#part}\n\n${body}`)).parts[0]?.blocks ?? []
const html = (body: string) =>
  renderToStaticMarkup(createElement(MemoryRouter, null, createElement(Markdown, { blocks: blocksOf(body) })))

test('every text that comes with the program can be put on its page as it is', () => {
  for (const key of textKeys)
    expect([key, faultsOf(key, programText(key), tokensOf(key, claimKeys))]).toEqual([key, []])
})

test('no page states amounts or waiting times directly: those are claims', () => {
  for (const key of ['faq', 'learn', 'process-guide'] as const) {
    const sentences = parseText(programText(key)).parts.flatMap(({ blocks }) => sentencesOf(blocks))
    expect(sentences.filter((words) => /\$\d|\b\d+ (days|weeks|months|years)\b/.test(words))).toEqual([])
  }
})

test('there are three groups of four questions, seven services, five steps with a bonus and four topics', () => {
  const text = (key: Parameters<typeof programText>[0]) => parseText(programText(key))
  expect(groupsOf(text('faq')).map(({ title, parts }) => [title, parts.length])).toEqual([
    ['Legal & Compliance', 4],
    ['Form 1 Process', 4],
    ['Technical & Assembly', 4],
  ])
  expect(text('services').parts.map(({ title, blocks }) => [title, blocks.flatMap(linksOf)[0]?.to])).toEqual([
    ['NRA Basic Pistol Course', '/course-registration'],
    ['Gunsmithing and customization', '/contact'],
    ['Compliance modifications', '/contact'],
    ['Transfer and filing assistance', '/contact'],
    ['Training and education', '/learn'],
    ['ATF compliance consulting', '/contact'],
    ['Maintenance plans', '/contact'],
  ])
  expect(text('process-guide').parts).toHaveLength(6)
  expect(groupsOf(text('learn')).map(({ parts }) => parts.length)).toEqual([4, 4])
})

test('a text is a head and parts: its anchors, figures, points, rows of cells and links', () => {
  const table = '| Figure | Value | Note |\n| --- | --- | --- |\n| Deposit | 100% | In full. |'
  const text = parseText(
    headed(
      `${table}\n\n## Group {#g}\n\nAbout.\n\n### A *part*\n\nOne.\n\n- two\n- three\n\n[Contact](/contact)`,
    ),
  )
  expect(text).toMatchObject({ title: 'T', lead: 'L', description: 'D' })
  expect(text.figures).toEqual([{ term: 'Deposit', value: '100%', note: 'In full.' }])
  const [group] = groupsOf(text)
  expect([group?.id, group?.parts[0]?.id, group?.parts[0]?.title]).toEqual(['g', 'a-part', 'A part'])
  const blocks = group?.parts[0]?.blocks ?? []
  expect(sentencesOf(blocks)).toEqual(['One.', 'two', 'three'])
  expect(blocks.flatMap(linksOf)).toEqual([{ label: 'Contact', to: '/contact' }])
})

test.for([
  ['faq', '', 'Write at least one part'],
  ['faq', '### Deep', 'Begin with a part of two #'],
  ['faq', '## A {#a}\n\n## B {#a}', 'used twice'],
  ['faq', '## A\n\n[x](javascript:alert)', 'leads neither'],
  ['faq', '## A\n\n[x](//evil.example)', 'leads neither'],
  ['faq', '## A\n\n- in a list [x](data:text/html,x)', 'leads neither'],
  ['terms', '## A\n\nB.', 'a table of four figures'],
  ['terms', '## A\n\n### B', 'parts of two # only'],
  ['services', '## A\n\nWithout a link.', 'A needs a paragraph and a link'],
  ['learn', '## A', 'in this order: topics, credentials'],
  ['process-guide', '## A', 'in this order: design'],
] as const)('%s with %j is refused', ([key, body, words]) => {
  expect(faultsOf(key, headed(body), []).join(' ')).toContain(words)
})

test('a text without a title, a lead or words for search engines is refused', () => {
  expect(faultsOf('faq', '## A', [])).toHaveLength(3)
})

test.for([
  ['faq', '{tax.sbr:nonsense}'],
  ['faq', '{deposit}'],
  ['terms', '{tax.sbr}'],
  ['terms', '{ deposit }'],
  ['privacy', '{}'],
  ['services', '{tax.sbr}'],
] as const)('on %s the token %s is refused with its line, and in the title', ([key, token]) => {
  const known = tokensOf(key, ['tax.sbr'])
  expect(faultsOf(key, headed(`## Part {#part}\n\nA ${token}.`), known)).toContain(
    `Line 11: ${token} is not known here.`,
  )
  expect(faultsOf('faq', headed('## Part').replace('# T', '# T {tax.sbr}'), known)).toContain(
    'Tokens in braces are filled in only in the parts.',
  )
})

test('a claim is filled in where it is cited, and what cites one that is not in force is left out', () => {
  const tax = {
    text: 'It is $0.',
    figure: '$0',
    source: '',
    reviewedOn: '2026-11-20',
    throughTime: '$200; $0',
  }
  const text = parseText(
    headed(
      '## A\n\nTax **{tax.sbr}**, {tax.sbr:time}.\n\nGone {gone}.\n\n- {tax.sbr:text}\n- {gone}\n\n| a | b |\n| - | - |\n| x | {gone} |\n| y | {tax.sbr} |',
    ),
  )
  const { parts } = fillText(text, fillClaims({ 'tax.sbr': tax }))
  expect(sentencesOf(parts[0]?.blocks ?? [])).toEqual(['Tax $0, $200; $0.', 'It is $0.', 'y', '$0'])
})

test('what looks like HTML is words, and a link that runs something is only its words', () => {
  expect(html('A <b>bold</b> <script>alert(1)</script>')).toBe(
    '<p>A &lt;b&gt;bold&lt;/b&gt; &lt;script&gt;alert(1)&lt;/script&gt;</p>',
  )
  expect(html('<img src=x onerror=alert(1)>')).not.toContain('<img')
  expect(html('See [this](javascript:alert) now')).toBe('<p>See this now</p>')
  expect(html('![x](/a.png)')).toBe('<p>x</p>')
  expect(html('**Bold** and [in](/contact) it')).toContain('<strong>Bold</strong>')
  for (const to of ['/contact', '/learn#form-4', '#part', 'https://example.com/a', 'mailto:a@example.com'])
    expect([to, isSafeLink(to)]).toEqual([to, true])
  for (const to of [
    'javascript:x',
    'JavaScript:x',
    '//evil.example',
    '/\\evil.example',
    'data:x',
    'http://x',
    '',
  ])
    expect([to, isSafeLink(to)]).toEqual([to, false])
})

const pieces = fc.constantFrom(
  '<script>',
  '</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '[a](',
  'javascript:alert(1)',
  ')',
  'java\tscript:',
  '&#106;avascript:',
  '![',
  ']',
  '<https://x>',
  '<javascript:alert(1)>',
  '`',
  '**',
  '_',
  '\n',
  '\n\n',
  '- ',
  '| ',
  '|-|-|\n',
  '> ',
  '## ',
  '{tax.sbr}',
  '[x]: javascript:alert(1)\n',
  '[x]',
  '"',
  "'",
  '<a href="',
  '\\',
  'a',
) // prettier-ignore

test('no text gets a script, an event handler or an address that runs into its page', () => {
  const allowed = /^(p|ul|ol|li|strong|em|del|code|br|hr|a|div|h3|h4|dl|dt|dd|blockquote|pre)$/
  const { document } = new Window()
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 6 })), { maxLength: 24 }), (written) => {
      document.body.innerHTML = html(written.join(''))
      for (const element of document.body.querySelectorAll('*')) {
        expect(element.localName).toMatch(allowed)
        for (const { name, value } of element.attributes) {
          expect(['class', 'href', 'rel']).toContain(name)
          if (name === 'href') expect(isSafeLink(value ?? ''), name).toBe(true)
        }
      }
    }),
    { numRuns: 2_000 },
  )
})

test('a version is named by its month, and counts within it', () => {
  expect(nextTextVersion([], '2026-12-01')).toBe('2026-12')
  expect(nextTextVersion(['2026-12', '2026-11.2'], '2026-12-05')).toBe('2026-12.2')
  expect(nextTextVersion(['2026-11', '2026-11.9', '2026-11.10'], '2026-11-30')).toBe('2026-11.11')
})

test('an order accepts the newest terms and refund policy', () => {
  expect(acceptedVersions.termsVersion).toBe(programVersions('terms')[0]?.version)
  expect(acceptedVersions.refundPolicyVersion).toBe(programVersions('refunds')[0]?.version)
  for (const versions of textKeys.map(programVersions)) {
    const days = versions.map(({ since }) => since)
    expect(days).toEqual(days.toSorted().toReversed())
    expect(new Set(versions.map(({ version }) => version)).size).toBe(versions.length)
  }
})

test('terms and refund policy never change under their version: other words are a new version', () => {
  expect({ [acceptedVersions.termsVersion]: fingerprint(programText('terms')) }).toEqual({
    '2026-11.3': 'gYOd9r3C0P4T9-XLz4JONQ',
  })
  expect({ [acceptedVersions.refundPolicyVersion]: fingerprint(programText('refunds')) }).toEqual({
    '2026-11.2': 'hZxGLCd9BRToxzEkB71Cnv',
  })
})

test('the privacy policy counts the companies whose content the settings load', () => {
  const page = (cardForm?: string, calendar?: string) => {
    const facts: Record<string, string | undefined> = outsideFacts({ cardForm, calendar })
    const { figures, parts } = fillText(parseText(programText('privacy')), (name) => facts[name] ?? undefined)
    const shared = parts.find(({ id }) => id === 'shared')?.blocks ?? []
    const row = figures.find(({ term }) => term === 'Other companies on our pages')
    return { row, shared: sentencesOf(shared).join(' ') }
  }
  const none = page()
  expect(none.row).toMatchObject({ value: '0', note: 'Fonts, pictures and scripts are our own.' })
  expect(none.shared).not.toMatch(/card form|calendar/)
  const card = page('js.pay.example')
  expect(card.row).toMatchObject({
    value: '1',
    note: 'The card form at checkout. Everything else is our own.',
  })
  expect(card.shared).toContain('comes from the payment service, js.pay.example.')
  const both = page('js.pay.example', 'book.example')
  expect(both.row).toMatchObject({
    value: '2',
    note: 'The card form at checkout and the calendar of classes. Everything else is our own.',
  })
  expect(both.shared).toContain('comes from book.example.')
})

const publish = (ctx: TestContext, markdown: string, seen: string) =>
  transact(ctx, (work) =>
    publishText(work, 'terms', {
      markdown,
      by: 'M. Owner',
      seen,
      today: '2026-11-24',
      programVersions: ['2026-11.2', '2026-11'],
    }),
  )

test('publishing makes the next version in force, over the version that was seen and no newer one', async ({
  ctx,
  db,
}) => {
  expect(await publish(ctx, 'One', '2026-11.1')).toMatchObject({ ok: false, why: 'changed' })
  expect(await findPublished(db, 'terms')).toBeUndefined()
  expect(await publish(ctx, 'One', '2026-11.2')).toEqual({ ok: true, version: '2026-11.3' })
  const [late, other] = await Promise.all([
    publish(ctx, 'Two', '2026-11.3'),
    publish(ctx, 'Other', '2026-11.3'),
  ])
  expect([late, other].filter(({ ok }) => ok)).toHaveLength(1)
  expect((await listPublished(db, 'terms')).map(({ version }) => version)).toEqual(['2026-11.4', '2026-11.3'])
})
