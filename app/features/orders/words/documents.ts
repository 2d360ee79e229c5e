import type { DocumentKind } from '../rules/documents.ts'

export const documentKindWords: Record<DocumentKind, string> = {
  photo_id: 'Government photo ID',
  residence: 'Proof of residence',
  trust: 'Trust or company documents',
  permit: 'State permit or license',
  other: 'Other document',
}

const happened: Record<string, string> = {
  document_sent: 'Document received',
  document_accepted: 'Document accepted',
  document_refused: 'Document not accepted',
}

export function documentEventWords(
  event: string,
  { document }: Record<string, string | number | boolean | null>,
): string | undefined {
  const words = happened[event]
  return words && `${words}: ${documentKindWords[document as DocumentKind] ?? ''}`
}
