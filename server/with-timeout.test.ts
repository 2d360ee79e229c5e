import { expect, test } from 'vitest'
import { withinMs } from './with-timeout.ts'

test('a result in time is returned, a late one is not waited for', async () => {
  expect(await withinMs(1_000, Promise.resolve('here'))).toBe('here')
  await expect(withinMs(1, new Promise(() => {}))).rejects.toThrow('longer than 1 ms')
})

test('an error is passed on, and a late one is ignored', async () => {
  await expect(withinMs(1_000, Promise.reject(new Error('away')))).rejects.toThrow('away')
  const late = Promise.withResolvers<string>()
  await expect(withinMs(1, late.promise)).rejects.toThrow('longer than')
  late.reject(new Error('away'))
})
