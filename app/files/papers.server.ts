import { randomUUID } from 'node:crypto'
import { after, hour } from '#app/kit/clock.ts'
import type { Refusal } from '#app/kit/refusal.ts'
import {
  cleanDocument,
  type DocumentLimits,
  type DocumentRefusal,
  type DocumentType,
  type Reading,
} from './clean-document.server.ts'
import { type Files, readStored } from './file-store.ts'

/** A paper as it lies encrypted in the private half of the shop's files, under a random name. */
export type StoredPaper = { file: string; type: DocumentType; bytes: number }
/** Noted, or refused; `isNew` is false where the same paper was noted before. */
type Noted<Why extends string> = { ok: true; isNew?: boolean } | Refusal<Why>

const folder = 'papers'
const keyOf = (file: string) => `${folder}/${file}`

/** What a crash left without a row is removed after this long: by then nobody is sending it any more. */
const strayMs = hour

/** Both or neither: the file of one that is not noted is removed. */
export async function storePaper<Why extends string>(
  { files }: { files: Files },
  { given, limits, reading }: { given: Uint8Array; limits: DocumentLimits; reading?: Reading | undefined },
  note: (stored: StoredPaper) => Promise<Noted<Why>>,
): Promise<Noted<Why | DocumentRefusal>> {
  const clean = await cleanDocument(given, limits, reading)
  if (!clean.ok) return clean
  const { content, type } = clean
  const file = randomUUID()
  await files.private.put(keyOf(file), content, type)
  let isStored = false
  try {
    const noted = await note({ file, type, bytes: content.length })
    isStored = noted.ok && noted.isNew !== false
    return noted
  } finally {
    if (!isStored) await files.private.remove(keyOf(file))
  }
}

/** `undefined` when the file is gone. */
export function readPaper({ files }: { files: Files }, file: string) {
  return readStored(files.private, keyOf(file))
}

/** Who deletes a paper deletes its row; this runs after them every night, and also removes what a crash left. `known` says which files have a row. */
export async function sweepPapers(
  { files, now }: { files: Files; now: () => Date },
  known: readonly ((files: string[]) => Promise<string[]>)[],
): Promise<void> {
  const before = after(now(), -strayMs)
  const old: string[] = []
  for await (const { key, changedAt } of files.private.list(folder))
    if (changedAt < before) old.push(key.slice(folder.length + 1))
  const kept = new Set((await Promise.all(known.map((list) => list(old)))).flat())
  for (const file of old) if (!kept.has(file)) await files.private.remove(keyOf(file))
}
