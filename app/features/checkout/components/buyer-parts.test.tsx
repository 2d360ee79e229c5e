import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { invoiceWords } from '#app/features/orders/words.ts'
import { cardWords } from '#app/features/payments/words.ts'
import type { PaymentMethod } from '#app/gateway/gateway.ts'
import { BuyerParts, PaymentFields } from './buyer-parts.tsx'

const notices = {
  buyer: JSON.stringify({ CA: { outcome: 'refused', text: 'Not to California.' } }),
  dealer: '{}',
  review: '',
  refused: 'California',
}

const drawn = (given: Record<string, string>) =>
  renderToStaticMarkup(
    <BuyerParts
      given={given}
      errors={{}}
      notices={notices}
      needs={{ fflTransfer: true }}
      staysInState={false}
    />,
  )

test('fields that nobody has typed into are those of a form with something typed, drawn once', () => {
  const blank = drawn({ name: '', dealer: 'later' })
  expect(drawn({ name: 'Jordan' }).replace(' value="Jordan"', ' value=""')).toBe(blank)
  expect(drawn({})).toBe(blank)
  expect(blank).toContain('We can’t take orders from these states: California.')
})

test('a state that was typed has its notice', () => {
  expect(drawn({ state: 'CA' })).toContain('data-notices-of="state"')
  expect(drawn({ state: 'CA' })).toContain('>Not to California.</p>')
})

const hosted: PaymentMethod = {
  kind: 'hosted-fields',
  script: 'https://js.pay.example/v3/AcceptUI.js',
  host: 'https://js.pay.example',
  apiLoginId: 'login1',
  clientKey: 'PublicClientKey',
}

const shown = (way: PaymentMethod, paymentToken?: string[], dueOn = '') =>
  renderToStaticMarkup(
    <PaymentFields method={way} dueOn={dueOn} given={{}} errors={paymentToken ? { paymentToken } : {}} />,
  )

test('the card form has no card fields of ours, and says what it needs without script', () => {
  const html = shown(hosted, ['Choose how to pay'])
  expect([...html.matchAll(/name="([^"]+)"/g)].map(([, name]) => name)).toEqual(['paymentToken'])
  expect(html).toContain(`<noscript><p class="field-error">${cardWords.noScript}</p></noscript>`)
  expect(html).toContain('data-clientkey="PublicClientKey"')
  expect(html, 'the script is added by the page itself, once it runs').not.toContain('<script')
  expect(html).toContain('Choose how to pay')
})

test('the invoice option says how to pay and by when', () => {
  const way = { kind: 'invoice', payTo: 'By wire.', dueDays: 1, holdHours: 24 } as const
  const html = shown(way, undefined, 'Nov 21, 2026, 7:00 AM EST')
  expect(html).toContain('By wire.')
  expect(html).toContain(invoiceWords.means('Nov 21, 2026, 7:00 AM EST'))
  expect(html).toContain('name="paymentToken" value="invoice"')
})

test('the sandbox offers its test cards, with the first selected', () => {
  const cards = [
    { token: 'one', label: 'Card one', effect: 'Works.' },
    { token: 'two', label: 'Card two', effect: 'Fails.' },
  ]
  const html = shown({ kind: 'test-cards', cards })
  expect(html.match(/type="radio"/g)).toHaveLength(2)
  expect(html).toMatch(/checked=""[^>]*value="one"|value="one"[^>]*checked=""/)
})
