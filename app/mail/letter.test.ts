import { expect, test } from 'vitest'
import { unsetFacts } from '#app/facts/facts.ts'
import {
  type Block,
  facts,
  type Letter,
  letterText,
  renderMail,
  ink,
  type MailTheme,
  palettes,
} from './letter.ts'

const shop = { ...unsetFacts(), legalName: 'A & <b>B</b>' }
const letter: Letter = {
  subject: 'Nº 16 is <yours>',
  preview: 'Your number is kept',
  blocks: [
    { heading: 'Nº 16 is yours' },
    { text: ['We keep it while you read ', { label: 'the terms', href: 'https://shop.example/terms' }, '.'] },
    { plate: { number: 16, of: 50, title: 'Guerrilla Vol. 1', caption: 'Made under federal license' } },
    { button: 'Open your order', href: 'https://shop.example/orders/1?a=1&b=2' },
    { facts: facts({ Order: '7K2M', Deposit: '$100.00' }) },
    { note: 'Was this not you? Ignore this mail.' },
  ],
}
const render = (more: Partial<Letter> = {}) => renderMail({ ...letter, ...more }, shop)

test('an email is one complete document with subject, preview and body', () => {
  const { subject, html } = render()
  expect(subject).toBe('Nº 16 is <yours>')
  expect(html).toMatch(/^<!doctype html><html lang="en"/)
  expect(html).toContain('<title>Nº 16 is &lt;yours&gt;</title>')
  expect(html).toContain('Your number is kept')
  expect(html).toContain('href="https://shop.example/orders/1?a=1&amp;b=2"')
  expect(html).toContain('>16/50<')
})

test('an email loads nothing, and needs no style sheet or script', () => {
  expect(render().html).not.toMatch(/<(img|script|style|link|iframe)\b|url\(|@import|src=/i)
})

test('an email stays well under the size at which email programs clip it', () => {
  expect(render().html.length).toBeLessThan(12_000)
})

test('the plain text says what the blocks say, in their order, with the footer', () => {
  expect(render({ why: 'You reserved a unit.', postalLine: '1 Example St, Miami, FL' }).text).toBe(
    `Nº 16 is yours

We keep it while you read the terms.
the terms: https://shop.example/terms

Guerrilla Vol. 1
16/50
Made under federal license

Open your order:
https://shop.example/orders/1?a=1&b=2

Order: 7K2M
Deposit: $100.00

Was this not you? Ignore this mail.

-- 
PACo
You reserved a unit.
1 Example St, Miami, FL
`,
  )
})

const evil = `<b>&"it's"`
const written = '&lt;b&gt;&amp;&quot;it&#39;s&quot;'

test.for<[string, Block]>([
  ['heading', { heading: evil }],
  ['text', { text: evil }],
  ['a link in a text', { text: ['See ', { label: evil, href: `https://shop.example/${evil}` }] }],
  ['note', { note: evil }],
  ['facts', { facts: [{ label: evil, value: evil }] }],
  ['button', { button: evil, href: `https://shop.example/${evil}` }],
  ['plate', { plate: { number: 1, of: 2, title: evil, caption: evil } }],
])('what is typed into a %s stays text, in both', ([, block]) => {
  const { html, text } = render({
    subject: evil,
    preview: evil,
    why: evil,
    postalLine: evil,
    blocks: [block],
  })
  expect(html).not.toContain('<b>')
  expect(html).not.toContain(evil)
  expect(html.split(written).length - 1).toBeGreaterThanOrEqual(5)
  expect(text.split(evil).length - 1).toBeGreaterThanOrEqual(3)
})

test('the words and addresses of HTML and text are the same', () => {
  const { html, text } = render()
  for (const [, href] of html.matchAll(/href="([^"]+)"/g))
    expect(text).toContain(href?.replaceAll('&amp;', '&'))
  const plain = html
    .slice(html.indexOf('<h1'))
    .replaceAll(/<[^>]+>/g, '\n')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
  const words = plain.split(/\n+/).filter((sentence) => sentence.trim() !== '')
  expect(words.length).toBeGreaterThan(10)
  for (const sentence of words) expect(text).toContain(sentence.trim())
})

test('the line breaks of what somebody wrote are kept', () => {
  const { html, text } = render({ blocks: [{ text: 'Dear <shop>,\n\nwhen?' }] })
  expect(html).toContain('>Dear &lt;shop&gt;,<br><br>when?</p>')
  expect(text).toContain('Dear <shop>,\n\nwhen?\n')
})

test('what is empty is left out, and the first heading alone is the highest', () => {
  const blocks: Block[] = [
    { heading: 'One' },
    { text: '' },
    { facts: facts({ None: '', Nothing: null, Unknown: undefined }) },
    { button: 'Nowhere', href: null },
    { note: '' },
    { heading: 'Two' },
  ]
  expect(letterText({ blocks })).toBe('One\n\nTwo')
  const { html } = render({ blocks })
  expect(html).not.toContain('Nowhere')
  expect(html).toMatch(/<h1 [^>]+>One<\/h1><h2 [^>]+>Two<\/h2><\/td>/)
})

test('a link that is a paragraph of its own, or its own address, is written out once', () => {
  const href = 'https://shop.example/x'
  expect(letterText({ blocks: [{ text: ['Check it here: ', { label: href, href }] }] })).toBe(
    `Check it here: ${href}`,
  )
  expect(letterText({ blocks: [{ note: [{ label: 'All your lists', href }] }] })).toBe(
    `All your lists:\n${href}`,
  )
})

test('an email names its sender, and no name can write HTML', () => {
  const { html, text } = render()
  expect(html).toContain('A &amp; &lt;b&gt;B&lt;/b&gt;, Miami, Florida')
  expect(text).toContain('\nA & <b>B</b>, Miami, Florida\n')
})

test('HTML and text have the unsubscribe link if the mail has one', () => {
  const unsubscribeUrl = 'https://shop.example/subscriptions/x'
  const { html, text } = render({ unsubscribeUrl })
  expect(html).toContain(`<a href="${unsubscribeUrl}"`)
  expect(text).toContain(`Unsubscribe: ${unsubscribeUrl}`)
  expect(render().html + render().text).not.toMatch(/unsubscribe/i)
})

test('an email uses its theme, with colors as attributes and as styles', () => {
  const { html } = render({ theme: 'outlaw' })
  const { page, sheet, accent } = palettes.outlaw
  for (const color of [page, sheet, accent]) {
    expect(html).toContain(`bgcolor="${color}"`)
    expect(html).toContain(`background-color:${color}`)
  }
  expect(html).not.toContain(palettes.noir.page)
})

test.each(Object.keys(palettes) as MailTheme[])('every text of %s can be read on every ground', (theme) => {
  const { page, sheet, plate, accent, onAccent } = palettes[theme]
  for (const text of Object.values(ink))
    for (const ground of [page, sheet, plate]) expect(contrast(text, ground)).toBeGreaterThan(5.4)
  expect(contrast(accent, plate)).toBeGreaterThan(4.5)
  expect(contrast(onAccent, accent)).toBeGreaterThan(7)
})

/** WCAG 2.2 contrast ratio. */
function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
