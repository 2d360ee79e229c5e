import { expect, test } from 'vitest'
import { isSameSecret } from './ids.ts'

test('a secret is the same only in every letter and in its length', () => {
  expect(isSameSecret('a-secret', 'a-secret')).toBe(true)
  for (const wrong of ['a-secreT', 'a-secre', 'a-secret ', '', 'a-secrét'])
    expect(isSameSecret(wrong, 'a-secret'), wrong).toBe(false)
})
