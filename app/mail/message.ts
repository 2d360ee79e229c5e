import type { SendMailOptions } from 'nodemailer'
import { fingerprint } from '#app/kit/ids.ts'
import type { Mail } from './mailer.ts'

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
