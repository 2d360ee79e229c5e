import { expect, test } from 'vitest'
import { emailAddress } from './fields.ts'

const field = emailAddress({ missing: 'Enter your email' })
const read = (typed: unknown) => field.safeParse(typed)

test.each([
  ['sales&service@example.com', 'sales&service@example.com'],
  ["o'neil!#$%*/=?^_`{|}~-@example.com", "o'neil!#$%*/=?^_`{|}~-@example.com"],
  ['n@müller.example', 'n@xn--mller-kva.example'],
  [' Jo@Example.COM ', 'jo@example.com'],
  [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
])('%s is an address', (typed, stored) => {
  expect(read(typed)).toEqual({ success: true, data: stored })
})

test.each([
  ['', 'Enter your email'],
  [undefined, 'Enter your email'],
  ['name', 'Enter an address with a domain, like name@example.com'],
  ['name@example', 'Enter an address with a domain, like name@example.com'],
  ['@example.com', 'Enter an address with a domain, like name@example.com'],
  ['two words@example.com', 'Enter an address with a domain, like name@example.com'],
  ['a@b@example.com', 'Enter an address with a domain, like name@example.com'],
  ['a@-example.com', 'Enter an address with a domain, like name@example.com'],
  ['a@müller.example/path', 'Enter an address with a domain, like name@example.com'],
  ['"a b"@example.com', 'Enter an address with a domain, like name@example.com'],
  ['a,b@example.com', 'Enter an address with a domain, like name@example.com'],
  [`${'a'.repeat(65)}@example.com`, 'This address is too long'],
  [`a@${'b.'.repeat(126)}com`, 'This address is too long'],
])('%s is none, and the reason is said', (typed, message) => {
  expect(read(typed).error?.issues[0]?.message).toBe(message)
})
