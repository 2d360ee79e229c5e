import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadBundle } from './serve.ts'

function folderWith(bundle?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'paco-build-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  if (bundle !== undefined) {
    mkdirSync(join(folder, 'build/server'), { recursive: true })
    writeFileSync(join(folder, 'build/server/index.js'), bundle)
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  }
  return folder
}

test('a missing or damaged build is reported with the way to fix it', async () => {
  for (const folder of [folderWith(), folderWith('export const a = "cut sh')])
    await expect(loadBundle(folder)).rejects.toThrow(
      /^The shop's build cannot be loaded \(.+\)\. Make it anew: npm run build$/s,
    )
})

test('a complete build is loaded', async () => {
  expect(await loadBundle(folderWith('export const createSite = 1'))).toMatchObject({ createSite: 1 })
})
