/** One mail, ready to send. `key` names the occasion: the same key is never sent twice. */
export type Mail = {
  key: string
  to: string
  subject: string
  html: string
  text: string
  headers?: Record<string, string>
}

/** The port to the outside: SMTP, or the local mailbox. Throws when the mail could not be handed over. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}
