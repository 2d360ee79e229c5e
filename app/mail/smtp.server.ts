import { createTransport } from 'nodemailer'
import { minute, second } from '#app/kit/clock.ts'
import { type MailFailure, type Mailer, messageOf } from './mailer.ts'

/** The socket's own timeout begins anew with every byte: a slow server must not hold a mail until another try sends it too. */
const sendMs = 2 * minute

/** Encrypted unless the server is this machine. `send` throws a `MailFailure`, also after half a minute of silence or `limitMs`. */
export function createSmtpMailer({
  url,
  from,
  limitMs = sendMs,
}: {
  url: string
  from: string
  limitMs?: number
}): Mailer {
  const server = serverOf(url)
  const transport = createTransport({
    pool: true,
    ...server,
    // A relay on this machine often has a certificate of its own making, or none that works: nobody listens in between.
    ...(isThisMachine(server.host)
      ? { opportunisticTLS: true, tls: { rejectUnauthorized: false } }
      : { requireTLS: true }),
    dnsTimeout: 5 * second,
    connectionTimeout: 10 * second,
    greetingTimeout: 10 * second,
    socketTimeout: 30 * second,
    // Mail content is strings only; nothing in it may name a file or URL to be loaded.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // Who was refused since a mail was accepted last. Two are enough to know that it is not about one of them.
  const refused = new Set<string>()
  return {
    async send(mail) {
      const message = messageOf(mail, from)
      try {
        await transport.sendMail({ ...message, signal: AbortSignal.timeout(limitMs) })
        refused.clear()
      } catch (error) {
        const refusal = refusalOf(error)
        if (refusal === 'unexplained' && refused.size < 2) refused.add(mail.to)
        const isAboutRecipient =
          refusal === 'of_recipient' || (refusal === 'unexplained' && refused.size === 1)
        throw withoutAddresses(error, { isAboutRecipient, mayHaveArrived: mayHaveArrived(error) })
      }
    },
    close: () => transport.close(),
  }
}

/** Status codes about the recipient's address or mailbox (RFC 3463, RFC 7505). 5.1.7 to 5.1.9 are about the sender's. */
const recipientStatus = /\b[45]\.(?:1\.(?:[0-6]|10)|2\.\d+)\b/

/** `unexplained`: many servers answer the same to an unknown address and to a shop whose account they have closed. */
function refusalOf(error: unknown): 'of_recipient' | 'unexplained' | undefined {
  const { code, responseCode, command, message } = (error ?? {}) as Partial<SmtpError>
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return undefined
  // Without an answer of the server the mail itself cannot be sent: a malformed address, or a mail too large.
  if (!responseCode) return 'of_recipient'
  if (command === 'MAIL FROM') return undefined
  return recipientStatus.test(message ?? '') ? 'of_recipient' : 'unexplained'
}

/** Whether the server fell silent or hung up after it had let us in: it may have got the whole mail. */
function mayHaveArrived(error: unknown): boolean {
  const { code, timeoutType, responseCode } = (error ?? {}) as Partial<SmtpError>
  if (responseCode) return false
  return code === 'EABORT' || code === 'ECONNECTION' || timeoutType === 'SOCKET_TIMEOUT'
}

type SmtpError = {
  code: string
  originalCode: string
  timeoutType: string
  responseCode: number
  command: string
  message: string
}

/** The same failure without addresses: servers quote them, and failures are stored in the log and the queue. */
function withoutAddresses(error: unknown, failure: MailFailure): unknown {
  if (!(error instanceof Error)) return error
  const { code, originalCode, responseCode } = error as Partial<SmtpError>
  const message = error.message.replaceAll(/[^\s<>"']+@[^\s<>"']+/g, '(address)')
  return Object.assign(new Error(message), { code, originalCode, responseCode, ...failure })
}

function serverOf(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  }
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)
}
