import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { openFiles } from '#app/files/open-files.server.ts'
import type { TestContext } from './db.ts'
import { givenShop } from './visit.ts'

/** A folder of a test, and what removes it. */
export function givenFolder(name: string) {
  const folder = mkdtempSync(join(tmpdir(), `paco-${name}-`))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** A shop whose files lie in a folder of the test. */
export function givenPhotoShop(ctx: TestContext, folder: string) {
  const files = openFiles({ dataDir: folder, bucket: null }, 'test key')
  return { ...givenShop(ctx), dataDir: folder, files }
}

/** A picture with smooth tones, as a camera makes them. */
export function picture(width: number, height: number, seed = 90) {
  return sharp({
    create: { width, height, channels: 3, background: { r: seed, g: 120, b: 160 } },
  })
}

/** Writes a file to the test's folder, and returns its path. */
export function laid(folder: string, name: string, content: Uint8Array | string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
