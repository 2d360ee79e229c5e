import { readFile, writeFile } from 'node:fs/promises'
import { transact } from '#app/db/work.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { filesOf, type FilmType, maxBytes, mediaTypes } from './rules.ts'
import { cleanMp4 } from './rules/film.ts'
import { attach, findPhoto } from './store/library.server.ts'
import { decodePhoto, type PhotoRefusal, readFileType } from './store/pixels.server.ts'
import { addUpload, masterKey, type NewPhoto, photoFolder } from './store/uploads.server.ts'

/** Why a film is not taken. */
export type FilmRefusal = 'film_too_large' | 'film_unknown' | 'film_unreadable'

/** What came of a sent picture: its files are being made, or it was in the library already. */
export type Received = { ok: true; upload: string } | { ok: true; photo: string }

/** What taking a picture needs. */
type Ctx = Pick<Shop, 'db' | 'now' | 'enqueueIn' | 'announce' | 'files'>

/**
 * Takes a picture that lies on this machine's disk, and the film whose first picture it is, if there is one. It is decoded
 * whole before it is accepted, so whoever sent it hears at once what is wrong with it. Its files are made by a job.
 */
export async function receivePhoto(
  ctx: Ctx,
  by: string,
  sent: { photo: string; film?: string | undefined },
  wanted: NewPhoto,
): Promise<Received | Refusal<PhotoRefusal | FilmRefusal>> {
  const decoded = await decodePhoto(sent.photo)
  if (!decoded.ok) return decoded
  const film = sent.film === undefined ? null : await readFilm(sent.film)
  if (film && 'why' in film) return film
  const { hash, master, ...picture } = decoded
  const known = await findPhoto(ctx.db, hash)
  if (known && (!wanted.replaces || wanted.replaces === hash)) {
    const { subject } = wanted
    if (subject) await transact(ctx, ({ tx }) => attach({ tx }, subject, hash))
    return { ok: true, photo: hash }
  }
  if (film)
    await ctx.files.public.put(`${photoFolder(hash)}/film.${film.type}`, film.content, mediaTypes[film.type])
  await ctx.files.private.put(masterKey(hash), master, 'image/png')
  const upload = await transact(ctx, (work) =>
    addUpload(work, wanted, {
      ...picture,
      hash,
      film: film && { type: film.type, bytes: film.bytes },
      total: filesOf(picture.width),
      by,
    }),
  )
  return { ok: true, upload }
}

/** A film as it is stored: unchanged, except that the place and the device are blanked. */
async function readFilm(
  path: string,
): Promise<{ type: FilmType; bytes: number; content: { path: string } } | Refusal<FilmRefusal>> {
  const type = await readFileType(path)
  if (type !== 'mp4' && type !== 'webm') return refuse('film_unknown')
  const file = await readFile(path)
  if (file.length > maxBytes.film) return refuse('film_too_large')
  if (type === 'mp4') {
    if (!cleanMp4(file)) return refuse('film_unreadable')
    await writeFile(path, file)
  }
  return { type, bytes: file.length, content: { path } }
}
