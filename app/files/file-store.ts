/** What a stored file's content comes from: bytes, or a file on this machine's disk, which is read and not moved. */
export type FileContent = Uint8Array<ArrayBuffer> | { path: string }

type FilePart = { start: number; end: number }

type StoredFile = { bytes: number; stream: ReadableStream<Uint8Array<ArrayBuffer>> }

/** Keys are paths of letters, digits, `-`, `_` and `.`, such as `photos/3f9a/640.avif`, and never hold what a visitor typed. */
export type FileStore = {
  /** Stores the whole file or nothing. What was there is replaced. */
  put: (key: string, content: FileContent, contentType: string) => Promise<void>
  /** `end` included. Encrypted files are opened whole. */
  open: (key: string, part?: FilePart) => Promise<StoredFile | undefined>
  /** Safe to repeat. */
  remove: (key: string) => Promise<void>
  /** Everything below a folder, with what a crash left half-written, in no order. */
  list: (folder: string) => AsyncIterable<{ key: string; changedAt: Date }>
}

export type Files = {
  public: FileStore
  /** What only staff and its owner may see: encrypted with the shop's own key, wherever it lies. */
  private: FileStore
  /** Where browsers fetch public files, without a trailing slash; `null` when the shop serves them itself. */
  publicUrl: string | null
}

export async function readStored(
  store: FileStore,
  key: string,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const file = await store.open(key)
  return file && new Uint8Array(await new Response(file.stream).arrayBuffer())
}

/** @throws TypeError when a key could mean a path outside of its store. */
export function requireKey(key: string): string {
  if (!/^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/.test(key)) throw new TypeError(`Not a key of a file: ${key}`)
  return key
}
