import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { openFiles } from '#app/files/open-files.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { photoJobs } from '#app/features/photos/jobs.server.ts'
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

/** Runs the jobs of photographs that are due, as the worker does. Returns their names. */
export async function runPhotoJobs(shop: Shop, { handOn, queued }: TestContext): Promise<string[]> {
  await handOn()
  const ran: string[] = []
  for (const { job, payload } of queued.splice(0)) {
    const found = photoJobs.find(({ name }) => name === job)
    if (!found) continue
    await found.run(shop, found.payload.parse(payload))
    ran.push(job)
  }
  return ran
}

function box(type: string, ...content: (Buffer | string)[]): Buffer {
  const inside = Buffer.concat(content.map((part) => Buffer.from(part)))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(inside.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, inside])
}

/** A film with a place in its own box, and in that of its track. */
export const sampleMp4 = Buffer.concat([
  box('ftyp', 'isom\0\0\u0002\0isommp42'),
  box(
    'moov',
    box('mvhd', Buffer.alloc(100)),
    box('trak', box('tkhd', Buffer.alloc(84)), box('meta', 'com.example.location+25.7617-080.1918/')),
    box('udta', box('xyz ', '\0\u0012\u0015c+25.7617-080.1918/')),
  ),
  box('mdat', 'SAMPLEFRAMES'.repeat(40)),
])
