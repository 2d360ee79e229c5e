import { createTransport } from 'nodemailer'
import { second } from '#app/kit/clock.ts'
import type { Mailer } from './mailer.ts'
import { messageOf } from './message.ts'

/**
 * Sends mail through the server at `url` (`smtp://name:password@host:587`, `smtps://` for TLS from the first byte). The
 * connection must be encrypted unless the server is this machine. `send` throws when the server did not accept the mail
 * within half a minute.
 */
export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const server = serverOf(url)
  const transport = createTransport({
    ...server,
    requireTLS: !isThisMachine(server.host),
    dnsTimeout: 5 * second,
    connectionTimeout: 10 * second,
    greetingTimeout: 10 * second,
    socketTimeout: 30 * second,
    // Mail content is strings only; nothing in it may name a file or URL to be loaded.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail) {
      try {
        await transport.sendMail(messageOf(mail, from))
      } catch (error) {
        throw withoutAddresses(error)
      }
    },
  }
}

/** The same failure without addresses: servers quote them, and failures are stored in the log and the queue. */
function withoutAddresses(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  const message = error.message.replaceAll(/[^\s<>"']+@[^\s<>"']+/g, '(address)')
  return Object.assign(new Error(message), { code, responseCode })
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
