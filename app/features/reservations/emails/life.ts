import type { DocumentKind } from '#app/features/orders/rules/documents.ts'
import { documentKindWords } from '#app/features/orders/words/documents.ts'
import type { MailedOrder } from '#app/features/orders/emails/mailed-order.ts'
import { formatCalendarDate } from '#app/kit/calendar-date.ts'
import type { MailContent } from '#app/mail/layout.tsx'
import type { Terms } from '../rules/agreement.ts'
import type { Exit } from '../rules/exits.ts'
import { agreementWords, priceRows } from '../words/agreement.ts'
import {
  approvedWords,
  declinedMoneyWords,
  dealerWithdrewWords,
  exitParagraphs,
  exitWords,
} from '../words/mails.ts'
import { documentWords } from '../words/documents.ts'
import { noticeMail } from './notice.tsx'

const openOrder = (link: string) => ({ label: 'Open your order', link })

export function approvedMail(order: MailedOrder, link: string): MailContent {
  const { title, text } = approvedWords
  return noticeMail({ ...order, heading: title, paragraphs: [text], button: openOrder(link) })
}

export function declinedMail(order: MailedOrder, note: string, link: string): MailContent {
  const { title, text } = exitWords.declined
  const paragraphs = [text, note, declinedMoneyWords]
  return noticeMail({ ...order, heading: title, paragraphs, button: openOrder(link) })
}

/** Staff want documents by a day, `2026-12-01`. `link` leads to where the buyer uploads them. */
export function documentMail(
  order: MailedOrder,
  { note, dueOn, documents }: { note: string; dueOn: string; documents: readonly DocumentKind[] },
  link: string,
): MailContent {
  const due = formatCalendarDate(dueOn)
  return noticeMail({
    ...order,
    heading: documentWords.title,
    paragraphs: [note, documentWords.due(due), documentWords.how],
    rows: [...kindRows(documents), { label: 'By', value: due }],
    button: { label: documentWords.upload, link },
  })
}

export function documentRefusedMail(
  order: MailedOrder,
  { kind, reason }: { kind: DocumentKind; reason: string },
  link: string,
): MailContent {
  const { refusedTitle, refused, upload } = documentWords
  return noticeMail({
    ...order,
    heading: refusedTitle,
    paragraphs: [refused(documentKindWords[kind]), reason, documentWords.how],
    rows: kindRows([kind]),
    button: { label: upload, link },
  })
}

const kindRows = (documents: readonly DocumentKind[]) =>
  documents.length === 0
    ? []
    : [{ label: 'Document', value: documents.map((kind) => documentKindWords[kind]).join(', ') }]

export function closedMail(
  order: MailedOrder,
  exit: { exit: Exit; note: string; refundCents: number },
  link: string,
): MailContent {
  return noticeMail({
    ...order,
    heading: exitWords[exit.exit].title,
    paragraphs: exitParagraphs(exit),
    button: openOrder(link),
  })
}

export function dealerWithdrewMail(order: MailedOrder, link: string): MailContent {
  const { title, text } = dealerWithdrewWords
  const button = { label: 'Choose another dealer', link }
  return noticeMail({ ...order, heading: title, paragraphs: [text], button })
}

export function agreementMail(
  order: MailedOrder,
  terms: Terms,
  depositCents: number,
  link: string,
): MailContent {
  return noticeMail({
    ...order,
    heading: agreementWords.title,
    paragraphs: [agreementWords.mail(terms.priceCents)],
    rows: priceRows(terms, depositCents).map(({ term, value }) => ({ label: term, value })),
    button: { label: agreementWords.button, link },
  })
}
