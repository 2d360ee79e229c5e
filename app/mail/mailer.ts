import type { SendMailOptions } from 'nodemailer'
import { fingerprint } from '#app/kit/ids.ts'

/** Mail with the same `key` is never sent twice. */
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

/** `type` is complete: `text/calendar; charset=utf-8; method=PUBLISH`. */
export type MailAttachment = { name: string; type: string; content: string }

export interface Mailer {
  send(mail: Mail): Promise<void>
  close?(): void
}

type FailureFacts = {
  /** `recipient`: this mail alone was refused. `refusal`: those of several people are. `server`: it cannot be reached or used. */
  about: 'recipient' | 'refusal' | 'server'
  /** No reply that only puts the mail off. */
  isFinal?: boolean
  /** The server got the whole mail and never answered: each further try may bring its recipient another copy. */
  mayHaveArrived?: boolean
  /** The kind of failure, such as `EENVELOPE 451`. */
  code: string
}

/** Why a mail was not sent. Any other error of a mailer is about the server. Without addresses, which servers quote: it is logged and stored. */
export class MailFailure extends Error {
  readonly about
  readonly code
  readonly isFinal
  readonly mayHaveArrived
  constructor(message: string, { about, code, isFinal = false, mayHaveArrived = false }: FailureFacts) {
    super(message.replaceAll(/[^\s<>"']+@[^\s<>"']+/g, '(address)'))
    this.about = about
    this.code = code
    this.isFinal = isFinal
    this.mayHaveArrived = mayHaveArrived
  }
}

/** The Message-ID is derived from the mail's key, so that mail programs treat a mail sent twice as one. */
export function messageOf(mail: Mail, from: string): SendMailOptions {
  const sender = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()
  return {
    from,
    to: { name: '', address: mail.to },
    // Explicit: an address with a comma in it must never become two recipients.
    envelope: { from: sender, to: [mail.to] },
    messageId: `<${fingerprint(mail.key)}@${sender.split('@').at(-1)}>`,
    subject: mail.subject,
    html: mail.html,
    text: mail.text,
    // Asks out-of-office programs not to answer (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', ...mail.headers },
    attachments: mail.attachments?.map(({ name, type, content }) => ({
      filename: name,
      contentType: type,
      content,
      contentDisposition: 'attachment' as const,
    })),
  }
}
