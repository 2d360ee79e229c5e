import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

const isText = /\.(js|css|html|svg|json|txt|xml|webmanifest)$/

/** Smaller files do not get smaller with their headers. */
const smallestBytes = 256

/** At the strongest setting: this runs once per build. On Node's own threads, several files at once. */
export async function precompress(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isText.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  await Promise.all(files.map(compressFile))
}

async function compressFile(file: string) {
  const content = await readFile(file)
  if (content.length < smallestBytes) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  await Promise.all([
    brotli(content, { params }).then((small) => writeFile(`${file}.br`, small)),
    gzipped(content, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
  ])
}
