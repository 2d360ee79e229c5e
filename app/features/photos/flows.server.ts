import { readFile, writeFile } from 'node:fs/promises'
import { transact } from '#app/db/work.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import { type Refusal, refuse } from '#app/kit/refusal.ts'
import { filesOf, type FilmType, maxBytes, mediaTypes } from './rules.ts'
import { attach, findPhoto } from './store/library.server.ts'
import { decodePhoto, type PhotoRefusal, readFileType } from './store/pixels.server.ts'
import { addUpload, masterKey, type NewPhoto, photoFolder } from './store/uploads.server.ts'

export type FilmRefusal = 'film_too_large' | 'film_unknown' | 'film_unreadable'

export type Received = { ok: true; upload: string } | { ok: true; photo: string }

type Ctx = Pick<Shop, 'db' | 'now' | 'enqueueIn' | 'announce' | 'sign' | 'files'>

/** Decoded whole before it is accepted, so whoever sent it hears at once what is wrong with it. Its files are made by a job. */
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

type Box = { type: string; start: number; end: number }

/** Where it was taken and with which device are turned into free space in place, so that nothing moves. */
function cleanMp4(file: Uint8Array): boolean {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const boxes = readBoxes(view, 0, file.length)
  const movie = boxes?.find(({ type }) => type === 'moov')
  if (!boxes || !movie || !boxes.some(({ type }) => type === 'mdat')) return false
  const inside = readBoxes(view, movie.start + 8, movie.end)
  if (!inside) return false
  const tracks = inside.filter(({ type }) => type === 'trak')
  const ofTracks = tracks.flatMap((track) => readBoxes(view, track.start + 8, track.end) ?? [])
  for (const box of [...boxes, ...inside, ...ofTracks])
    if (['udta', 'meta', 'uuid'].includes(box.type)) {
      file.set(typeBytes('free'), box.start + 4)
      file.fill(0, box.start + 8, box.end)
    }
  return tracks.length > 0
}

/** The boxes that fill a range one after another; `undefined` when they do not, as in a file that was cut off. */
function readBoxes(view: DataView, from: number, to: number): Box[] | undefined {
  const boxes: Box[] = []
  for (let start = from; start < to; ) {
    if (start + 8 > to) return undefined
    const size = view.getUint32(start)
    // 1: the size is a longer number behind the type. 0: up to the end of the file.
    const length =
      size === 1
        ? start + 16 > to
          ? 0
          : Number(view.getBigUint64(start + 8))
        : size === 0
          ? to - start
          : size
    if (length < 8 || start + length > to) return undefined
    boxes.push({ type: typeAt(view, start + 4), start, end: start + length })
    start += length
  }
  return boxes
}

function typeAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)))
}

function typeBytes(type: string): number[] {
  return Array.from(type, (letter) => letter.charCodeAt(0))
}
