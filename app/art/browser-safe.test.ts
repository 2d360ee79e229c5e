import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const here = new URL('./', import.meta.url)

test('only server files use what a browser does not have', async () => {
  const names = (await readdir(here, { recursive: true })).filter(
    (name) => /\.tsx?$/.test(name) && !name.includes('.test.'),
  )
  const offenders: string[] = []
  for (const name of names.filter((file) => !file.includes('.server.'))) {
    const source = await readFile(new URL(name, here), 'utf8')
    if (/from '(?:node:|sharp)|#app\/kit\/ids|\.server\.ts'/.test(source)) offenders.push(name)
  }
  expect(names.length).toBeGreaterThan(20)
  expect(offenders).toEqual([])
})
