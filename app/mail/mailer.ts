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

/** `mayHaveArrived`: the server got the whole mail and never answered. */
export type MailFailure = { isAboutRecipient: boolean; mayHaveArrived?: boolean }

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
