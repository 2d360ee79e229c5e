import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Clock } from '#app/kit/clock.ts'
import { fingerprint } from '#app/kit/ids.ts'
import { type Mail, type MailAttachment, type Mailer, messageOf } from './mailer.ts'

export type ListedMail = {
  id: string
  at: string
  to: string
  subject: string
  key: string
  /** Missing on mails stored by earlier versions. */
  attachments?: { name: string; type: string }[]
}

export type StoredMail = ListedMail & { html: string; text: string; source: string }

type MailboxOptions = { folder: string; from: string; now: Clock }

/** Each is a real `.eml` file. The files hold private links: only this account may read them. */
export function createMailboxMailer({ folder, from, now }: MailboxOptions): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const composed = await transport.sendMail({ ...messageOf(mail, from), date: now() })
      if (!Buffer.isBuffer(composed.message)) throw new Error('The mail was not composed into one piece')
      await store(folder, mail, composed.message, now())
    },
  }
}

export async function listMails(folder: string, limit = 200): Promise<ListedMail[]> {
  const names = await readdir(folder).catch(unlessMissing<string[]>([]))
  const ids = names.flatMap((name) =>
    name.endsWith('.json') && isId(name.slice(0, -5)) ? [name.slice(0, -5)] : [],
  )
  const newest = ids.toSorted().toReversed().slice(0, limit)
  return Promise.all(newest.map((id) => listing(folder, id)))
}

export async function readMail(folder: string, id: string): Promise<StoredMail | undefined> {
  if (!isId(id)) return undefined
  try {
    const [listed, html, text, source] = await Promise.all([
      listing(folder, id),
      ...['html', 'txt', 'eml'].map((kind) => readFile(join(folder, `${id}.${kind}`), 'utf8')),
    ])
    return { ...listed, html: html ?? '', text: text ?? '', source: source ?? '' }
  } catch (error) {
    return unlessMissing(undefined)(error)
  }
}

export async function readAttachment(
  folder: string,
  id: string,
  at: number,
): Promise<MailAttachment | undefined> {
  const mail = await readMail(folder, id)
  const about = mail?.attachments?.[at]
  if (!about) return undefined
  return { ...about, content: await readFile(join(folder, `${id}.file${at}`), 'utf8') }
}

async function store(folder: string, mail: Mail, source: Buffer, at: Date) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const id = `${at.toISOString().replaceAll(/[-:.]/g, '')}-${fingerprint(mail.key)}`
  const { attachments = [] } = mail
  const listed: ListedMail = {
    id,
    at: at.toISOString(),
    to: mail.to,
    subject: mail.subject,
    key: mail.key,
    ...(attachments.length && {
      attachments: attachments.map(({ name, type }) => ({
        name,
        type,
      })),
    }),
  }
  const write = (kind: string, content: string | Buffer) =>
    writeFile(join(folder, `${id}.${kind}`), content, { mode: 0o600 })
  await Promise.all([
    write('eml', source),
    write('html', mail.html),
    write('txt', mail.text),
    ...attachments.map(({ content }, index) => write(`file${index}`, content)),
  ])
  // The list reads the .json files, so this one is written last and atomically.
  await write('part', JSON.stringify(listed))
  await rename(join(folder, `${id}.part`), join(folder, `${id}.json`))
}

async function listing(folder: string, id: string): Promise<ListedMail> {
  return JSON.parse(await readFile(join(folder, `${id}.json`), 'utf8')) as ListedMail
}

/** An id is a timestamp and a fingerprint; it cannot name a path outside the folder. */
function isId(id: string): boolean {
  return /^\d{8}T\d{9}Z-[\w-]{22}$/.test(id)
}

function unlessMissing<Instead>(instead: Instead) {
  return (error: unknown): Instead => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return instead
    throw error
  }
}
