import { expect, test } from 'vitest'
import { fieldWords } from './routes/again.tsx'

test('the fields of a form that is sent again are named in words', () => {
  const named = {
    specs: 'Specifications',
    dueOn: 'Due on',
    backReason: 'Back reason',
    'quantity-0': 'Quantity 0',
    price_cents: 'Price cents',
    email: 'Email',
  }
  expect(Object.fromEntries(Object.keys(named).map((name) => [name, fieldWords(name)]))).toEqual(named)
})
