import { expect, test } from 'vitest'
import { MailButton, MailFacts, MailHeading, MailLink, MailNote, MailPlate, MailText } from './blocks.tsx'
import { renderMail } from './layout.tsx'
import { ink, type MailTheme, palettes } from './palette.ts'

const body = (
  <>
    <MailHeading>Nº 16 is yours</MailHeading>
    <MailText>
      We keep it while you read <MailLink href="https://shop.example/terms">the terms</MailLink>.
    </MailText>
    <MailPlate number={16} of={50} title="Guerrilla Vol. 1" caption="Made under federal license" />
    <MailButton href="https://shop.example/orders/1?a=1&b=2">Open your order</MailButton>
    <MailFacts
      rows={[
        { label: 'Order', value: '7K2M' },
        { label: 'Deposit', value: '$100.00' },
      ]}
    />
    <MailNote>Was this not you? Ignore this mail.</MailNote>
  </>
)
const content = { subject: 'Nº 16 is <yours>', preview: 'Your number is kept', body, text: 'Nº 16 is yours.' }

test('an email is one complete document with subject, preview and body', () => {
  const { html } = renderMail(content)
  expect(html).toMatch(/^<!doctype html><html lang="en"/)
  expect(html).toContain('<title>Nº 16 is &lt;yours&gt;</title>')
  expect(html).toContain('Your number is kept')
  expect(html).toContain('href="https://shop.example/orders/1?a=1&amp;b=2"')
  expect(html).toContain('>16/50<')
})

test('an email loads nothing, and needs no style sheet or script', () => {
  const { html } = renderMail(content)
  expect(html).not.toMatch(/<(img|script|style|link|iframe)\b|url\(|@import|src=/i)
})

test('an email stays well under the size at which email programs clip it', () => {
  expect(renderMail(content).html.length).toBeLessThan(12_000)
})

test("the plain text is the template's own, with the footer", () => {
  expect(renderMail({ ...content, why: 'You reserved a unit.' }).text).toBe(
    'Nº 16 is yours.\n\n-- \nPACo\nYou reserved a unit.\n\uE001\n',
  )
})

test('HTML and text have the unsubscribe link if the mail has one', () => {
  const unsubscribeUrl = 'https://shop.example/subscriptions/x'
  const { html, text } = renderMail({ ...content, unsubscribeUrl, postalLine: '1 Example St, Miami, FL' })
  expect(html).toContain(`<a href="${unsubscribeUrl}"`)
  expect(html).toContain('1 Example St, Miami, FL')
  expect(text).toContain(`Unsubscribe: ${unsubscribeUrl}`)
  expect(renderMail(content).html + renderMail(content).text).not.toMatch(/unsubscribe/i)
})

test('an email uses its theme, with colors as attributes and as styles', () => {
  const { html } = renderMail({ ...content, theme: 'outlaw' })
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
