import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Clock } from '#app/kit/clock.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { type Mail, type MailAttachment, type Mailer, messageOf } from './mailer.server.ts'

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
