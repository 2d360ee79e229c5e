import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { isUuid } from './uuid.ts'

test('what the database takes as a UUID is one, and nothing like it', () => {
  const id = randomUUID()
  expect(isUuid(id)).toBe(true)
  for (const other of [
    '',
    '%',
    '-'.repeat(36),
    id.slice(1),
    `${id}0`,
    `${id}\n`,
    id.toUpperCase(),
    `{${id}}`,
  ])
    expect(isUuid(other), other).toBe(false)
})
