import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Clock } from '#app/kit/clock.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { type MailAttachment, type Mailer, messageOf } from './mailer.ts'

export type ListedMail = {
  id: string
  at: string
  to: string
  subject: string
  key: string
  attachments?: { name: string; type: string }[]
}

export type StoredMail = ListedMail & { html: string; text: string; source: string }

type MailFile = StoredMail & { contents: string[] }

type MailboxOptions = { folder: string; from: string; now: Clock }

/** A file each. They hold private links: only this account may read them. */
export function createMailboxMailer({ folder, from, now }: MailboxOptions): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const at = now()
      const composed = await transport.sendMail({ ...messageOf(mail, from), date: at })
      if (!Buffer.isBuffer(composed.message)) throw new Error('The mail was not composed into one piece')
      const { to, subject, key, html, text, attachments = [] } = mail
      const id = `${at.toISOString().replaceAll(/[-:.]/g, '')}-${fingerprint(key)}`
      const file: MailFile = {
        id,
        at: at.toISOString(),
        to,
        subject,
        key,
        html,
        text,
        source: composed.message.toString('utf8'),
        ...(attachments.length > 0 && { attachments: attachments.map(({ name, type }) => ({ name, type })) }),
        contents: attachments.map(({ content }) => content),
      }
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Renamed, so that nobody reads a half-written one.
      await writeFile(join(folder, `${id}.part`), JSON.stringify(file), { mode: 0o600 })
      await rename(join(folder, `${id}.part`), join(folder, `${id}.json`))
    },
  }
}

export async function listMails(folder: string, limit = 200): Promise<ListedMail[]> {
  const names = await readdir(folder).catch(unlessMissing<string[]>([]))
  const ids = names.flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -5)] : []))
  const newest = ids.toSorted().toReversed().slice(0, limit)
  const files = await Promise.all(newest.map((id) => readFileOf(folder, id)))
  return files.flatMap((file) => {
    if (!file) return []
    const { html: _, text: __, source: ___, contents: ____, ...listed } = file
    return [listed]
  })
}

export async function readMail(folder: string, id: string): Promise<StoredMail | undefined> {
  return readFileOf(folder, id)
}

export async function readAttachment(
  folder: string,
  id: string,
  at: number,
): Promise<MailAttachment | undefined> {
  const { attachments, contents } = (await readFileOf(folder, id)) ?? {}
  const [about, content] = [attachments?.[at], contents?.[at]]
  return about && content !== undefined ? { ...about, content } : undefined
}

/** An id is a timestamp and a fingerprint; it cannot name a path outside the folder. */
async function readFileOf(folder: string, id: string): Promise<MailFile | undefined> {
  if (!/^\d{8}T\d{9}Z-[\w-]{22}$/.test(id)) return undefined
  const text = await readFile(join(folder, `${id}.json`), 'utf8').catch(unlessMissing(undefined))
  return text === undefined ? undefined : (JSON.parse(text) as MailFile)
}

function unlessMissing<Instead>(instead: Instead) {
  return (error: unknown): Instead => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return instead
    throw error
  }
}
