import { randomUUID } from 'node:crypto'
import { access, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { fingerprint } from '#app/kit/ids.ts'
import type { ArtFrameName } from './art-frames.ts'
import type { ArtSubject } from './drawing.ts'
import { type ArtGeometry, drawGeometry } from './drop-art.ts'
import { rasterize, type RasterSize } from './raster.server.ts'

export type ArtCache = {
  geometry: (subject: ArtSubject, frame: ArtFrameName) => ArtGeometry
  /** Concurrent requests share one rendering. */
  image: (svg: string, size: RasterSize) => Promise<Buffer>
  /** Concurrent requests share one creation. */
  file: (name: string, create: () => Promise<Buffer>) => Promise<Buffer>
  /** Whether a file is there, so that nobody waits for it. */
  has: (name: string) => Promise<boolean>
}

/** Geometries held in memory. Each is 10 to 500 kB. */
const maxGeometries = 48
const maxImageBytes = 24_000_000

/** Files are named after their content, so they never go stale and may be deleted at any time. A folder that cannot be written only costs repeated work. */
export function createArtCache(folder: string, maxFiles = 4_000): ArtCache {
  const geometries = new LRUCache<string, ArtGeometry>({ max: maxGeometries })
  const images = new LRUCache<string, Buffer>({
    maxSize: maxImageBytes,
    sizeCalculation: (image) => image.byteLength,
  })
  const running = new Map<string, Promise<Buffer>>()

  async function readOrCreate(name: string, create: () => Promise<Buffer>): Promise<Buffer> {
    const path = join(folder, name)
    const stored = await readFile(path).catch(() => undefined)
    if (stored) return stored
    const created = await create()
    await storeFile(folder, path, created, maxFiles).catch(() => undefined)
    return created
  }

  async function file(name: string, create: () => Promise<Buffer>): Promise<Buffer> {
    const known = images.get(name) ?? running.get(name)
    if (known) return known
    const pending = readOrCreate(name, create)
    running.set(name, pending)
    try {
      const created = await pending
      images.set(name, created)
      return created
    } finally {
      running.delete(name)
    }
  }

  return {
    geometry(subject, frame) {
      const key = JSON.stringify([subject, frame])
      const known = geometries.get(key)
      if (known) return known
      const drawn = drawGeometry(subject, frame)
      geometries.set(key, drawn)
      return drawn
    },
    file,
    has: async (name) =>
      images.has(name) ||
      access(join(folder, name)).then(
        () => true,
        () => false,
      ),
    image: (svg, size) =>
      file(`${fingerprint(`${size.width}${size.light ? ' light' : ''} ${svg}`)}.${size.format}`, () =>
        rasterize(svg, size),
      ),
  }
}

/** Written to a temporary file and renamed: readers never see half a picture. */
async function storeFile(folder: string, path: string, image: Buffer, maxFiles: number): Promise<void> {
  await mkdir(folder, { recursive: true })
  const temporary = `${path}.${randomUUID()}.draft`
  await writeFile(temporary, image)
  await rename(temporary, path)
  await pruneFolder(folder, maxFiles)
}

/** Removes the oldest tenth when the folder is over its limit, so that pruning is rare. */
async function pruneFolder(folder: string, maxFiles: number): Promise<void> {
  const names = await readdir(folder)
  if (names.length <= maxFiles) return
  const files = await Promise.all(
    names.map(async (name) => ({ name, writtenAt: (await stat(join(folder, name))).mtimeMs })),
  )
  files.sort((a, b) => a.writtenAt - b.writtenAt)
  const surplus = files.slice(0, names.length - Math.floor(maxFiles * 0.9))
  await Promise.all(surplus.map(({ name }) => rm(join(folder, name), { force: true })))
}
