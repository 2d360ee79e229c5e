import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { transact } from '#app/db/work.server.ts'
import type { DocumentKind } from '#app/features/orders/rules/documents.ts'
import { storeDocument } from '#app/files/stored-document.server.ts'
import type { Shop } from '#app/http/context.server.ts'
import type { Refusal } from '#app/kit/refusal.ts'
import { documentLimits, type SentDocumentRefusal, shownName } from './rules/documents.ts'
import { addDocument, documentKey } from './store/documents.server.ts'

/** What taking a document needs. */
type Ctx = Pick<Shop, 'db' | 'now' | 'enqueueIn' | 'announce' | 'files'>

/** Takes a document that lies on this machine's disk: written anew, encrypted, and noted with its order. Both or neither. */
export async function receiveDocument(
  ctx: Ctx,
  {
    orderId,
    kind,
    path,
    name,
    signal,
  }: { orderId: string; kind: DocumentKind; path: string; name: string; signal?: AbortSignal },
): Promise<{ ok: true } | Refusal<SentDocumentRefusal>> {
  const given = await readFile(path)
  const id = randomUUID()
  const hash = createHash('sha256').update(given).digest('hex')
  const sent = {
    key: documentKey(id),
    given,
    limits: documentLimits,
    reading: { sender: orderId, ...(signal && { signal }) },
  }
  return storeDocument(ctx.files.private, sent, (stored) =>
    transact(ctx, (work) => addDocument(work, { id, orderId, kind, name: shownName(name), hash, ...stored })),
  )
}
