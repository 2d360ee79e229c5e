import type { DocumentKind } from '#app/features/orders/review.ts'
import { type DocumentState, documentRetentionDays, type SentDocumentRefusal } from '../rules/documents.ts'

export const documentsPath = (orderId: string) => `/orders/${orderId}/documents`

export const documentWords = {
  title: 'We need a document from you',
  refusedTitle: 'We could not accept your document',
  refused: (kind: string) => `We read your document (${kind}) and need another one.`,
  due: (day: string) => `Please send it by ${day}.`,
  how: 'Upload it on your order page; please don’t email it. Only our staff can open it, and we delete it when we no longer need it. Your order waits until we have read it. If you cannot get it, tell us: whatever is refundable, you can still refund on your order page.',
  upload: 'Upload it',
  onPage: (document: string, day: string) =>
    `We need this from you by ${day}: ${document.replace(/[.!?]?$/, (end) => end || '.')} Your order waits until we have it.`,
  reading: 'We have the document that we asked for, and are reading it.',
  see: 'See what you sent',
}

export const documentPageWords = {
  title: 'We need a document from you',
  nothingTitle: 'Your documents',
  missing: (names: string, due: string) => `Still to be sent, by ${due}: ${names}.`,
  complete: 'We have everything that we asked for, and are reading it. You can add pages that are missing.',
  nothing: 'We need no document from you now.',
  sent: 'What you sent',
  noneSent: 'Nothing yet.',
  privacy: `Documents are encrypted, and only the staff who decide about your order can open them. We delete them ${documentRetentionDays} days after our decision at the latest.`,
}

export const documentFormWords = {
  title: 'Send a file',
  check: 'This file was not sent',
  kind: 'What is it?',
  waiting: 'received',
  accepted: 'accepted',
  file: 'File',
  hint: 'PDF, JPG or PNG, up to 10 MB. Send front and back one after the other. Cover what we did not ask for, such as a Social Security number.',
  send: 'Send it',
  sending: 'Sending...',
  sent: 'Thank you. We have it, and you can send another one.',
}

export const documentStateWords: Record<DocumentState, string> = {
  waiting: 'We are reading it',
  accepted: 'Accepted',
  refused: 'Not accepted',
}

export const documentHints: Record<DocumentKind, string> = {
  photo_id: 'A driver’s license, state ID or passport: name, address and last day must be readable.',
  residence: 'A utility bill, lease or bank statement of the last 90 days with your name and address.',
  trust: 'The whole trust, or the company’s papers, with every signature and amendment.',
  permit: 'Both sides of the permit or license, with its last day.',
  other: 'See what we wrote above.',
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
