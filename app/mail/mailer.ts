/** One mail to send. `key` identifies its occasion: mail with the same key is never sent twice. */
export type Mail = {
  key: string
  to: string
  subject: string
  html: string
  text: string
  headers?: Record<string, string>
  attachments?: readonly MailAttachment[]
  orderId?: string
}

/** An attachment. `type` is its complete media type: `text/calendar; charset=utf-8; method=PUBLISH`. */
export type MailAttachment = { name: string; type: string; content: string }

export interface Mailer {
  send(mail: Mail): Promise<void>
  close?(): void
}

/** `mayHaveArrived`: the server got the whole mail and never answered. */
export type MailFailure = { isAboutRecipient: boolean; mayHaveArrived?: boolean }
