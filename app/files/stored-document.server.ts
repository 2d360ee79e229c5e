import { after, hour } from '#app/kit/clock.ts'
import type { Refusal } from '#app/kit/refusal.ts'
import {
  cleanDocument,
  type DocumentLimits,
  type DocumentRefusal,
  type DocumentType,
  type Reading,
} from './clean-document.server.ts'
import type { FileStore } from './file-store.ts'

export type StoredDocument = { type: DocumentType; bytes: number }
/** Noted, or refused; `isNew` is false where the same document was noted before. */
type Noted<Why extends string> = { ok: true; isNew?: boolean } | Refusal<Why>

/** What a crash left without a row is removed after this long: by then nobody is sending it any more. */
const strayMs = hour

/**
 * Stores a document that somebody sent, written anew, and has `note` record it. Both or neither: the file of one that is not noted is
 * removed. What a crash leaves between the two, `removeStrayDocuments` finds.
 */
export async function storeDocument<Why extends string>(
  store: FileStore,
  {
    key,
    given,
    limits,
    reading,
  }: {
    key: string
    given: Uint8Array
    limits: DocumentLimits
    reading?: Reading | undefined
  },
  note: (stored: StoredDocument) => Promise<Noted<Why>>,
): Promise<Noted<Why | DocumentRefusal>> {
  const clean = await cleanDocument(given, limits, reading)
  if (!clean.ok) return clean
  const { content, type } = clean
  await store.put(key, content, type)
  let isStored = false
  try {
    const noted = await note({ type, bytes: content.length })
    isStored = noted.ok && noted.isNew !== false
    return noted
  } finally {
    if (!isStored) await store.remove(key)
  }
}

/** Removes files of a folder that belong to no document, or that a crash left half-written. `listKnown` says which names do. */
export async function removeStrayDocuments(
  store: FileStore,
  folder: string,
  listKnown: (names: string[]) => Promise<Set<string>>,
  now: Date,
): Promise<void> {
  const before = after(now, -strayMs)
  const old: { key: string; name: string }[] = []
  for await (const { key, changedAt } of store.list(folder))
    if (changedAt < before) old.push({ key, name: key.slice(folder.length + 1) })
  const known = await listKnown(old.map(({ name }) => name))
  for (const { key, name } of old) if (!known.has(name)) await store.remove(key)
}
