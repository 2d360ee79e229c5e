// The shop under test from behind: its mailbox, its database, its operator.
import { execFile } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import pg from 'pg'
import { day } from '#app/kit/clock.ts'
import { type StoredMail, listMails, readMail } from '#app/mail/mailbox.server.ts'

const dataDir = process.env.E2E_DATA_DIR ?? ''
const runProgram = promisify(execFile)

/** A drop that no other test touches. */
export type OwnDrop = { id: string; slug: string; name: string }

/** All mails to an address, newest first, as they lie in the shop's local mailbox. */
export async function readMailbox(to: string): Promise<StoredMail[]> {
  const folder = join(dataDir, 'mailbox')
  const listed = (await listMails(folder)).filter((mail) => mail.to === to)
  const mails = await Promise.all(listed.map((mail) => readMail(folder, mail.id)))
  return mails.filter((mail) => mail !== undefined)
}

/** Waits for a mail to arrive: they go out by a job, a moment after the page. */
export async function findMail(to: string, subject: RegExp, withinMs = 30_000): Promise<StoredMail> {
  let found: StoredMail | undefined
  const find = async () => {
    found = (await readMailbox(to)).find((mail) => subject.test(mail.subject))
    return found?.subject
  }
  await expect.poll(find, { message: `mail to ${to} about ${subject}`, timeout: withinMs }).toBeDefined()
  if (!found) throw new Error('unreachable: the poll ends with a mail or throws')
  return found
}

/** Runs a statement on the database of the shop under test, past all its rules. For set-up that no page offers. */
export async function sqlOnShop<Row extends pg.QueryResultRow>(
  query: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const [port, password] = ['database.port', 'database.password'].map((file) =>
    readFileSync(join(dataDir, file), 'utf8'),
  )
  const client = new pg.Client(`postgres://paco:${password}@127.0.0.1:${port}/postgres`)
  await client.connect()
  try {
    return (await client.query<Row>(query, values)).rows
  } finally {
    await client.end()
  }
}

/**
 * Adds a drop like the sample's live one, all units open. Its launch lies before the sample's, so that the sample's
 * stays the current drop of the home page.
 */
export async function addDrop({
  units = 5,
  launchDate = new Date(Date.now() - 90 * day),
  endDate = new Date(Date.now() + 7 * day),
} = {}): Promise<OwnDrop> {
  const number = randomInt(1_000, 10_000)
  const drop = { id: randomUUID(), slug: `own-${number}`, name: `Own Drop ${number}` }
  const changed = {
    ...drop,
    drop_number: number,
    total_units: units,
    launch_date: launchDate,
    end_date: endDate,
    status: 'live',
  }
  await sqlOnShop(
    `insert into drops select (jsonb_populate_record(model, $1)).* from drops model where slug = 'guerrilla-vol-1'`,
    [changed],
  )
  await sqlOnShop(
    `insert into drop_units (drop_id, number) select $1, number from generate_series(1, $2::int) number`,
    [drop.id, units],
  )
  return drop
}

/** Gives an operator's command to the shop under test, as `npm run operate -- ...` does, and returns what it said. */
export async function operate(...args: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' }
  const { stdout } = await runProgram('node', ['scripts/run.mjs', 'operate', ...args], { env })
  return stdout
}
