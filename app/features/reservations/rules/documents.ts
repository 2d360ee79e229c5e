import type { DocumentKind } from '#app/features/orders/review.ts'
import type { DocumentRefusal, DocumentType } from '#app/files/clean-document.server.ts'

export const documentStates = ['waiting', 'accepted', 'refused'] as const
export type DocumentState = (typeof documentStates)[number]

/** The types that documents are stored as. Pictures are encoded again, and PDFs are written again. */
export const documentTypes = ['application/pdf', 'image/jpeg'] as const satisfies DocumentType[]

const maxMegabytes = 10
/** How much of a document is taken: bytes as it is sent, and pages of a PDF. A trust with its amendments is long. */
export const documentLimits = { maxBytes: maxMegabytes * 1024 * 1024, maxPages: 100 }
/** How long a document is stored after its decision at most, as the page promises. */
export const documentRetentionDays = 90
export const maxDocuments = 20

export type SentDocumentRefusal = DocumentRefusal | 'not_requested' | 'too_many' | 'refused_before'

type Request = { id: number; decision: string; documents: readonly DocumentKind[] }
type Sent = { reviewId: number; kind: DocumentKind; state: DocumentState }

/** A kind that staff requested, with its state: `missing` while no document of it waits or is accepted. */
export type RequestedDocument = { kind: DocumentKind; state: 'missing' | 'waiting' | 'accepted' }

export function requestedDocuments(latest: Request | undefined, sent: readonly Sent[]): RequestedDocument[] {
  if (latest?.decision !== 'document_requested') return []
  return latest.documents.map((kind) => {
    const states = sent.filter((each) => each.reviewId === latest.id && each.kind === kind).map(stateOf)
    const state = states.includes('accepted')
      ? 'accepted'
      : states.includes('waiting')
        ? 'waiting'
        : 'missing'
    return { kind, state }
  })
}

const stateOf = ({ state }: Sent) => state

/** A file's name as its sender's computer has it, for a list: without control characters, and not longer than a line. */
export function shownName(name: string): string {
  const plain = name.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').trim()
  return plain.length > 80 ? `${plain.slice(0, 70)}…${plain.slice(-9)}` : plain || 'document'
}

/** What a stored document is called where it is saved: by us, never by its sender. */
export function fileNameOf(orderId: string, kind: DocumentKind, type: string): string {
  return `${orderId}-${kind.replaceAll('_', '-')}.${type === 'application/pdf' ? 'pdf' : 'jpg'}`
}
