const dotless = new Set(['gmail.com', 'googlemail.com'])

/** Lower case, no `+` suffix, none of the dots that Gmail ignores. For counting only, never for sending: another service may distinguish them. */
export function mailboxOf(address: string): string {
  const [, local = '', domain = ''] = /^(.*)@([^@]*)$/.exec(address.trim().toLowerCase()) ?? []
  if (!local || !domain) return address.trim().toLowerCase()
  const name = local.replace(/(?<=.)\+.*$/, '')
  return dotless.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
