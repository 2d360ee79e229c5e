// The back end of the shop under test: its mailbox, its database, its operator.
import { type ChildProcess, execFile, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { promisify } from 'node:util'
import pg from 'pg'
import { day } from '#app/kit/clock.ts'
import { type StoredMail, listMails, readMail } from '#app/mail/mailbox.server.ts'

const dataDir = process.env.E2E_DATA_DIR ?? ''

/** Where the shop under test is, as `playwright.config.ts` started it. */
export const shopAddress = () => `http://127.0.0.1:${process.env.E2E_PORT}`

/** A drop that no other test touches. */
export type OwnDrop = { id: string; slug: string; name: string }

/** All emails to an address, newest first, from the local mailbox of the shop whose data is in `data`. */
export async function readMailbox(to: string, data = dataDir): Promise<StoredMail[]> {
  const folder = join(data, 'mailbox')
  const listed = (await listMails(folder)).filter((mail) => mail.to === to)
  const mails = await Promise.all(listed.map((mail) => readMail(folder, mail.id)))
  return mails.filter((mail) => mail !== undefined)
}

/** Waits for an email: a job sends it, a moment after the page. */
export async function findMail(
  to: string,
  subject: RegExp,
  withinMs = 30_000,
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

/** Runs a statement on the shop's database, bypassing its rules. For setup that no page offers. */
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

/** Numbers of own drops: those of one worker follow each other, below those of the next one. */
let nextDropNumber = 1_000 * (1 + Number(process.env.TEST_WORKER_INDEX ?? 0))

/**
 * Adds a drop like the sample's live one, all units open. Its launch lies before the sample's, so that the sample's
 * stays the current drop of the home page. Own drops differ in slug and number alone: what is seen in their lit pictures is the
 * same, so these are drawn once.
 */
export async function addDrop({
  units = 5,
  launchDate = new Date(Date.now() - 90 * day),
  endDate = new Date(Date.now() + 7 * day),
} = {}): Promise<OwnDrop> {
  const number = nextDropNumber++
  const drop = { id: randomUUID(), slug: `own-${number}`, name: 'Own Drop' }
  const changed = {
    ...drop,
    art_seed: 'own',
    drop_number: number,
    total_units: units,
    launch_date: launchDate,
    end_date: endDate,
    status: 'live',
  }
  // In one statement: between two, the shop could find a live drop without a number left and call it sold out.
  await sqlOnShop(
    `with drop as (
       insert into drops select (jsonb_populate_record(model, $1)).* from drops model where slug = 'guerrilla-vol-1'
       returning id, total_units
     )
     insert into drop_units (drop_id, number) select id, generate_series(1, total_units) from drop`,
    [changed],
  )
  return drop
}

/** Runs a job of the shop now, which it runs by itself every minute or seldom. */
export async function runJob(job: string) {
  await sqlOnShop(`insert into due_jobs (job, payload) values ($1, '{}')`, [job])
}

/** Runs an operator command on the shop as a person does, with `npm run operate -- ...`. Returns its output. */
export async function operateFromShell(...args: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' }
  const { stdout } = await promisify(execFile)('node', ['scripts/run.mjs', 'operate', ...args], { env })
  return stdout
}

/** What the operator's process says to a command. */
export type OperatorAnswer = { id: string; isDone: boolean; words: string }

let operator: ChildProcess | undefined

/**
 * Runs an operator command on the shop and returns its output. The process that runs it stays for the next one of this worker:
 * opening it takes far longer than a command.
 * @throws With the command's words if it is refused.
 */
export async function operate(...args: string[]): Promise<string> {
  operator ??= fork('e2e/operator-process.ts', {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    execArgv: [],
  })
  operator.unref()
  operator.channel?.unref()
  const id = randomUUID()
  operator.send({ id, args })
  for (;;) {
    const [answer] = (await once(operator, 'message')) as [OperatorAnswer]
    if (answer.id !== id) continue
    if (!answer.isDone) throw new Error(answer.words)
    return answer.words
  }
}
