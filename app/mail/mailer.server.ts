import { type SendMailOptions, createTransport } from 'nodemailer'
import { fingerprint } from '#app/kit/ids.ts'
import { minute, second, type Clock } from '#app/kit/clock.ts'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

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
function messageOf(mail: Mail, from: string): SendMailOptions {
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
        throw failureOf(error as SmtpError, mail.to)
      }
    },
    close: () => transport.close(),
  }

  function failureOf(error: SmtpError, to: string): MailFailure {
    const { code, originalCode, responseCode, timeoutType, message } = error
    const reason = reasonOf(error)
    if (reason === 'unexplained' && refused.size < 2) refused.add(to)
    const about = reason === 'unexplained' ? (refused.size === 1 ? 'recipient' : 'refusal') : reason
    // It fell silent or hung up after it had let us in.
    const isSilent = code === 'EABORT' || code === 'ECONNECTION' || timeoutType === 'SOCKET_TIMEOUT'
    return new MailFailure(message, {
      about,
      isFinal: about === 'recipient' && !(responseCode && responseCode < 500),
      mayHaveArrived: isSilent && !responseCode,
      code: [code, originalCode, responseCode].filter(Boolean).join(' ') || 'unknown',
    })
  }
}

type SmtpError = Error & {
  code?: string
  originalCode?: string
  timeoutType?: string
  responseCode?: number
  command?: string
}

/** Status codes about the recipient's address or mailbox (RFC 3463, RFC 7505). 5.1.7 to 5.1.9 are about the sender's. */
const recipientStatus = /\b[45]\.(?:1\.(?:[0-6]|10)|2\.\d+)\b/

/** `unexplained`: many servers answer the same to an unknown address and to a shop whose account they have closed. */
function reasonOf({ code, responseCode, command, message }: SmtpError) {
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return 'server'
  // Without an answer of the server the mail itself cannot be sent: a malformed address, or a mail too large.
  if (!responseCode) return 'recipient'
  if (command === 'MAIL FROM') return 'refusal'
  return recipientStatus.test(message) ? 'recipient' : 'unexplained'
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

export type StoredMail = Omit<Mail, 'headers' | 'orderId'> & { id: string; at: string; source: string }

type MailboxOptions = { folder: string; from: string; now: Clock }

/** A file each. They hold private links: only this account may read them. */
export function createMailboxMailer({ folder, from, now }: MailboxOptions): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const at = now()
      const { message } = await transport.sendMail({ ...messageOf(mail, from), date: at })
      if (!Buffer.isBuffer(message)) throw new Error('The mail was not composed into one piece')
      const { headers: _, orderId: __, ...written } = mail
      const id = `${at.toISOString().replaceAll(/[-:.]/g, '')}-${fingerprint(mail.key)}`
      const stored: StoredMail = { ...written, id, at: at.toISOString(), source: message.toString('utf8') }
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Renamed, so that nobody reads a half-written one.
      await writeFile(join(folder, `${id}.part`), JSON.stringify(stored), { mode: 0o600 })
      await rename(join(folder, `${id}.part`), join(folder, `${id}.json`))
    },
  }
}

/** The newest first. */
export async function listMails(folder: string, limit = 200): Promise<StoredMail[]> {
  const names = await readdir(folder).catch(unlessMissing<string[]>([]))
  const ids = names.flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -5)] : []))
  const newest = ids.toSorted().toReversed().slice(0, limit)
  const mails = await Promise.all(newest.map((id) => readMail(folder, id)))
  return mails.filter((mail) => mail !== undefined)
}

export async function readAttachment(
  folder: string,
  id: string,
  at: number,
): Promise<MailAttachment | undefined> {
  return (await readMail(folder, id))?.attachments?.[at]
}

/** An id is a timestamp and a fingerprint; it cannot name a path outside the folder. */
export async function readMail(folder: string, id: string): Promise<StoredMail | undefined> {
  if (!/^\d{8}T\d{9}Z-[\w-]{22}$/.test(id)) return undefined
  const text = await readFile(join(folder, `${id}.json`), 'utf8').catch(unlessMissing(undefined))
  return text === undefined ? undefined : (JSON.parse(text) as StoredMail)
}

function unlessMissing<Instead>(instead: Instead) {
  return (error: unknown): Instead => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return instead
    throw error
  }
}
