import type { DocumentKind } from '#app/features/orders/review.ts'
import type { DocumentRefusal } from '#app/files/clean-document.server.ts'

export const documentStates = ['waiting', 'accepted', 'refused'] as const
export type DocumentState = (typeof documentStates)[number]

const maxMegabytes = 10
/** How much of a document is taken: bytes as it is sent, and pages of a PDF. A trust with its amendments is long. */
export const documentLimits = { maxBytes: maxMegabytes * 1024 * 1024, maxPages: 100 }
/** How long a document is stored after its decision at most, as the page promises. */
export const documentRetentionDays = 90
export const maxDocuments = 20

export type SentDocumentRefusal = DocumentRefusal | 'not_requested' | 'too_many' | 'refused_before'

export const documentsPath = (orderId: string) => `/orders/${orderId}/documents`

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

export const documentRefusalWords: Record<SentDocumentRefusal, string> = {
  empty: 'This file is empty. Choose it again.',
  too_large: 'The file is larger than 10 MB. Send a smaller one.',
  wrong_type: 'Send a PDF, JPG or PNG file.',
  heic: 'This is an HEIC photo, which we can’t read. Send it as a JPG, or take a screenshot of it.',
  too_many_pixels: 'This picture is too large. Make it smaller, or take a new photo.',
  too_many_pages: 'This PDF has more than 100 pages. Send the pages that we asked for.',
  unreadable: 'We can’t read this file. Save it again as a plain PDF or a photo, and send that.',
  locked: 'This PDF is password-protected. Save it without a password, or send a photo of it.',
  active:
    'This PDF contains a script, a form or an attachment. Print it to a new PDF, or send a photo of it.',
  busy: 'We are reading other files. Wait half a minute, and send this one again.',
  not_requested: 'We are not waiting for this document any more.',
  too_many: 'We have as many files from you as one order may have. Write to us if one is missing.',
  refused_before: 'You sent this same file before, and we could not accept it. The reason is below.',
}
