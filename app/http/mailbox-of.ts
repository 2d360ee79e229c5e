/** Services whose addresses mean the same mailbox with and without dots. */
const dotless = new Set(['gmail.com', 'googlemail.com'])

/**
 * One spelling for all addresses that end in the same mailbox: lower case, without what follows a `+`, and without the
 * dots that Gmail ignores. To count by, never to mail to: another service may tell the spellings apart.
 */
export function mailboxOf(address: string): string {
  const [, local = '', domain = ''] = /^(.*)@([^@]*)$/.exec(address.trim().toLowerCase()) ?? []
  if (!local || !domain) return address.trim().toLowerCase()
  const name = local.replace(/(?<=.)\+.*$/, '')
  return dotless.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
