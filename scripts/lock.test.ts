import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Entry = { version: string; dev?: boolean; integrity?: string }

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> }
const packages = Object.entries(lock.packages).filter(([place]) => place !== '')

test('every package that a server installs has an integrity hash in the lock', () => {
  const open = packages.filter(([, { dev, integrity }]) => !dev && !integrity?.startsWith('sha512-'))
  expect(open.map(([place]) => place)).toEqual([])
  expect(packages.filter(([, { dev }]) => !dev).length).toBeGreaterThan(20)
})
