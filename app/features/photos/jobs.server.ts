import { z } from 'zod'
import { actAs } from '#app/access/act.server.ts'
import type { FileStore } from '#app/files/file-store.ts'
import { readStored } from '#app/files/file-store.ts'
import { deleteAbandonedForms } from '#app/files/receive-form.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { defineJob, type Job } from '#app/jobs/job.ts'
import { after, day, hour } from '#app/kit/clock.ts'
import { describeFault } from '#app/kit/describe-fault.ts'
import { mediaTypes, photoFormats, widthsOf } from './rules.ts'
import { addPhoto, findPhoto } from './store/library.server.ts'
import { drawSize } from './store/pixels.server.ts'
import {
  deleteOldUploads,
  failUpload,
  findUpload,
  finishUpload,
  listKnownHashes,
  masterKey,
  noteProgress,
  photoFolder,
  type PhotoUpload,
  waitingFolder,
} from './store/uploads.server.ts'

/** What a crash left is removed after this long: by then nobody works on it any more. */
const orphanMs = day
const noteMs = 7 * day

const makePhoto = defineJob({
  name: 'make-photo',
  payload: z.object({ upload: z.uuid() }),
  retries: 3,
  concurrency: 1,
  limitSeconds: 600,
  async run(shop, { upload: id }, signal) {
    const upload = await findUpload(shop.db, id)
    if (!upload || upload.finishedAt) return
    // The same picture may have been sent twice at once: then its files are made, and only its places are new.
    const isMade = (await findPhoto(shop.db, upload.hash)) !== undefined
    const master = isMade ? undefined : await readStored(shop.files.private, masterKey(upload.hash))
    if (!isMade && !master) return failUpload(shop.db, id, 'What was sent is gone.', shop.now())
    if (!master || (await makeFiles(shop, upload, master, signal))) await finish(shop, upload)
    await shop.files.private.remove(masterKey(upload.hash))
  },
})

/** The row of a photograph is written when all of its files are there, in one transaction with its places. */
async function finish(shop: Shop, upload: PhotoUpload): Promise<void> {
  const { id, hash, alt, kind, key, replaces, film } = upload
  const act = {
    verb: 'photo-add',
    subject: hash,
    data: { alt, film, ...(kind && { kind, key }), ...(replaces && { replaces }) },
  }
  await actAs(shop, upload.sentBy, act, async (work) => {
    await addPhoto(work, upload)
    await finishUpload(work.tx, id, work.now)
    return { ok: true }
  })
}

/** The widest first, so that what could fail fails soon. `false`: cannot be drawn. A storage that fails is thrown, and tried again later. */
async function makeFiles(
  shop: Shop,
  upload: PhotoUpload,
  master: Uint8Array,
  signal?: AbortSignal,
): Promise<boolean> {
  let done = 0
  for (const width of widthsOf(upload.width).toReversed())
    for (const format of photoFormats) {
      signal?.throwIfAborted()
      const content = await drawSize(master, width, format).catch(async (error: unknown) => {
        shop.log.error({ upload: upload.id, ...describeFault(error) }, 'A photograph could not be drawn')
        await failUpload(shop.db, upload.id, describeFault(error).fault, shop.now())
      })
      if (!content) return false
      await shop.files.public.put(
        `${photoFolder(upload.hash)}/${width}.${format}`,
        content,
        mediaTypes[format],
      )
      await noteProgress(shop.db, upload.id, ++done)
    }
  return true
}

const removePhoto = defineJob({
  name: 'remove-photo',
  payload: z.object({ hash: z.string() }),
  concurrency: 1,
  async run({ db, files }, { hash }) {
    // It may have been uploaded again in the meantime.
    if ((await listKnownHashes(db, [hash])).has(hash)) return
    for await (const { key } of files.public.list(photoFolder(hash))) await files.public.remove(key)
  },
})

export async function sweepPhotos(shop: Shop): Promise<void> {
  const { db, files, dataDir } = shop
  const before = after(shop.now(), -orphanMs)
  await removeOrphans(shop, files.public, 'photos', before)
  await removeOrphans(shop, files.private, waitingFolder, before)
  await deleteAbandonedForms(dataDir, after(shop.now(), -hour))
  await deleteOldUploads(db, after(shop.now(), -noteMs))
}

async function removeOrphans({ db }: Shop, store: FileStore, folder: string, before: Date) {
  const old: { key: string; hash: string }[] = []
  for await (const { key, changedAt } of store.list(folder))
    if (changedAt < before) old.push({ key, hash: /^[^/]+\/([0-9a-f]{32})/.exec(key)?.[1] ?? '' })
  const known = await listKnownHashes(db, [...new Set(old.map(({ hash }) => hash))])
  for (const { key, hash } of old) if (!known.has(hash) || /\.part-[\w-]+$/.test(key)) await store.remove(key)
}

export const photoJobs = [makePhoto, removePhoto] as readonly Job[]
