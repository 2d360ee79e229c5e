import { randomUUID } from 'node:crypto'
import { constants, type Dirent } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { type FileContent, type FileStore, requireKey } from './file-store.ts'

/** Stores files in a folder that only the shop's own account can read. Folders are made when they are needed. */
export function createFolderStore(root: string): FileStore {
  const pathOf = (key: string) => join(root, ...requireKey(key).split('/'))
  return {
    async put(key, content) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const part = `${path}.part-${randomUUID()}`
      try {
        await writeThrough(part, content)
        await rename(part, path)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    async open(key, part) {
      const file = await open(pathOf(key), 'r').catch(unlessMissing)
      if (!file) return undefined
      const { size } = await file.stat()
      const stream = Readable.toWeb(file.createReadStream(part)) as ReadableStream<Uint8Array<ArrayBuffer>>
      return { bytes: part ? part.end - part.start + 1 : size, stream }
    },
    async remove(key) {
      const path = pathOf(key)
      await rm(path, { force: true })
      // The folder goes with its last file. Node refuses while it holds another, which is what is wanted.
      if (dirname(key) !== '.') await rmdir(dirname(path)).catch(() => undefined)
    },
    async *list(folder) {
      const top = pathOf(folder)
      for (const entry of (await readdir(top, { recursive: true, withFileTypes: true }).catch(
        unlessMissing,
      )) ?? []) {
        const changedAt = entry.isFile() && (await changeOf(entry))
        if (changedAt) yield { key: keyOf(root, entry), changedAt }
      }
    },
  }
}

/** On the disk before it gets its name: after a power cut a file is whole or not there. */
async function writeThrough(path: string, content: FileContent) {
  if ('path' in content) await copyFile(content.path, path, constants.COPYFILE_EXCL)
  const file = await open(path, 'path' in content ? 'r+' : 'wx', 0o600)
  try {
    if ('path' in content) await file.chmod(0o600)
    else await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

const keyOf = (root: string, { parentPath, name }: Dirent) =>
  relative(root, join(parentPath, name)).split(sep).join('/')

async function changeOf({ parentPath, name }: Dirent): Promise<Date | undefined> {
  return (await stat(join(parentPath, name)).catch(unlessMissing))?.mtime
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
