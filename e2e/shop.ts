// The back end of the shop under test: its mailbox and its database.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import pg from 'pg'
import { type StoredMail, listMails } from '#app/mail/mailer.server.ts'

const dataDir = process.env.E2E_DATA_DIR ?? ''

/** Where the shop under test is, as `playwright.config.ts` started it. */
export const shopAddress = () => `http://127.0.0.1:${process.env.E2E_PORT}`

/** All emails to an address, newest first, from the local mailbox of the shop whose data is in `data`. */
export async function readMailbox(to: string, data = dataDir): Promise<StoredMail[]> {
  return (await listMails(join(data, 'mailbox'))).filter((mail) => mail.to === to)
}

/** Waits for an email: a job sends it, a moment after the page, and one to staff within a minute. */
export async function findMail(
  to: string,
  subject: RegExp,
  withinMs = 90_000,
  data = dataDir,
): Promise<StoredMail> {
  let found: StoredMail | undefined
  const find = async () => {
    found = (await readMailbox(to, data)).find((mail) => subject.test(mail.subject))
    return found?.subject
  }
  const message = `mail to ${to} about ${subject}`
  await expect.poll(find, { message, timeout: withinMs, intervals: [100, 200, 300] }).toBeDefined()
  if (!found) throw new Error('unreachable: the poll ends with a mail or throws')
  return found
}

/** Names somebody who teaches, and waits until the pages say so: only then is there a page of instructors. */
export async function addInstructor(): Promise<void> {
  await sqlOnShop(
    `insert into instructors (name) select 'I. Sample' where not exists (select from instructors where name = 'I. Sample')`,
  )
  const status = async () => (await fetch(`${shopAddress()}/ccw-training/instructors`)).status
  await expect.poll(status).toBe(200)
}

/** A database of the server that the shop under test has started: its own, or another one. */
export function databaseAddress(name = 'postgres'): string {
  const [port, password] = ['database.port', 'database.password'].map((file) =>
    readFileSync(join(dataDir, file), 'utf8'),
  )
  return `postgres://paco:${password}@127.0.0.1:${port}/${name}`
}

/** Runs a statement on the shop's database, bypassing its rules. For setup that no page offers. */
export async function sqlOnShop<Row extends pg.QueryResultRow>(
  query: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(databaseAddress())
  await client.connect()
  try {
    return (await client.query<Row>(query, values)).rows
  } finally {
    await client.end()
  }
}

/** How many rows there are: a select's words after its `from`. */
export async function countRows(from: string, ...values: unknown[]): Promise<number> {
  const [row] = await sqlOnShop<{ count: number }>(`select count(*)::int as count from ${from}`, values)
  return row?.count ?? 0
}

/** Runs a job of the shop now, which it runs by itself every minute or seldom. */
export async function runJob(job: string) {
  await sqlOnShop(`insert into queued_jobs (job, payload) values ($1, '{}')`, [job])
}
