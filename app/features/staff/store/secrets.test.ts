import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './sign-in.server.ts'

const password = 'four plain words here'
const cheap = { log2N: 4, r: 8, p: 1 }

test('a password is stored with a salt at the cost that OWASP advises, and is known again', async () => {
  const stored = await hashPassword(password)
  expect(stored).toMatch(/^scrypt-15-8-3\$[\w-]{22}\$[\w-]{43}$/)
  expect(await isPassword(password, stored)).toBe(true)
  expect(await isPassword(`${password}!`, stored)).toBe(false)
})

test('the same password is stored differently each time, and however its letters are composed it is the same', async () => {
  const [one, other] = [await hashPassword('café', cheap), await hashPassword('café', cheap)]
  expect(one).not.toBe(other)
  for (const stored of [one, other]) expect(await isPassword('cafe\u0301', stored)).toBe(true)
})

test('a hash is compared at the cost that it was made with', async () => {
  const stored = await hashPassword(password, cheap)
  expect(stored).toMatch(/^scrypt-4-8-1\$/)
  expect(await isPassword(password, stored)).toBe(true)
  expect(await isPassword(password, stored.replace('scrypt-4-', 'scrypt-5-'))).toBe(false)
})

test('nobody’s password is compared too, at the full cost, and never matches', async () => {
  const begun = process.cpuUsage()
  for (const missing of [null, undefined]) expect(await isPassword(password, missing)).toBe(false)
  const { user, system } = process.cpuUsage(begun)
  // Two hashes of 32 MB three times over: no machine makes one in ten milliseconds.
  expect(user + system).toBeGreaterThan(2 * 10_000)
})
